/**
 * The seam to the machine, so that a test can state a whole world as a literal. Expected absence is `undefined`;
 * anything else that goes wrong with a file throws {@linkcode HostError}; a command that fails is a value.
 */
import type { Post, PostResult } from "./post.ts";

export type FileKind = "file" | "directory" | "link" | "other";

/** Times are milliseconds since 1970, with fractions where the runtime offers them; a 0 may mean that it has none. */
export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  readonly device: number;
  /** Permission bits and type bits as POSIX has them; 0 on Windows. */
  readonly mode: number;
  /** Numeric owner; -1 on Windows. */
  readonly owner: number;
}

/** A symbolic link is reported as a link, not as its target. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** A file call failed for another reason than absence; `code` is POSIX's, such as `EACCES`, or `EUNKNOWN`. */
export class HostError extends Error {
  override readonly name = "HostError";

  constructor(readonly code: string, readonly path: string, message: string, more?: ErrorOptions) {
    super(message, more);
  }
}

/** For callers to whom a file out of reach is as good as an absent one. */
export function attempt<T>(ask: () => T | undefined): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

export interface WriteOptions {
  /** POSIX permission bits, exactly these whatever the umask; unless told 0o644, as the umask leaves it. */
  readonly mode?: number;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Closed at once when absent. */
  readonly stdin?: string;
  /** Until the whole process group is sent SIGTERM, and `graceMs` (200 unless told) later SIGKILL. */
  readonly deadlineMs: number;
  readonly graceMs?: number;
  /** Bytes kept of each of stdout and stderr (half head, half tail); more is drained and counted. */
  readonly outputCap: number;
}

export interface CapturedOutput {
  /** The first bytes, all of them when nothing was dropped. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Bytes between head and tail that were read and not kept. */
  readonly dropped: number;
}

export interface CommandResult {
  /** `exited` with a code, `signaled` by name, `timeout` (killed by us), or `unstartable`. */
  readonly kind: "exited" | "signaled" | "timeout" | "unstartable";
  /** 127 (not found) or 126 (not executable) when `unstartable`. */
  readonly code: number;
  /** Such as `SIGKILL`, or empty. */
  readonly signal: string;
  /** Why it could not start, or empty. */
  readonly reason: string;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly durationMs: number;
}

export interface StdinResult {
  readonly bytes: Uint8Array;
  readonly end: "complete" | "eof" | "deadline" | "too-large";
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export type NoteTopic =
  | "decoded"
  | "tier"
  | "registry"
  | "shortcut"
  | "chain"
  | "skill"
  | "marker"
  | "trust"
  | "commands"
  | "budget"
  | "decision";

export interface NotePlace {
  readonly path: string;
  readonly word?: string;
}

/** What a handler says about its reasons, as `host.note?.(…)`: nothing is made when nobody watches. */
export type Note = (topic: NoteTopic, message: string, place?: NotePlace) => void;

export interface AgentWays {
  readonly agent: string;
  /** Folders that it lists itself: in each directory of a project, and absolute paths. */
  readonly projectSkills: readonly string[];
  readonly userSkills: readonly string[];
  readonly listsDeep?: true;
  /** How the model runs a skill, on one line; absent: it reads the skill's file. */
  readonly call?: (skill: string, args: string) => string;
  /** What names a skill in a prompt, besides a slash. */
  readonly sigil?: string;
  /** It loads every skill that a prompt names, at once. */
  readonly loadsAll?: true;
  /** Its limit for one text is in UTF-8 bytes. */
  readonly countsBytes?: true;
}

export interface FileCalls {
  /** As UTF-8 (invalid bytes become U+FFFD, a BOM is kept). A device or a pipe, maybe behind a link, fails with `EFTYPE`. */
  readText(path: string): string | undefined;
  /** For small files where only the user writes: no look before, any failure is `undefined`; it spares Bun the file module. */
  glance(path: string): string | undefined;
  /** Links are followed; `other` where it cannot be told. It spares the same, for files mostly absent. */
  kinds(paths: readonly string[]): Promise<readonly (FileKind | undefined)[]>;
  /** Fewer at the end; devices and pipes fail here, too. */
  readBytes(path: string, start: number, length: number): Uint8Array | undefined;
  /** In no particular order; what is no directory is absent. */
  list(path: string): DirectoryEntry[] | undefined;
  /** Follows links: one that dangles, or a loop, is absent. */
  stat(path: string): FileStat | undefined;
  linkStat(path: string): FileStat | undefined;
  realPath(path: string): string | undefined;
  /** By a temporary file beside the target and a rename: a reader sees the old or the new text, never a part. */
  writeText(path: string, text: string, options?: WriteOptions): void;
  /** Makes a file that must not exist yet; `false` when it does. Never follows a link. */
  createText(path: string, text: string, options?: WriteOptions): boolean;
  appendText(path: string, text: string, options?: WriteOptions): void;
  /** With its parents; existing ones are left as they are. */
  makeDirectory(path: string, options?: WriteOptions): void;
  /** A file, a link (never its target) or an empty directory; `false` when absent. */
  remove(path: string): boolean;
  /** In one step; `false` when there is something already, but for an empty directory. */
  renameDirectory(from: string, to: string): boolean;
}

export interface Host extends FileCalls {
  /** `linux`, `darwin`, `windows` or another name the runtime gives. */
  readonly platform: string;
  /** Such as `deno 2.9.6` or `bun 1.4.5`. */
  readonly engine: string;
  readonly args: readonly string[];
  executable(): string;
  /** An empty value counts as absent. */
  env(name: string): string | undefined;
  /** Variables that our own command line gives: the environment has no say in them. */
  readonly pinned?: ReadonlySet<string>;
  environment(): Record<string, string>;
  cwd(): string;
  userId(): number;
  processId(): number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a clock that only goes forward. */
  monotonic(): number;
  /** 16 digits that no other process has. */
  randomHex(): string;
  /** 64 hexadecimal digits; at once where the engine can. */
  sha256(content: string | Uint8Array<ArrayBuffer>): string | Promise<string>;

  /** Reads until `isComplete` says so of a chunk: agents leave the pipe open. Else to the end, the deadline or the limit. */
  readStdin(
    options: { deadlineMs: number; maxBytes: number },
    isComplete: (chunk: Uint8Array) => boolean,
  ): Promise<StdinResult>;
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** In its own process group; never throws for what the command does. */
  run(command: Command): Promise<CommandResult>;
  /** Never throws for what the network does. `stream` gives a good answer piece by piece as it comes. */
  post(request: Post): Promise<PostResult>;
  stream(request: Post): AsyncGenerator<string, PostResult>;
  /** Writes a part of the answer before its end; `false` when the reader has gone away. Throws HostError. */
  say(text: string): boolean;
  sleep(ms: number): Promise<void>;
  /** Ends the commands that still run, writes the outcome and ends the process; code 0 becomes 1 if it cannot be written. */
  finish(outcome: Outcome): never;
  /** Absent in Claude Code. */
  readonly ways?: AgentWays;
  /** Absent unless `skillhook explain` or the log watches. */
  readonly note?: Note;
}

/** The machine without the calls that read a project's files: those are guarded, and a guard takes time to load. */
export type QuickHost = Omit<Host, "readText" | "readBytes">;
