/** A machine that remembers what was asked of it and how long that took, for `explain` and `replay`. */
import type { Command, CommandResult, Host, NotePlace, NoteTopic } from "../host/host.ts";
import { dryFiles, type FileCalls } from "./dry_files.ts";

/** Why a handler decided as it did. */
export interface NoteRecord {
  readonly topic: NoteTopic;
  readonly message: string;
  readonly place: NotePlace | undefined;
  /** Milliseconds since the watching began. */
  readonly at: number;
}

/** One file call. */
export interface FileRecord {
  readonly call: keyof FileCalls;
  readonly path: string;
  readonly ms: number;
  /** Whether there was something; for a writing call, whether it was done (in memory only). */
  readonly isThere: boolean;
}

/** One command. */
export interface CommandRecord {
  readonly line: string;
  readonly ms: number;
  readonly ended: CommandResult["kind"];
  readonly code: number;
}

/** The machine to hand to a handler, and what it remembers. */
export interface Watched {
  readonly host: Host;
  readonly notes: NoteRecord[];
  readonly files: FileRecord[];
  readonly commands: CommandRecord[];
}

/** Calls that would change something. */
export const WRITING: readonly (keyof FileCalls)[] = [
  "writeText",
  "createText",
  "appendText",
  "makeDirectory",
  "remove",
  "renameDirectory",
];

/** Watches a machine. Files are read for real and written in memory; commands run for real. */
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
      return Object.fromEntries(
        entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
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
  const wrapped: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    wrapped[name] = (path: string, ...rest: unknown[]): unknown => {
      const start = host.monotonic();
      let result: unknown;
      let isThere = false;
      try {
        result = (call as (...args: unknown[]) => unknown)(path, ...rest);
        isThere = WRITING.includes(name as keyof FileCalls)
          ? result !== false
          : result !== undefined;
      } finally {
        const ms = host.monotonic() - start;
        files.push({ call: name as keyof FileCalls, path, ms, isThere });
      }
      return result;
    };
  }
  return wrapped as unknown as FileCalls;
}
