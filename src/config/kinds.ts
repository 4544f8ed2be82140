/** What a setting may be, as data. ADD A KIND: a member here, and the compiler names the places that need to know it. */
export type Kind =
  /** `true` or `false`; also `on`, `off`, `yes`, `no`. */
  | { readonly kind: "flag" }
  | {
    readonly kind: "whole";
    /** What is counted, in the plural. */
    readonly of: string;
    readonly min: number;
    /** Where a flag is understood, too: what it stands for. */
    readonly flag?: { readonly on: number; readonly off: number };
  }
  | WordKind
  | TextKind
  | {
    /** Texts; one alone may stand without brackets. */
    readonly kind: "list";
    readonly item: TextKind;
    readonly of: string;
    /** Of several files, all count, not only the strongest. */
    readonly isJoined?: true;
  }
  | EntriesKind
  | RecordKind
  | SectionKind;

type WordKind = { readonly kind: "word"; readonly words: readonly string[] };

/** A text that is not blank; `what` it is has an article: `a command line`. */
type TextKind = { readonly kind: "text"; readonly what: string; readonly max?: number };

/** Keys that the user chooses. Of several files the strongest counts, entry by entry. */
export interface EntriesKind {
  readonly kind: "entries";
  /** What a key is, for the documentation: `agent type`. */
  readonly key: string;
  readonly pattern?: { readonly regexp: RegExp; readonly rule: string };
  /** Keys with a meaning of their own: one that is nearly such a key is likely a slip. */
  readonly known?: readonly string[];
  readonly entry: WordKind | RecordKind;
  /** The key that a value alone, in place of the entries, stands for. */
  readonly alone?: string;
  /** `off`, `false` or nothing takes an entry of a weaker file, or a built-in one, out. */
  readonly canBeOff?: true;
  /** Keys that can be turned off and nothing else, with the reason. */
  readonly fixed?: Readonly<Record<string, string>>;
}

type Rows = Readonly<Record<string, Setting>>;

/** A value with parts, taken whole; `short` is the part that a value alone stands for. */
export type RecordKind = { readonly kind: "record"; readonly short: string; readonly fields: Rows };

/** Settings under one key. Of several files the strongest counts, setting by setting. */
export type SectionKind = { readonly kind: "section"; readonly fields: Rows };

export type Setting = Kind & {
  readonly help: string;
  readonly default?: unknown;
  /** A record without it does not count. */
  readonly isRequired?: true;
  /** A project says it only with the user's approval: it makes programs run, or keeps them from deciding. */
  readonly needsApproval?: true;
  readonly isUsersOnly?: true;
};

export type ValueOf<K> = K extends { kind: "flag" } ? boolean
  : K extends { kind: "whole" } ? number
  : K extends { kind: "word"; words: readonly (infer Word)[] } ? Word
  : K extends { kind: "text" } ? string
  : K extends { kind: "list" } ? readonly string[]
  : K extends { kind: "entries"; entry: infer Entry }
    ? ReadonlyMap<string, ValueOf<Entry> | (K extends { canBeOff: true } ? null : never)>
  : K extends { kind: "record" | "section"; fields: infer Fields }
    ? { readonly [Name in keyof Fields]: FieldOf<Fields[Name]> }
  : never;

/** A setting that no file makes has a value when it has a default, or can be empty. */
type FieldOf<F> = F extends
  { default: unknown } | { isRequired: true } | { kind: "section" | "entries" | "list" }
  ? ValueOf<F>
  : ValueOf<F> | undefined;

export type WrittenOf<K> = K extends { kind: "section"; fields: infer Fields }
  ? { readonly [Name in keyof Fields]?: WrittenOf<Fields[Name]> }
  : ValueOf<K>;

/** What is expected of a value, for messages: `a text, a mapping or off`. */
export function expectation(kind: Kind, ...more: readonly string[]): string {
  const all = [...formsOf(kind), ...more];
  const last = all.pop()!;
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}

const LINES = ['"key: value" lines'];

function formsOf(kind: Kind): readonly string[] {
  switch (kind.kind) {
    case "flag":
      return ["true", "false"];
    case "whole": {
      const number = `a whole number of ${kind.of}${kind.min > 0 ? ` from ${kind.min}` : ""}`;
      return kind.flag === undefined ? [number] : [number, "true", "false"];
    }
    case "word":
      return [`one of ${kind.words.map((word) => `"${word}"`).join(", ")}`];
    case "text":
      return [kind.what];
    case "list":
      return [`a list of ${kind.of}`];
    case "record":
      return [...formsOf(kind.fields[kind.short]!), "a mapping"];
    case "entries":
      return kind.alone === undefined ? LINES : [...formsOf(kind.entry), "a mapping"];
    case "section":
      return LINES;
  }
}
