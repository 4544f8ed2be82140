/** The text of one settings file → what it says, by the schema. What is wrong is named once, by line and column, and left out. */
import { diagnose, type Diagnostic, didYouMean, placeOf } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { cutWhole } from "../base/fitted_text.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { loadYaml, yamlFlaw } from "../skill/yaml.ts";
import type { ConfigPlace } from "./config_file.ts";
import type { EntriesKind, Kind, RecordKind, SectionKind } from "./kinds.ts";
import { expectation } from "./kinds.ts";
import { SETTINGS, type Written } from "./schema.ts";

/** A stranger's project may have a file with nothing right in it. */
const MAX_FLAWS = 100;
const MAX_SHOWN = 60;
/** Words for yes and no that YAML takes for texts. */
const WORDS = { on: true, yes: true, off: false, no: false };
const FLAGS = new Map<unknown, boolean>([[true, true], [false, false], ...Object.entries(WORDS)]);

/** `written` is absent where there is nothing in it, or nothing can be read. */
export async function readWritten(
  text: string,
  { path, scope }: Pick<ConfigPlace, "path" | "scope">,
): Promise<{ readonly written?: Written; readonly flaws: readonly Diagnostic[] }> {
  const unreadable = (why: string, at: { line?: number; column?: number } = {}) => ({
    flaws: [diagnose("settings-unreadable", { path, ...at }, `Cannot read settings: ${why}`)],
  });
  const parseYaml = await loadYaml();
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (error) {
    const { reason, ...place } = yamlFlaw(error, 1);
    return unreadable(reason, place);
  }
  if (value === null) return { flaws: [] };
  if (!isFields(value)) return unreadable(`expected "key: value" lines: got a ${jsonType(value)}`);
  const reader = new SettingReader(path, scope === "user");
  const written = reader.section(SETTINGS, value, []) as Written;
  if (reader.found.length === 0) return { written, flaws: [] };
  const { offsetOf } = await import("../base/json_tree.ts");
  const { readYamlTree } = await import("../skill/yaml_tree.ts");
  const { root } = readYamlTree(text);
  const flaws: Diagnostic[] = reader.found.slice(0, MAX_FLAWS)
    .map(([at, flaw]) => ({ offset: offsetOf(root, at) ?? 0, flaw }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, flaw }) => ({ ...flaw, ...placeOf(text, offset) }));
  const more = reader.found.length - flaws.length;
  if (more > 0) flaws.push(diagnose("settings-more", path, `${more} more flaws of this file`));
  return { written, flaws };
}

type SettingPath = readonly (string | number)[];

/** Reads the values of one file; what none of them can be is `undefined`, and among what was `found` wrong. */
class SettingReader {
  readonly found: [SettingPath, Diagnostic][] = [];

  constructor(readonly path: string, readonly isUsers: boolean) {}

  section(kind: SectionKind, value: unknown, at: SettingPath): Fields | undefined {
    // A section whose lines are all comments is empty.
    if (value === null) return {};
    if (!isMapping(value)) return this.#wrong(kind, value, at);
    const read: Record<string, unknown> = {};
    for (const [key, inner] of this.#known(kind.fields, value, at)) {
      const setting = kind.fields[key]!;
      const next = [...at, key];
      if (setting.isUsersOnly && !this.isUsers) {
        const message = `Ignored "${shownPath(next)}": a project's file has no say in it`;
        const remedy = "Write it to skillhook.yaml in the agent's own directory";
        this.#tell("settings-not-yours", next, message, remedy);
        continue;
      }
      const result = this.#value(setting, inner, next);
      if (result !== undefined) read[key] = result;
    }
    return read;
  }

  /** `expected` is what the message names where a value alone stands for something with more forms. */
  #value(kind: Kind, value: unknown, at: SettingPath, expected = expectation(kind)): unknown {
    switch (kind.kind) {
      case "flag":
        return FLAGS.get(value) ?? this.#wrong(kind, value, at, expected);
      case "whole": {
        const isOn = kind.flag && FLAGS.get(value);
        if (isOn !== undefined) return isOn ? kind.flag!.on : kind.flag!.off;
        if (typeof value !== "number") return this.#wrong(kind, value, at, expected);
        if (Number.isSafeInteger(value) && value >= kind.min) return value;
        return this.#bad(at, `expected ${expected}: got ${value}`);
      }
      case "word":
        if (kind.words.includes(value as string)) return value;
        return this.#wrong(kind, value, at, expected);
      case "text": {
        if (typeof value !== "string") return this.#wrong(kind, value, at, expected);
        const { what, max = Infinity } = kind;
        if (value.trim() === "") return this.#bad(at, `expected ${what} that is not empty`);
        if (value.length <= max) return value;
        return this.#bad(at, `expected at most ${max} characters: got ${value.length}`);
      }
      case "list": {
        if (typeof value === "string") {
          const only = this.#value(kind.item, value, at);
          return only && [only];
        }
        if (!Array.isArray(value)) return this.#wrong(kind, value, at, expected);
        // Items that are right count.
        return value.map((item, index) => this.#value(kind.item, item, [...at, index]))
          .filter((item) => item !== undefined);
      }
      case "entries":
        return this.#entries(kind, value, at);
      case "record":
        return this.#record(kind, value, at, expected);
      case "section":
        return this.section(kind, value, at);
      default:
        return kind satisfies never;
    }
  }

  #entries(kind: EntriesKind, value: unknown, at: SettingPath): unknown {
    const { entry, alone, pattern, canBeOff, known = [] } = kind;
    if (value === null && alone === undefined) return new Map();
    if (!isMapping(value)) {
      if (alone === undefined) return this.#wrong(kind, value, at);
      const only = this.#value(entry, value, at, expectation(kind));
      return only && new Map([[alone, only]]);
    }
    const expected = expectation(entry, ...canBeOff ? ["off"] : []);
    const read = new Map<string, unknown>();
    for (const [key, inner] of Object.entries(value)) {
      const next = [...at, key];
      const isOff = canBeOff && (inner === null || FLAGS.get(inner) === false);
      const fixed = Object.hasOwn(kind.fixed ?? {}, key) && !isOff;
      if (pattern?.regexp.test(key) === false || fixed) {
        this.#bad(next, fixed ? kind.fixed![key]! : `the name must be ${pattern!.rule}`);
        continue;
      }
      // A key of the user's own choice counts as it is; a word that is nearly one of ours is pointed out.
      const near = known.includes(key) || !/^\w+$/.test(key) ? undefined : nearestWord(key, known);
      if (near !== undefined) {
        const message = `"${shownPath(next)}" counts for a handler of that text only`;
        this.#tell("settings-likely-slip", next, message, didYouMean(near));
      }
      const result = isOff ? null : this.#value(entry, inner, next, expected);
      if (result !== undefined) read.set(key, result);
    }
    return read;
  }

  /** A record with a flaw does not count; a key too many is named, and the rest counts. */
  #record({ fields, short }: RecordKind, value: unknown, at: SettingPath, expected: string) {
    const read: Record<string, unknown> = {};
    if (isMapping(value)) {
      const known = this.#known(fields, value, at);
      for (const [key, inner] of known) read[key] = this.#value(fields[key]!, inner, [...at, key]);
      const missing = Object.keys(fields)
        .find((key) => fields[key]!.isRequired && !Object.hasOwn(value, key));
      // Where another key is unknown, that one is most likely the missing one, misspelt.
      if (missing !== undefined && known.length === Object.keys(value).length) {
        this.#bad(at, `"${missing}" is missing`);
      }
      if (missing !== undefined) return undefined;
    } else read[short] = this.#value(fields[short]!, value, at, expected);
    if (Object.values(read).includes(undefined)) return undefined;
    const whole = Object.entries(fields).map(([key, field]) => {
      return [key, read[key] ?? (field.kind === "list" ? [] : field.default)];
    });
    return Object.fromEntries(whole);
  }

  #known(fields: Readonly<Record<string, unknown>>, value: Fields, at: SettingPath) {
    return Object.entries(value).filter(([key]) => {
      if (Object.hasOwn(fields, key)) return true;
      const next = [...at, key];
      const near = nearestWord(key, Object.keys(fields));
      const message = `Unknown key "${shownPath(next)}"`;
      this.#tell("settings-unknown-key", next, message, didYouMean(near));
      return false;
    });
  }

  #wrong(kind: Kind, value: unknown, at: SettingPath, expected = expectation(kind)): undefined {
    const message = `Cannot use "${shownPath(at)}": expected ${expected}: got ${shown(value)}`;
    const isWord = kind.kind === "word" && typeof value === "string";
    const near = isWord ? nearestWord(value, kind.words) : undefined;
    this.#tell(isWord ? "settings-value" : "settings-type", at, message, didYouMean(near));
  }

  #bad(at: SettingPath, why: string): undefined {
    this.#tell("settings-value", at, `Cannot use "${shownPath(at)}": ${why}`);
  }

  #tell(code: DiagnosticCode, at: SettingPath, message: string, remedy?: string): void {
    this.found.push([at, diagnose(code, this.path, message, remedy)]);
  }
}

/** YAML makes dates and bytes, too. */
function isMapping(value: unknown): value is Fields {
  return isFields(value) && !(value instanceof Date) && !(value instanceof Uint8Array);
}

/** `http.allow[0]`, for messages. */
function shownPath(path: SettingPath): string {
  const parts = path.map((part) =>
    typeof part === "number" ? `[${part}]` : `.${cutWhole(part, MAX_SHOWN)}`
  );
  return parts.join("").slice(1);
}

function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return JSON.stringify(cutWhole(value, MAX_SHOWN));
  return value instanceof Date ? "a date" : isFields(value) ? "a mapping" : String(value);
}
