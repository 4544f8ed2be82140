/**
 * A machine that remembers what was asked of it and how long that took, for `explain` and `replay`. Nothing is written:
 * that stays in memory, and reading sees it. So the real handler runs as in a hook, and the next hook finds everything
 * as it was. Commands run for real.
 */
import { lastSegment } from "../base/path.ts";
import type {
  Command,
  CommandResult,
  DirectoryEntry,
  FileCalls,
  FileStat,
  Host,
  NotePlace,
  NoteTopic,
  WriteOptions,
} from "../host/host.ts";

export const WRITING = [
  ...["writeText", "createText", "appendText"] as const,
  ...["makeDirectory", "remove", "renameDirectory"] as const,
] as readonly (keyof FileCalls)[];

interface NoteRecord {
  readonly topic: NoteTopic;
  readonly message: string;
  readonly place: NotePlace | undefined;
  /** Milliseconds since the watching began. */
  readonly at: number;
}

interface FileRecord {
  readonly call: keyof FileCalls;
  readonly path: string;
  readonly ms: number;
  /** Whether there was something; for a writing call, whether it was done (in memory only). */
  readonly isThere: boolean;
}

export interface CommandRecord {
  readonly line: string;
  readonly ms: number;
  readonly ended: CommandResult["kind"];
  readonly code: number;
}

export interface Watched {
  readonly host: Host;
  readonly notes: NoteRecord[];
  readonly files: FileRecord[];
  readonly commands: CommandRecord[];
}

export function watchingHost(
  host: Host,
  env: Readonly<Record<string, string | undefined>> = {},
): Watched {
  const start = host.monotonic();
  const notes: NoteRecord[] = [];
  const files: FileRecord[] = [];
  const commands: CommandRecord[] = [];
  const own = {
    ...watched(dryFiles(host), host, files),
    env: (name: string) => Object.hasOwn(env, name) ? env[name] : host.env(name),
    environment() {
      const entries = Object.entries({ ...host.environment(), ...env });
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    },
    async run(command: Command) {
      const result = await host.run(command);
      const { durationMs: ms, kind: ended, code } = result;
      commands.push({ line: [command.program, ...command.args].join(" "), ms, ended, code });
      return result;
    },
    note(topic: NoteTopic, message: string, place?: NotePlace) {
      notes.push({ topic, message, place, at: host.monotonic() - start });
    },
  };
  return { host: Object.assign(Object.create(host) as Host, own), notes, files, commands };
}

function watched(calls: FileCalls, host: Host, files: FileRecord[]): FileCalls {
  const wrapped = Object.entries(calls).map(([name, call]) => {
    const wrapper = (path: string, ...rest: unknown[]): unknown => {
      const start = host.monotonic();
      let isThere = false;
      try {
        const result = (call as (...args: unknown[]) => unknown)(path, ...rest);
        const isWriting = WRITING.includes(name as keyof FileCalls);
        isThere = isWriting ? result !== false : result !== undefined;
        return result;
      } finally {
        const ms = host.monotonic() - start;
        files.push({ call: name as keyof FileCalls, path, ms, isThere });
      }
    };
    return [name, wrapper];
  });
  return Object.fromEntries(wrapped) as FileCalls;
}

/** What stands in a path's place: a file with its text, a directory, or nothing. */
type Change = { readonly stat: FileStat; readonly text?: string } | undefined;

const FILE_MODE = 0o100000;
const DIRECTORY_MODE = 0o040000;

function dryFiles(host: Host): FileCalls {
  const changes = new Map<string, Change>();

  function ask<T>(
    path: string,
    changed: (change: NonNullable<Change>) => T | undefined,
    real: () => T | undefined,
  ): T | undefined {
    if (!changes.has(path)) return real();
    const change = changes.get(path);
    return change && changed(change);
  }

  const stat = (path: string) => ask(path, (change) => change.stat, () => host.stat(path));
  const linkStat = (path: string) => ask(path, (change) => change.stat, () => host.linkStat(path));
  const readText = (path: string) => ask(path, ({ text }) => text, () => host.readText(path));

  function write(path: string, text: string, { mode = 0o644 }: WriteOptions = {}): void {
    const size = new TextEncoder().encode(text).length;
    changes.set(path, { stat: statOf("file", size, FILE_MODE | mode, host), text });
  }

  return {
    ...{ stat, linkStat, readText },
    glance: (path) => ask(path, ({ text }) => text, () => host.glance(path)),
    async kinds(paths) {
      const real = await host.kinds(paths);
      return paths.map((path, index) => ask(path, ({ stat }) => stat.kind, () => real[index]));
    },
    readBytes: (path, start, length) =>
      ask(
        path,
        ({ text = "" }) => new TextEncoder().encode(text).slice(start, start + length),
        () => host.readBytes(path, start, length),
      ),
    list(path) {
      const isNew = changes.has(path) && host.stat(path) === undefined;
      const real = ask(path, () => isNew ? [] : host.list(path), () => host.list(path));
      return real && withChanges(path, real, changes, host.platform);
    },
    realPath: (path) => ask(path, () => path, () => host.realPath(path)),
    writeText: write,
    createText(path, text, options) {
      if (linkStat(path) !== undefined) return false;
      write(path, text, options);
      return true;
    },
    appendText: (path, text, options) => write(path, (readText(path) ?? "") + text, options),
    makeDirectory(path) {
      if (stat(path) !== undefined) return;
      changes.set(path, { stat: statOf("directory", 0, DIRECTORY_MODE | 0o700, host) });
    },
    remove(path) {
      const isThere = linkStat(path) !== undefined;
      if (isThere) changes.set(path, undefined);
      return isThere;
    },
    // Only the command line does this, never what is watched.
    renameDirectory: () => false,
  };
}

function withChanges(
  path: string,
  real: readonly DirectoryEntry[],
  changes: ReadonlyMap<string, Change>,
  platform: string,
): DirectoryEntry[] {
  const entries = new Map(real.map((entry) => [entry.name, entry]));
  for (const [changed, change] of changes) {
    const name = lastSegment(changed, platform);
    if (changed !== `${path}/${name}`) continue;
    if (change === undefined) entries.delete(name);
    else entries.set(name, { name, kind: change.stat.kind });
  }
  return [...entries.values()];
}

function statOf(kind: FileStat["kind"], size: number, mode: number, host: Host): FileStat {
  const now = host.now();
  const owner = host.userId();
  return { kind, size, mode, owner, mtime: now, ctime: now, inode: 0, device: 0 };
}
