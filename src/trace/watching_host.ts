/** A machine that remembers what was asked of it. Writing stays in memory, where reading sees it; commands run for real. */
import { lastSegment } from "../base/path.ts";
import type { Command, CommandResult, FileCalls, FileStat, Host } from "../host/host.ts";
import type { NotePlace, NoteTopic, WriteOptions } from "../host/host.ts";

type FileCall = (...given: unknown[]) => unknown;
export type Watched = ReturnType<typeof watchingHost>;

export function isWriting(call: keyof FileCalls): boolean {
  return /^(?:write|create|append|make|remove|rename)/.test(call);
}

export function watchingHost(host: Host, env: Readonly<Record<string, string>> = {}) {
  const start = host.monotonic();
  /** `at` counts from the beginning of the watching. */
  const notes: { topic: NoteTopic; message: string; place: NotePlace | undefined; at: number }[] =
    [];
  /** `isThere`: whether there was something; for a writing call, whether it was done (in memory only). */
  const files: { call: keyof FileCalls; path: string; ms: number; isThere: boolean }[] = [];
  const commands: { line: string; ms: number; ended: CommandResult["kind"]; code: number }[] = [];
  const calls = Object.entries(dryFiles(host)) as [keyof FileCalls, FileCall][];
  const own = {
    ...Object.fromEntries(calls.map(([name, call]) => [name, watched(name, call)])),
    env: (name: string) => Object.hasOwn(env, name) ? env[name] : host.env(name),
    environment: () => ({ ...host.environment(), ...env }),
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

  function watched(call: keyof FileCalls, real: FileCall) {
    return (path: string, ...rest: unknown[]): unknown => {
      const start = host.monotonic();
      let isThere = false;
      try {
        const result = real(path, ...rest);
        isThere = result !== (isWriting(call) ? false : undefined);
        return result;
      } finally {
        files.push({ call, path, ms: host.monotonic() - start, isThere });
      }
    };
  }
}

type Change = { readonly stat: FileStat; readonly text?: string } | undefined;

const FILE_MODE = 0o100000;
const DIRECTORY_MODE = 0o040000;

function dryFiles(host: Host): FileCalls {
  const changes = new Map<string, Change>();
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const stat = (path: string) => ask(path, (change) => change.stat, () => host.stat(path));
  const linkStat = (path: string) => ask(path, (change) => change.stat, () => host.linkStat(path));
  const readText = (path: string) => ask(path, ({ text }) => text, () => host.readText(path));

  function ask<T>(
    path: string,
    changed: (change: NonNullable<Change>) => T | undefined,
    real: () => T | undefined,
  ): T | undefined {
    if (!changes.has(path)) return real();
    const change = changes.get(path);
    return change && changed(change);
  }

  function put(path: string, kind: FileStat["kind"], mode: number, text?: string): void {
    const [mtime, owner, size] = [host.now(), host.userId(), bytesOf(text ?? "").length];
    const stat = { kind, size, mode, owner, mtime, ctime: mtime, inode: 0, device: 0 };
    changes.set(path, text === undefined ? { stat } : { stat, text });
  }

  function write(path: string, text: string, { mode = 0o644 }: WriteOptions = {}): void {
    put(path, "file", FILE_MODE | mode, text);
  }

  return {
    stat,
    linkStat,
    readText,
    glance: (path) => ask(path, ({ text }) => text, () => host.glance(path)),
    async kinds(paths) {
      const real = await host.kinds(paths);
      return paths.map((path, index) => ask(path, ({ stat }) => stat.kind, () => real[index]));
    },
    readBytes(path, start, length) {
      const ours = ({ text = "" }) => bytesOf(text).slice(start, start + length);
      return ask(path, ours, () => host.readBytes(path, start, length));
    },
    list(path) {
      const isNew = changes.has(path) && host.stat(path) === undefined;
      const real = ask(path, () => isNew ? [] : host.list(path), () => host.list(path));
      if (real === undefined) return undefined;
      const entries = new Map(real.map((entry) => [entry.name, entry]));
      for (const [changed, change] of changes) {
        const name = lastSegment(changed, host.platform);
        if (changed !== `${path}/${name}`) continue;
        if (change === undefined) entries.delete(name);
        else entries.set(name, { name, kind: change.stat.kind });
      }
      return [...entries.values()];
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
      if (stat(path) === undefined) put(path, "directory", DIRECTORY_MODE | 0o700);
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
