/** A parsed file → what it says, by the schema. What is wrong is named once, by its path, and left out. */
import { cutWhole } from "../base/fitted_text.ts";
import { didYouMean } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import {
  type EntriesKind,
  expectation,
  type Kind,
  type RecordKind,
  type SectionKind,
} from "./kinds.ts";

export type SettingPath = readonly (string | number)[];

/** Words for yes and no that YAML takes for texts. */
const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[[true, true], ["on", true], ["yes", true]] as const,
  ...[[false, false], ["off", false], ["no", false]] as const,
]);
const MAX_SHOWN = 60;

/** Reads one file's values; `isUsers` tells whether the file is the user's own. */
export class ValueReader {
  constructor(
    readonly isUsers: boolean,
    readonly tell: (
      code: DiagnosticCode,
      path: SettingPath,
      message: string,
      remedy?: string,
    ) => void,
  ) {}

  section({ fields }: SectionKind, value: unknown, path: SettingPath): Fields | undefined {
    // A section whose lines are all comments is empty.
    if (value === null) return {};
    if (!isMapping(value)) return this.#wrong({ kind: "section", fields }, value, path);
    const read: Record<string, unknown> = {};
    for (const [key, inner] of this.#known(fields, value, path)) {
      const setting = fields[key]!;
      const next = [...path, key];
      if (setting.isUsersOnly && !this.isUsers) {
        const message = `Ignored "${shownPath(next)}": a project's file has no say in it`;
        const remedy = "Write it to skillhook.yaml in the agent's own directory";
        this.tell("settings-not-yours", next, message, remedy);
        continue;
      }
      const result = this.value(setting, inner, next);
      if (result !== undefined) read[key] = result;
    }
    return read;
  }

  /** `expected` is what the message names where a value alone stands for something with more forms. */
  value(kind: Kind, value: unknown, path: SettingPath, expected?: string): unknown {
    switch (kind.kind) {
      case "flag":
        return FLAGS.get(value) ?? this.#wrong(kind, value, path, expected);
      case "whole": {
        const { flag, min } = kind;
        const isOn = flag && FLAGS.get(value);
        if (isOn !== undefined) return isOn ? flag!.on : flag!.off;
        if (typeof value !== "number") return this.#wrong(kind, value, path);
        if (Number.isSafeInteger(value) && value >= min) return value;
        return this.#bad(path, `expected ${expectation(kind)}: got ${value}`);
      }
      case "word": {
        if (kind.words.includes(value as string)) return value;
        const near = typeof value === "string" ? nearestWord(value, kind.words) : undefined;
        return this.#wrong(kind, value, path, expected, didYouMean(near));
      }
      case "text": {
        if (typeof value !== "string") return this.#wrong(kind, value, path, expected);
        const { what, max = Infinity } = kind;
        if (value.trim() === "") return this.#bad(path, `expected ${what} that is not empty`);
        if (value.length <= max) return value;
        return this.#bad(path, `expected at most ${max} characters: got ${value.length}`);
      }
      case "list": {
        if (typeof value === "string") {
          return mapped(this.value(kind.item, value, path), (one) => [one]);
        }
        if (!Array.isArray(value)) return this.#wrong(kind, value, path, expected);
        // Items that are right count.
        return value.map((item, index) => this.value(kind.item, item, [...path, index]))
          .filter((item) => item !== undefined);
      }
      case "entries":
        return this.#entries(kind, value, path);
      case "record":
        return this.#record(kind, value, path, expected);
      case "section":
        return this.section(kind, value, path);
      default:
        return kind satisfies never;
    }
  }

  #entries(kind: EntriesKind, value: unknown, path: SettingPath): unknown {
    const { entry, alone, pattern, canBeOff } = kind;
    if (value === null && alone === undefined) return new Map();
    if (!isMapping(value)) {
      if (alone === undefined) return this.#wrong(kind, value, path);
      const only = this.value(entry, value, path, expectation(kind));
      return mapped(only, (one) => new Map([[alone, one]]));
    }
    const read = new Map<string, unknown>();
    for (const [key, inner] of Object.entries(value)) {
      const next = [...path, key];
      const isOff = canBeOff && (inner === null || FLAGS.get(inner) === false);
      const fixed = Object.hasOwn(kind.fixed ?? {}, key) && !isOff;
      if (pattern?.regexp.test(key) === false || fixed) {
        this.#bad(next, fixed ? kind.fixed![key]! : `the name must be ${pattern!.rule}`);
        continue;
      }
      this.#likelySlip(kind, key, next);
      const expected = expectation(entry, ...canBeOff ? ["off"] : []);
      const result = isOff ? null : this.value(entry, inner, next, expected);
      if (result !== undefined) read.set(key, result);
    }
    return read;
  }

  /** A key of the user's own choice counts as it is; a word that is nearly one of ours is pointed out. */
  #likelySlip({ known = [] }: EntriesKind, key: string, path: SettingPath): void {
    if (known.length === 0 || known.includes(key) || !/^\w+$/.test(key)) return;
    const near = nearestWord(key, known);
    if (near === undefined) return;
    const message = `"${shownPath(path)}" counts for a handler of that text only`;
    this.tell("settings-likely-slip", path, message, didYouMean(near));
  }

  /** A record with a flaw does not count; a key too many is named, and the rest counts. */
  #record(kind: RecordKind, value: unknown, path: SettingPath, expected?: string): unknown {
    const { fields, short } = kind;
    if (!isMapping(value)) {
      const only = this.value(fields[short]!, value, path, expected ?? expectation(kind));
      return mapped(only, (one) => withDefaults(kind, { [short]: one }));
    }
    const read: Record<string, unknown> = {};
    const known = this.#known(fields, value, path);
    for (const [key, inner] of known) read[key] = this.value(fields[key]!, inner, [...path, key]);
    const missing = Object.keys(fields)
      .filter((key) => fields[key]!.isRequired && !Object.hasOwn(value, key));
    // Where another key is unknown, that one is most likely the missing one, misspelt.
    if (missing.length > 0 && known.length === Object.keys(value).length) {
      this.#bad(path, `"${missing[0]}" is missing`);
    }
    const isWhole = missing.length === 0 && !Object.values(read).includes(undefined);
    return isWhole ? withDefaults(kind, read) : undefined;
  }

  /** The entries whose key is in the schema; others are named. */
  #known(fields: Readonly<Record<string, unknown>>, value: Fields, path: SettingPath) {
    return Object.entries(value).filter(([key]) => {
      if (Object.hasOwn(fields, key)) return true;
      const next = [...path, key];
      const near = nearestWord(key, Object.keys(fields));
      const message = `Unknown key "${shownPath(next)}"`;
      this.tell("settings-unknown-key", next, message, didYouMean(near));
      return false;
    });
  }

  #wrong(
    kind: Kind,
    value: unknown,
    path: SettingPath,
    expected = expectation(kind),
    remedy?: string,
  ): undefined {
    const message = `Cannot use "${shownPath(path)}": expected ${expected}: got ${shown(value)}`;
    const isWord = kind.kind === "word" && typeof value === "string";
    this.tell(isWord ? "settings-value" : "settings-type", path, message, remedy);
  }

  #bad(path: SettingPath, why: string): undefined {
    this.tell("settings-value", path, `Cannot use "${shownPath(path)}": ${why}`);
  }
}

function mapped<T>(value: unknown, make: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : make(value);
}

function withDefaults({ fields }: RecordKind, read: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      return [key, read[key] ?? (field.kind === "list" ? [] : field.default)];
    }),
  );
}

/** YAML makes dates and bytes, too. */
function isMapping(value: unknown): value is Fields {
  return isFields(value) && !(value instanceof Date) && !(value instanceof Uint8Array);
}

/** `http.allow[0]`, for messages. */
function shownPath(path: SettingPath): string {
  return path.map((part) =>
    typeof part === "number" ? `[${part}]` : `.${cutWhole(part, MAX_SHOWN)}`
  )
    .join("").slice(1);
}

function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return JSON.stringify(cutWhole(value, MAX_SHOWN));
  return value instanceof Date ? "a date" : isFields(value) ? "a mapping" : String(value);
}
