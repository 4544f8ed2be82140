/** One record per verb: parser, help, completions and docs/commands.md are made from it. */
import { type Diagnostic, formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";

/** The rest of a verb: what it reads of a project is guarded. */
export type GuardedVerb = (host: Host) => Outcome | Promise<Outcome>;

export interface ArgumentRecord {
  readonly says: string;
  /** The directory need not be there; any other must. */
  readonly mayLack?: true;
  /** Where the term does not name them. */
  readonly choices?: readonly string[] | undefined;
  /** What a shell may offer where the choices are many or depend on the machine. */
  readonly suggest?: (host: Host) => Promise<readonly string[]>;
  /** Smallest number; 0 unless told. */
  readonly from?: number;
  readonly default?: string | number;
  /** One letter that stands for it, as other programs have it: `p` for `-p`. */
  readonly short?: string;
  readonly required?: true;
}

export interface OptionRow extends ArgumentRecord {
  /** As usage shows it: a metavariable such as `DIR`, or the choices; a flag takes nothing. */
  readonly takes?: string | undefined;
  readonly isList: boolean;
}

export interface OperandRow extends ArgumentRecord {
  readonly name: string;
  readonly optional: boolean;
  readonly many: boolean;
}

export interface VerbRow {
  readonly summary: string;
  /** An operand, as usage shows it: `NAME`, `[NAME]` where it may be left out, `[NAME…]` where there may be several. */
  readonly [operand: Uppercase<string>]: ArgumentRecord | string;
  /** `--json` is a flag; `--tasks FILE`, `--limit N` and `--by line|section` have a value, `--set A=B…` may be repeated. */
  readonly [option: `--${string}`]: ArgumentRecord | string;
  /** Options of which one at most may be given. */
  readonly oneOf?: readonly string[];
  /** What stands behind `--` is passed on instead of being operands; says what it is. */
  readonly rest?: { readonly name: string; readonly says: string };
  readonly notes?: string | readonly string[];
  /** Reads what a project's links lead to, in order to show it; every other verb gets a guarded host. */
  readonly readsOutside?: true;
  /** Begins without a file of a project, as a `QuickHost`, and may end so; else it gives back the rest of itself. */
  readonly isQuick?: true;
  /** Standard output lists findings, which are coloured on a terminal. */
  readonly findings?: true;
  /** Standard output is a text for a model or a program: changed only where it goes to a terminal. */
  readonly asIs?: true;
  /** Exit codes besides 0, 1 (failed) and 64 (wrong usage). */
  readonly exits?: Readonly<Record<number, string>>;
  readonly examples: readonly string[];
  /** Loads the verb only when it is called. It takes the {@linkcode Options} of this very record. */
  readonly load: () => Promise<
    (options: never, host: Host) => Outcome | GuardedVerb | Promise<Outcome | GuardedVerb>
  >;
}

type NameIn<Term> = Term extends `--${infer Name} ${string}` ? Name
  : Term extends `--${infer Name}` ? Name
  : never;
type KindOf<Term, R> = Term extends `${string} N` ? "count"
  : Term extends `${string}…` ? "list"
  : Term extends `${string} ${string}` ? "text"
  : R extends { readonly choices: unknown } ? "text"
  : "flag";
/** The options of a kind by name, and what there is to read. */
type OfKind<V, Kind> = {
  readonly [T in keyof V as KindOf<T, V[T]> extends Kind ? NameIn<T> : never]:
    | WordsIn<T>
    | Absent<V[T]>;
};
type WordsIn<Term> = Term extends `${string} N` ? number
  : Term extends `${string} ${infer Words}` ? Words extends Uppercase<Words> ? string : Split<Words>
  : string;
type Split<Words> = Words extends `${infer Word}|${infer Rest}` ? Word | Split<Rest> : Words;
type Absent<R> = R extends { readonly default: unknown } | { readonly required: true } ? never
  : undefined;
type Word<R> = R extends { readonly choices: readonly (infer C)[] } ? C : string;
type OperandsOf<V> = {
  readonly [T in keyof V as T extends Uppercase<T & string> ? OperandIn<T> : never]:
    | Word<V[T]>
    | (T extends `[${string}` ? undefined : never);
};
type OperandIn<Term> = Term extends `[${infer Name}]` ? Name : Term & string;

/** What a verb was given. To ask for an option that its record `V` lacks is a compile error. */
export interface Options<V> {
  readonly text: <N extends keyof OfKind<V, "text">>(name: N) => OfKind<V, "text">[N];
  readonly count: <N extends keyof OfKind<V, "count">>(name: N) => OfKind<V, "count">[N];
  readonly list: (name: keyof OfKind<V, "list">) => readonly string[];
  readonly flag: (name: keyof OfKind<V, "flag">) => boolean;
  readonly operand: <N extends keyof OperandsOf<V>>(name: N) => OperandsOf<V>[N];
  readonly operands: readonly string[];
  readonly rest: readonly string[];
  readonly misuse: (message: string) => VerbError;
}

/** Options of some verb that has the value options `N`, for what several verbs share. */
export type HasText<N extends string> = { readonly text: (name: N) => string | undefined };
/** The same with the option `N` that may be repeated. */
export type HasList<N> = Pick<Options<never>, "misuse"> & {
  readonly list: (name: N) => readonly string[];
};

/** All exit codes of all verbs. What a code means to one verb, that verb's own help says more closely. */
export const EXIT_CODES: Readonly<Record<string, string>> = {
  0: "Done",
  1: "It failed, or what was checked is not in order: standard error says what, where and what to do",
  2: 'The event is blocked: only "hooks fire" ends so, since an agent takes it for a refusal',
  4: "There is no such task (agent spawn)",
  6: "A text cannot be resolved: a value is missing, or a file includes itself (agent spawn, agent resolve)",
  10: "It does not fit the budget (agent spawn, budget check, budget truncate)",
  64: "Wrong usage: a word, a value or a directory that cannot be used; nothing was done",
};

/** Exit code of a usage error (EX_USAGE): never 2, which an agent reads as a block. */
export const EX_USAGE = 64;
export const EX_NO_TASK = 4;
export const EX_INVALID = 6;
export const EX_OVER_BUDGET = 10;

/** Ends a verb: what was named or given cannot be used. `runCommand()` prints the messages. */
export class VerbError extends Error {
  readonly messages: readonly string[];
  constructor(messages: string | readonly string[], readonly code = 1) {
    super([messages].flat().join("; "));
    this.messages = [messages].flat();
  }
}

export function success(text: string, notes: Notes = [], code = 0): Outcome {
  return { stdout: endLine(text), stderr: noteLines(notes), code };
}

export type Notes = readonly (string | Diagnostic)[];

export function noteLines(notes: Notes): string {
  const texts = notes.map((note) => typeof note === "string" ? note : formatDiagnostic(note));
  // The same flaw at four places of one file is one line.
  return [...new Set(texts)].map((text) => `skillhook: ${text}\n`).join("");
}

/** The answer of a filter, which adds nothing; but on a terminal the next prompt should not stick to the text. */
export function filtered(text: string, notes: Notes, host: Host): Outcome {
  const stdout = host.isTerminal("stdout") ? endLine(text) : text;
  return { stdout, stderr: noteLines(notes), code: 0 };
}

/** A usage error that says where help is; `name` is the verb, the group, or nothing. */
export function usageError(name: string, message: string): VerbError {
  const help = `skillhook ${name} --help`.replace("  ", " ");
  return new VerbError(`${message}\nTry '${help}'`, EX_USAGE);
}

export function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : text + "\n";
}
