/**
 * The machine through Deno's own APIs. Nothing here reads `process` or a `node:` module and no timer
 * function is called: each would initialise a layer that costs 9 to 24 ms at start-up.
 */
import { ignoreClosed } from "./capture.ts";
import { fileCalls } from "./file_calls.ts";
import { errorCode } from "./file_rules.ts";
import { randomHex, sha256 } from "./hex.ts";
import type { Command, CommandResult, FileKind, FileStat, Host } from "./host.ts";
import {
  type Captures,
  type Child,
  killChildren,
  runCommand,
  streamedChild,
} from "./run_command.ts";
import {
  READ_AGAIN_MS,
  READ_SIZE,
  readUntil,
  writeOutcome,
  writePart,
} from "./standard_streams.ts";

/** Files through Deno's own APIs: its Node layer costs more to initialise than a whole hook. */
const DENO_FILES = fileCalls<Deno.FsFile>({
  readText: (path) => Deno.readTextFileSync(path),
  open: (path, how, mode) =>
    Deno.openSync(
      path,
      how === "read"
        ? { read: true }
        : how === "create"
        ? { write: true, createNew: true, mode }
        : { append: true, create: true, mode },
    ),
  read(file, into, position) {
    if (position > 0) file.seekSync(position, Deno.SeekMode.Start);
    return file.readSync(into) ?? 0;
  },
  write: (file, bytes) => file.writeSync(bytes),
  close: (file) => file.close(),
  stat: (path) => toStat(Deno.statSync(path)),
  linkStat: (path) => toStat(Deno.lstatSync(path)),
  realPath: (path) => Deno.realPathSync(path),
  list: (path) =>
    Deno.readDirSync(path)[Symbol.iterator]().map((entry) => ({
      name: entry.name,
      kind: kindOf(entry),
    })),
  makeDirectory: (path, mode) => Deno.mkdirSync(path, { recursive: true, mode }),
  removeFile: (path) => Deno.removeSync(path),
  removeDirectory: (path) => Deno.removeSync(path),
  rename: (from, to) => Deno.renameSync(from, to),
  setMode(path, mode) {
    if (Deno.build.os !== "windows") Deno.chmodSync(path, mode);
  },
  processId: () => Deno.pid,
});

/** Costs nothing until it is asked something. */
export function denoHost(): Host {
  return {
    ...DENO_FILES,
    get platform() {
      return Deno.build.os;
    },
    get engine() {
      return `deno ${Deno.version.deno}`;
    },
    get args() {
      return Deno.args;
    },
    executable: () => Deno.execPath(),
    env,
    environment: () => Deno.env.toObject(),
    cwd: () => Deno.cwd(),
    userId: () => Deno.uid() ?? -1,
    processId: () => Deno.pid,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomHex,
    sha256,
    // `Deno.stdin.readable` would cost 9 ms more.
    readStdin: (limits, isComplete) => readUntil(nextChunk, limits, isComplete),
    isTerminal: (stream) => Deno[stream].isTerminal(),
    run: runWithDeno,
    post: async (request) => (await import("./post.ts")).post(request),
    stream: async function* (request) {
      return yield* (await import("./post.ts")).streamPost(request);
    },
    say: (text) => writePart(text, (bytes) => Deno.stdout.writeSync(bytes)),
    sleep,
    finish(outcome) {
      killChildren();
      Deno.exit(writeOutcome(outcome, (stream, bytes) => Deno[stream].writeSync(bytes)));
    },
  };
}

function env(name: string): string | undefined {
  // Deno throws for a name that no variable can have.
  if (name === "" || name.includes("=") || name.includes("\0")) return undefined;
  try {
    return Deno.env.get(name) || undefined;
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) return undefined; // bytes that are no text
    throw error;
  }
}

/** `AbortSignal.timeout` is the one timer that does not load Deno's timer functions (9 ms). */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(), { once: true });
  });
}

async function nextChunk(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(READ_SIZE);
  try {
    const count = await Deno.stdin.read(buffer);
    return count === null ? undefined : buffer.subarray(0, count);
  } catch (error) {
    // What cannot be read (a directory, a terminal we were put behind) has nothing to say: that is its end.
    if (errorCode(error) !== "EAGAIN") return undefined;
  }
  await sleep(READ_AGAIN_MS);
  return await nextChunk();
}

function runWithDeno(command: Command): Promise<CommandResult> {
  return runCommand(command, {
    start,
    isDirectory: (path) => DENO_FILES.stat(path)?.kind === "directory",
    listen: (how, signal, listener) =>
      how === "add"
        ? Deno.addSignalListener(signal, listener)
        : Deno.removeSignalListener(signal, listener),
    exit: (code) => Deno.exit(code),
    isWindows: () => Deno.build.os === "windows",
  });
}

function start(command: Command, captures: Captures): Child {
  const child = new Deno.Command(command.program, {
    args: [...command.args],
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    clearEnv: true,
    env: { ...command.env },
    stdin: command.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    // A session of its own, so that a signal reaches grandchildren and never us.
    detached: true,
  }).spawn();
  const ended = child.status.then(({ code, signal }) => ({ code, signal: signal ?? "" }));
  const stopWriting = command.stdin === undefined ? undefined : write(child.stdin, command.stdin);
  const signal: Child["signal"] = (name) => signalGroup(child.pid, name);
  return streamedChild(child, captures, { ended, signal }, stopWriting);
}

/** Feeds standard input without waiting: a child that never reads must not hold up its own output. */
function write(stream: WritableStream<Uint8Array>, text: string): () => void {
  const writer = stream.getWriter();
  writer.write(new TextEncoder().encode(text)).then(() => writer.close()).catch(ignoreClosed);
  return () => void writer.abort().catch(ignoreClosed);
}

function signalGroup(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, name);
  } catch (error) {
    ignoreClosed(error);
  }
}

function kindOf(entry: { isFile: boolean; isDirectory: boolean; isSymlink: boolean }): FileKind {
  if (entry.isSymlink) return "link";
  if (entry.isDirectory) return "directory";
  return entry.isFile ? "file" : "other";
}

/** Deno offers whole milliseconds only. */
function toStat(found: Deno.FileInfo): FileStat {
  return {
    kind: kindOf(found),
    size: found.size,
    mtime: found.mtime?.getTime() ?? 0,
    ctime: found.ctime?.getTime() ?? 0,
    inode: found.ino ?? 0,
    device: found.dev,
    mode: found.mode ?? 0,
    owner: found.uid ?? -1,
  };
}
