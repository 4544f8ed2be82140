/**
 * `deno task settings`: writes what is made of the settings' schema, the table in docs/settings.md and the JSON
 * Schema for editors. A test says when one of them is out of step.
 */
import { expectation, type Kind, type Setting } from "../../src/config/kinds.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { inProject, ROOT, run } from "./project.ts";

/** The generated files, from the project's root. */
export const SCHEMA_FILE = "docs/skillhook.schema.json";
export const PAGE = "docs/settings.md";

const BEGIN = "<!-- settings: begin, made by deno task settings -->";
const END = "<!-- settings: end -->";
const FLAG_WORDS = [true, false, "on", "off", "yes", "no"];

type Json = Record<string, unknown>;

/** The JSON Schema of a whole file. */
export function jsonSchema(): Json {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "skillhook.yaml",
    description: "Settings of skillhook, for a project or for a user",
    ...schemaOf(SETTINGS),
  };
}

/** One kind; what is `null` is a key without a value. */
export function schemaOf(kind: Kind): Json {
  switch (kind.kind) {
    case "flag":
      return { enum: FLAG_WORDS };
    case "whole": {
      const number = { type: "integer", minimum: kind.min };
      return kind.flag === undefined ? number : { anyOf: [number, { enum: FLAG_WORDS }] };
    }
    case "word":
      return { enum: kind.words };
    case "text": {
      const text = { type: "string", pattern: "\\S" };
      return kind.max === undefined ? text : { ...text, maxLength: kind.max };
    }
    case "list": {
      const items = schemaOf(kind.item);
      return { anyOf: [{ type: "array", items }, items] };
    }
    case "entries": {
      const entry = schemaOf(kind.entry);
      const off = { enum: [null, false, "off", "no"] };
      const value = kind.canBeOff ? { anyOf: [entry, off] } : entry;
      const fixed = Object.keys(kind.fixed ?? {}).map((key) => [key, off]);
      const known = (kind.known ?? []).map((key) => [key, value]);
      const entries = {
        type: kind.alone === undefined ? ["object", "null"] : "object",
        ...fixed.length + known.length === 0
          ? {}
          : { properties: Object.fromEntries([...fixed, ...known]) },
        additionalProperties: value,
        ...kind.pattern === undefined
          ? {}
          : { propertyNames: { pattern: kind.pattern.regexp.source } },
      };
      return kind.alone === undefined ? entries : { anyOf: [entry, entries] };
    }
    case "record": {
      const required = Object.keys(kind.fields).filter((key) => kind.fields[key]!.isRequired);
      const mapping = { type: "object", ...properties(kind.fields) };
      return {
        anyOf: [
          schemaOf(kind.fields[kind.short]!),
          required.length === 0 ? mapping : { ...mapping, required },
        ],
      };
    }
    case "section":
      return { type: ["object", "null"], ...properties(kind.fields) };
    default:
      return kind satisfies never;
  }
}

function properties(fields: Readonly<Record<string, Setting>>): Json {
  const own = Object.entries(fields).map(([name, field]) => {
    const { help, default: value } = field;
    const known = value === undefined ? {} : { default: value };
    return [name, { description: help, ...known, ...schemaOf(field) }];
  });
  return { properties: Object.fromEntries(own), additionalProperties: false };
}

/** The table of docs/settings.md. */
export function settingsTable(): string {
  const head = ["Setting", "Value", "Unless set", "What it does"];
  const rows = rowsOf(SETTINGS.fields, "", false);
  return [head, head.map(() => "-"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rowsOf(
  fields: Readonly<Record<string, Setting>>,
  path: string,
  isApproved: boolean,
): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { needsApproval, isUsersOnly } = field;
    const approved = isApproved || needsApproval === true;
    if (field.kind === "section") return rowsOf(field.fields, `${path}${name}.`, approved);
    const isEntries = field.kind === "entries";
    const own = `${path}${name}${isEntries ? `.${field.key}` : ""}`;
    const help = [
      field.help,
      ...approved ? ["[with your approval](#approval)"] : [],
      ...isUsersOnly ? ["your own file only"] : [],
      ...field.kind === "list" && field.isJoined ? ["several files add up"] : [],
    ];
    const row = [
      `\`${own}\``,
      expectation(isEntries ? field.entry : field, ...isEntries && field.canBeOff ? ["off"] : []),
      field.default === undefined ? "" : `\`${field.default}\``,
      help.join("; "),
    ];
    const value = isEntries ? field.entry : field;
    const isDeep = value.kind === "record" && (isEntries || Object.keys(value.fields).length > 1);
    return [row, ...isDeep ? rowsOf(value.fields, `${own}.`, false) : []];
  });
}

/** The page with its table as it should be. */
export function withTable(page: string): string {
  const [before, rest = ""] = page.split(BEGIN, 2);
  const after = rest.slice(rest.indexOf(END));
  return `${before}${BEGIN}\n\n${settingsTable()}\n\n${after}`;
}

if (import.meta.main) {
  const page = inProject(PAGE);
  Deno.writeTextFileSync(inProject(SCHEMA_FILE), JSON.stringify(jsonSchema(), null, 2) + "\n");
  Deno.writeTextFileSync(page, withTable(Deno.readTextFileSync(page)));
  const formatted = await run(Deno.execPath(), ["fmt", PAGE, SCHEMA_FILE], {
    cwd: decodeURIComponent(ROOT.pathname),
  });
  if (formatted?.ok !== true) throw new Error(`Cannot format ${PAGE}: ${formatted?.said}`);
  console.log(`Wrote ${PAGE} and ${SCHEMA_FILE}`);
}
