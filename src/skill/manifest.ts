/** What a skill says about itself, whichever file says it: and the light entry of it that a prompt may show. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";

/** When a skill wants to be thought of. Lists that the author did not write are absent. */
export interface SkillTriggers {
  /** Globs, see `glob.ts`. */
  readonly files?: readonly string[];
  readonly languages?: readonly string[];
  /** Slash commands as written, such as `/commit`. */
  readonly commands?: readonly string[];
  /** For the tasks of subagents alone: in a session, words in prose are no precise sign. */
  readonly keywords?: readonly string[];
}

/** A skill without its text. What the author left out is empty. */
export interface SkillManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly triggers: SkillTriggers;
}

export const TRIGGER_KINDS = ["files", "languages", "commands", "keywords"] as const;

/**
 * A field of a wrong type is empty and reported. Numbers and dates that YAML made of plain text (`version: 1.0`) are
 * taken as `written` has them: the text behind a top-level key, as in the file.
 */
export function readManifest(
  fields: Fields,
  written: (key: string) => string | undefined,
  flaws: Diagnostic[],
): SkillManifest {
  const text = (key: string) => textOf(fields, key, written, flaws);
  return {
    name: text("name"),
    version: text("version"),
    description: text("description"),
    types: listOf(own(fields, "types"), "types", "types", flaws) ?? [],
    triggers: triggersOf(fields, flaws),
  };
}

/** `undefined` for nothing, too. Keys are the author's: `constructor` is not a field. */
export function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] ?? undefined : undefined;
}

function textOf(
  fields: Fields,
  key: string,
  written: (key: string) => string | undefined,
  flaws: Diagnostic[],
): string {
  const value = own(fields, key);
  if (value === undefined) return "";
  if (typeof value === "string") return value.trim();
  if (!isFields(value) && !Array.isArray(value)) return (written(key) ?? String(value)).trim();
  if (value instanceof Date) return written(key) ?? "";
  flaws.push(diagnose("field-type", { key }, `"${key}" must be text: got ${article(value)}`));
  return "";
}

function triggersOf(fields: Fields, flaws: Diagnostic[]): SkillTriggers {
  const lists: { -readonly [Kind in keyof SkillTriggers]: SkillTriggers[Kind] } = {};
  const written = own(fields, "triggers");
  if (isFields(written)) {
    for (const kind of TRIGGER_KINDS) {
      const list = listOf(own(written, kind), "triggers", `triggers.${kind}`, flaws);
      if (list !== undefined) lists[kind] = list;
    }
  } else if (written !== undefined) {
    const message = `"triggers" must be a mapping: got ${article(written)}`;
    // Other tools have a list of words there.
    const code = Array.isArray(written) ? "triggers-list" : "field-type";
    flaws.push(diagnose(code, { key: "triggers" }, message));
  }
  const single = listOf(own(fields, "trigger"), "trigger", "trigger", flaws) ?? [];
  if (single.length > 0) lists.commands = [...new Set([...single, ...lists.commands ?? []])];
  return lists;
}

/** A list, or one text with commas between its parts. */
function listOf(
  value: unknown,
  key: string,
  shown: string,
  flaws: Diagnostic[],
): string[] | undefined {
  if (value === undefined) return undefined;
  const items = typeof value === "string" ? splitOutsideBraces(value) : value;
  if (!Array.isArray(items)) {
    const message = `"${shown}" must be a list of texts: got ${article(value)}`;
    flaws.push(diagnose("field-type", { key }, message));
    return undefined;
  }
  const texts = items.filter((item): item is string => typeof item === "string")
    .map((item) => item.trim()).filter((item) => item !== "");
  const odd = items.find((item) => typeof item !== "string");
  if (odd !== undefined) {
    const message = `"${shown}" must hold only texts: got ${article(odd)} in it`;
    flaws.push(diagnose("field-type", { key }, message));
  }
  return texts;
}

/** `*.{ts,tsx}, *.js` are two globs. */
function splitOutsideBraces(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    if (character === "{") depth++;
    else if (character === "}") depth = Math.max(0, depth - 1);
    else if (character === undefined || (character === "," && depth === 0)) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return parts;
}

function article(value: unknown): string {
  const type = jsonType(value);
  return type === "object" ? "an object" : type === "null" ? "nothing" : `a ${type}`;
}

// The light entry of a skill that a prompt may show: about 50 tokens, never its version or text.

/** Where a skill comes from, strongest first. ADD A SOURCE: here, and its rank in `budget/rank.ts`. */
export const SKILL_SOURCES = ["inline", "builtin", "user", "project", "plugin", "mcp"] as const;

export type IndexSource = typeof SKILL_SOURCES[number];

export interface SkillIndex {
  readonly name: string;
  readonly description: string;
  /** `null` without a manifest. */
  readonly types: readonly string[] | null;
  readonly triggers: SkillTriggers;
  readonly source: IndexSource;
  readonly dir: string;
}

/** Lists are copied: whoever changes one changes nothing else. The manifest is `null` for a skill that says nothing. */
export function skillIndex(
  manifest: Partial<SkillManifest> | null,
  source: IndexSource,
  dir: string,
): SkillIndex {
  return {
    name: manifest?.name ?? "",
    description: manifest?.description ?? "",
    types: manifest === null ? null : [...manifest.types ?? []],
    triggers: copyTriggers(manifest?.triggers ?? {}),
    source,
    dir,
  };
}

function copyTriggers(triggers: SkillTriggers): SkillTriggers {
  const present = TRIGGER_KINDS.filter((kind) => triggers[kind] !== undefined);
  return Object.fromEntries(present.map((kind) => [kind, [...triggers[kind]!]]));
}
