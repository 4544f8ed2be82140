/** The machine through Node's APIs, for the Bun-built binary and for Node; built-ins are loaded on first use only. */
import type { Dirent, Stats } from "node:fs";
import type { Readable } from "node:stream";
import { bun, bunIsTerminal, nodeFs, nodeProcess } from "./built_ins.ts";
import { type Capture, ignoreClosed } from "./capture.ts";
import { type Engine, engineHost } from "./engine_host.ts";
import { errorCode, ifPresent } from "./file_rules.ts";
import type { Command, FileKind, FileStat, Host } from "./host.ts";
import { type Captures, type Started, startedWith } from "./run_command.ts";
import { READ_AGAIN_MS, READ_SIZE } from "./standard_streams.ts";

/** Many of the files we ask for are absent, and an error with its stack costs ten times a look. */
const QUIET = { throwIfNoEntry: false } as const;
const FLAGS = { read: "r", create: "wx", append: "a" } as const;
const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

const ENGINE: Engine<number> = {
  readText: (path) => nodeFs().readFileSync(path, "utf8"),
  open: (path, how, mode) => nodeFs().openSync(path, FLAGS[how], mode),
  read: (file, into, position) => nodeFs().readSync(file, into, 0, into.length, position),
  write: (file, bytes) => nodeFs().writeSync(file, bytes),
  close: (file) => nodeFs().closeSync(file),
  stat: (path) => toStat(nodeFs().statSync(path, QUIET)),
  linkStat: (path) => toStat(nodeFs().lstatSync(path, QUIET)),
  // The plain function resolves link by link in JavaScript; the native one asks the system once.
  realPath: (path) => nodeFs().realpathSync.native(path),
  list: (path) =>
    nodeFs().readdirSync(path, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  makeDirectory: (path, mode) => void nodeFs().mkdirSync(path, { recursive: true, mode }),
  removeFile: (path) => nodeFs().unlinkSync(path),
  removeDirectory: (path) => nodeFs().rmdirSync(path),
  rename: (from, to) => nodeFs().renameSync(from, to),
  setMode: (path, mode) => nodeFs().chmodSync(path, mode),
  processId: () => nodeProcess().pid,
  nextChunk: () => bun() === undefined ? nextChunk() : bunChunk(),
  say: (stream, bytes) => nodeFs().writeSync(DESCRIPTORS[stream], bytes),
  start: (command, captures) =>
    bun() === undefined ? startWithNode(command, captures) : startWithBun(command, captures),
  kill: (pid, signal) => nodeProcess().kill(pid, signal),
  listen: (how, signal, listener) =>
    how === "add" ? nodeProcess().on(signal, listener) : nodeProcess().off(signal, listener),
  exit: (code) => nodeProcess().exit(code),
  isWindows,
};

export function nodeHost(): Host {
  return {
    ...engineHost(ENGINE),
    platform: isWindows() ? "windows" : nodeProcess().platform,
    args: nodeProcess().argv.slice(2),
    get engine() {
      const { bun, deno, node } = nodeProcess().versions;
      if (bun !== undefined) return `bun ${bun}`;
      return deno === undefined ? `node ${node}` : `deno ${deno}`;
    },
    executable: () => nodeProcess().execPath,
    // Not a plain lookup: `__proto__` would be found.
    env: (name) => Object.hasOwn(nodeProcess().env, name) && nodeProcess().env[name] || undefined,
    environment: () => ({ ...nodeProcess().env }) as Record<string, string>,
    cwd: () => nodeProcess().cwd(),
    userId: () => nodeProcess().getuid?.() ?? -1,
    isTerminal,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

function isWindows(): boolean {
  return nodeProcess().platform === "win32";
}

/** Looks at the kind first: only a character device can be a terminal, and `node:tty` is slow to load. */
function isTerminal(stream: keyof typeof DESCRIPTORS): boolean {
  const descriptor = DESCRIPTORS[stream];
  const known = bunIsTerminal(descriptor);
  if (known !== undefined) return known;
  const look = () => nodeFs().fstatSync(descriptor).isCharacterDevice();
  return ifPresent(stream, "look at", look) === true &&
    nodeProcess().getBuiltinModule("node:tty").isatty(descriptor);
}

/** A stream gives out one reader: a second question goes on with it. */
let stdinReader: ReadableStreamDefaultReader<Uint8Array> | undefined;

/** Bun's own stream needs no `node:fs`, which an event that is answered with silence never loads. */
async function bunChunk(): Promise<Uint8Array | undefined> {
  try {
    stdinReader ??= bun()!.stdin.stream().getReader();
    return (await stdinReader.read()).value;
  } catch (error) {
    // What cannot be read (a directory, a terminal we were put behind) has nothing to say: that is its end.
    return ignoreClosed(error);
  }
}

/** `process.stdin` would load Node's streams; `readSync` could not be given up at the deadline. */
function nextChunk(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(READ_SIZE);
  return new Promise((resolve) => {
    nodeFs().read(DESCRIPTORS.stdin, buffer, 0, READ_SIZE, null, (error, count) => {
      if (error === null) resolve(count === 0 ? undefined : buffer.subarray(0, count));
      else if (errorCode(error) !== "EAGAIN") resolve(undefined);
      else setTimeout(() => resolve(nextChunk()), READ_AGAIN_MS);
    });
  });
}

// With Node's API and with Bun's, the child's streams are sockets: `>&2` works, opening `/dev/stderr` by name does not.
// Agents written for Node run their hooks the same way.

/** Resolves once the child runs: a failed start is reported by a throw or by an event. */
function startWithNode(command: Command, captures: Captures): Promise<Started> {
  const { program, args, cwd, env, stdin: text } = command;
  const process = nodeProcess();
  const child = process.getBuiltinModule("node:child_process").spawn(program, [...args], {
    cwd,
    env: { ...env },
    stdio: [text === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: !isWindows(),
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || stdout === null || stderr === null) return;
    // Nothing waits for it: a child that ends without reading everything is no failure.
    stdin?.on("error", () => stdin.destroy()).end(text);
    resolve({
      pid,
      ended: new Promise((resolve) => {
        child.once("exit", (code, signal) => {
          const { signals } = process.getBuiltinModule("node:os").constants;
          resolve({ code: code ?? 128 + (signal && signals[signal] || 0), signal: signal ?? "" });
        });
      }),
      drained: Promise.all([readTo(stdout, captures.stdout), readTo(stderr, captures.stderr)]),
      stop: () => [stdin, stdout, stderr].forEach((stream) => stream?.destroy()),
    });
  });
}

function readTo(stream: Readable, into: Capture): Promise<void> {
  stream.on("data", (chunk: Uint8Array) => into.push(chunk));
  return new Promise((resolve) => {
    for (const event of ["error", "end", "close"]) stream.once(event, () => resolve());
  });
}

/** Loading `node:child_process` would cost Bun 10 ms, more than the whole start-up. */
function startWithBun(command: Command, captures: Captures): Started {
  const { program, args, cwd, env, stdin } = command;
  const child = bun()!.spawn([program, ...args], {
    ...cwd === undefined ? {} : { cwd },
    env: { ...env },
    stdin: stdin === undefined ? "ignore" : new TextEncoder().encode(stdin),
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
    windowsHide: true,
  });
  const ended = child.exited.then((code) => ({ code, signal: child.signalCode ?? "" }));
  return startedWith(child, ended, captures);
}

function kindOf(entry: Dirent | Stats): FileKind {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}

function toStat(found: Stats | undefined): FileStat | undefined {
  return found && {
    kind: kindOf(found),
    size: found.size,
    mtime: found.mtimeMs,
    ctime: found.ctimeMs,
    inode: found.ino,
    device: found.dev,
    mode: isWindows() ? 0 : found.mode,
    owner: isWindows() ? -1 : found.uid,
  };
}
