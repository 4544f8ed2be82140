/** What a skill says about itself, and the light entry of it that a prompt may show. */
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

export interface SkillManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly triggers: SkillTriggers;
}

/** A field of a wrong type is empty and reported. Numbers and dates (`version: 1.0`) are taken as they are `written`. */
export function readManifest(
  fields: Fields,
  written: (key: string) => string | undefined,
  flaws: Diagnostic[],
): SkillManifest {
  const text = (key: string) => {
    const value = own(fields, key);
    if (value === undefined) return "";
    if (typeof value === "string") return value.trim();
    if (value instanceof Date) return written(key) ?? "";
    if (typeof value !== "object") return (written(key) ?? String(value)).trim();
    flaws.push(diagnose("field-type", { key }, `"${key}" must be text: got ${article(value)}`));
    return "";
  };
  return {
    name: text("name"),
    version: text("version"),
    description: text("description"),
    types: listOf(own(fields, "types"), "types", flaws) ?? [],
    triggers: triggersOf(fields, flaws),
  };
}

/** `undefined` for nothing, too. Keys are the author's: `constructor` is not a field. */
export function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] ?? undefined : undefined;
}

function triggersOf(fields: Fields, flaws: Diagnostic[]): SkillTriggers {
  const lists: Record<string, readonly string[]> = {};
  const written = own(fields, "triggers");
  if (isFields(written)) {
    for (const kind of ["files", "languages", "commands", "keywords"]) {
      const list = listOf(own(written, kind), `triggers.${kind}`, flaws);
      if (list !== undefined) lists[kind] = list;
    }
  } else if (written !== undefined) {
    const message = `"triggers" must be a mapping: got ${article(written)}`;
    // Other tools have a list of words there.
    const code = Array.isArray(written) ? "triggers-list" : "field-type";
    flaws.push(diagnose(code, { key: "triggers" }, message));
  }
  const single = listOf(own(fields, "trigger"), "trigger", flaws) ?? [];
  if (single.length > 0) lists.commands = [...new Set([...single, ...lists.commands ?? []])];
  return lists;
}

/** A list, or one text with commas between its parts. */
function listOf(value: unknown, path: string, flaws: Diagnostic[]): string[] | undefined {
  if (value === undefined) return undefined;
  const flaw = (message: string) =>
    flaws.push(diagnose("field-type", { key: path.split(".", 1)[0] }, `"${path}" ${message}`));
  const items = typeof value === "string" ? splitOutsideBraces(value) : value;
  if (!Array.isArray(items)) {
    flaw(`must be a list of texts: got ${article(value)}`);
    return undefined;
  }
  const odd = items.find((item) => typeof item !== "string");
  if (odd !== undefined) flaw(`must hold only texts: got ${article(odd)} in it`);
  return items.flatMap((item) => typeof item === "string" ? item.trim() || [] : []);
}

/** `*.{ts,tsx}, *.js` are two globs. */
function splitOutsideBraces(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of text.split(/(?<=[{},])|(?=[{},])/)) {
    if (piece === "{") depth++;
    else if (piece === "}") depth = Math.max(0, depth - 1);
    if (piece === "," && depth === 0) parts.push("");
    else parts.push(parts.pop() + piece);
  }
  return parts;
}

function article(value: unknown): string {
  const type = jsonType(value);
  return type === "object" ? "an object" : type === "null" ? "nothing" : `a ${type}`;
}

/** Where a skill comes from, strongest first. ADD A SOURCE: here, and its rank in `budget/rank.ts`. */
export const SKILL_SOURCES = ["inline", "builtin", "user", "project", "plugin", "mcp"] as const;

export type IndexSource = typeof SKILL_SOURCES[number];

/** About 50 tokens, never its version or text. */
export interface SkillIndex {
  readonly name: string;
  readonly description: string;
  /** `null` without a manifest. */
  readonly types: readonly string[] | null;
  readonly triggers: SkillTriggers;
  readonly source: IndexSource;
  readonly dir: string;
}

/** With lists of its own. The manifest is `null` for a skill that says nothing. */
export function skillIndex(
  manifest: Partial<SkillManifest> | null,
  source: IndexSource,
  dir: string,
): SkillIndex {
  const { name = "", description = "", types = [], triggers = {} } = manifest ?? {};
  const known = manifest === null ? null : types;
  return structuredClone({ name, description, types: known, triggers, source, dir });
}
