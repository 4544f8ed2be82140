/** The machine through Deno's APIs, without `process`, `node:` modules and timers: each costs 9 to 24 ms at start-up. */
import { ignoreClosed } from "./capture.ts";
import { type Engine, engineHost } from "./engine_host.ts";
import { errorCode } from "./file_rules.ts";
import type { Command, FileKind, FileStat, Host } from "./host.ts";
import { type Captures, type Started, startedWith } from "./run_command.ts";
import { READ_AGAIN_MS, READ_SIZE, timeout } from "./standard_streams.ts";

const FLAGS = {
  read: { read: true },
  create: { write: true, createNew: true },
  append: { append: true, create: true },
} as const;

const ENGINE: Engine<Deno.FsFile> = {
  readText: (path) => Deno.readTextFileSync(path),
  open: (path, how, mode) => Deno.openSync(path, { ...FLAGS[how], mode }),
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
    Deno.readDirSync(path)[Symbol.iterator]()
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  makeDirectory: (path, mode) => Deno.mkdirSync(path, { recursive: true, mode }),
  removeFile: (path) => Deno.removeSync(path),
  removeDirectory: (path) => Deno.removeSync(path),
  rename: (from, to) => Deno.renameSync(from, to),
  setMode(path, mode) {
    if (Deno.build.os !== "windows") Deno.chmodSync(path, mode);
  },
  processId: () => Deno.pid,
  nextChunk,
  say: (stream, bytes) => Deno[stream].writeSync(bytes),
  start,
  kill: (pid, signal) => Deno.kill(pid, signal),
  listen: (how, signal, listener) =>
    how === "add"
      ? Deno.addSignalListener(signal, listener)
      : Deno.removeSignalListener(signal, listener),
  exit: (code) => Deno.exit(code),
  isWindows: () => Deno.build.os === "windows",
};

export function denoHost(): Host {
  return {
    ...engineHost(ENGINE),
    platform: Deno.build.os,
    engine: `deno ${Deno.version.deno}`,
    args: Deno.args,
    executable: () => Deno.execPath(),
    env,
    environment: () => Deno.env.toObject(),
    cwd: () => Deno.cwd(),
    userId: () => Deno.uid() ?? -1,
    isTerminal: (stream) => Deno[stream].isTerminal(),
    sleep: timeout,
  };
}

function env(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch (error) {
    // A name that no variable can have, or bytes that are no text.
    if (error instanceof TypeError || error instanceof Deno.errors.InvalidData) return undefined;
    throw error;
  }
}

/** `Deno.stdin.readable` would cost 9 ms more. */
async function nextChunk(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(READ_SIZE);
  try {
    const count = await Deno.stdin.read(buffer);
    return count === null ? undefined : buffer.subarray(0, count);
  } catch (error) {
    // What cannot be read (a directory, a terminal we were put behind) has nothing to say: that is its end.
    if (errorCode(error) !== "EAGAIN") return undefined;
  }
  await timeout(READ_AGAIN_MS);
  return await nextChunk();
}

function start(command: Command, captures: Captures): Started {
  const { program, args, cwd, env, stdin } = command;
  const child = new Deno.Command(program, {
    args: [...args],
    ...cwd === undefined ? {} : { cwd },
    clearEnv: true,
    env: { ...env },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const ended = child.status.then(({ code, signal }) => ({ code, signal: signal ?? "" }));
  if (stdin === undefined) return startedWith(child, ended, captures);
  // Without waiting: a child that never reads must not hold up its own output.
  const writer = child.stdin.getWriter();
  writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(ignoreClosed);
  return startedWith(child, ended, captures, () => void writer.abort().catch(ignoreClosed));
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
