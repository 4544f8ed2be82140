/** What a SKILL.md says about continuation: its name, whether it takes part, and its default exit. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { SkillFile } from "./discover.ts";

/** The part of a skill that the registry is about. */
export interface Cooperation {
  readonly name: string;
  /** `undeclared`: there is no usable `continuation` block; `refused`: it says that it takes no part. */
  readonly state: "cooperative" | "refused" | "undeclared";
  readonly defaultExit: readonly string[];
  readonly description: string;
}

/** Descriptions are for one-line lists; the whole text would make every warm start read megabytes. */
const DESCRIPTION_MAX = 240;

/**
 * Reads the fields that matter.
 *
 * @param fields The frontmatter's fields.
 * @param file Where they were found.
 * @param diagnostics Flaws are added here.
 * @returns What the skill says.
 */
export function readCooperation(
  fields: Fields,
  file: SkillFile,
  diagnostics: Diagnostic[],
): Cooperation {
  const report = (message: string) =>
    diagnostics.push(diagnose("continuation-field", file.path, message));
  const name = nameOf(own(fields, "name"), file.directory, report);
  const block = own(fields, "continuation");
  const nobody: Cooperation = { name, state: "undeclared", defaultExit: [], description: "" };
  if (block === undefined || block === null) return nobody;
  if (!isFields(block)) {
    report(`Cannot read "continuation": expected a mapping: got a ${jsonType(block)}`);
    return nobody;
  }
  const cooperative = asBoolean(own(block, "cooperative"));
  if (cooperative !== true) {
    if (cooperative === undefined && Object.hasOwn(block, "cooperative")) {
      report(`Write "cooperative: true" to take part: got ${shown(block.cooperative)}`);
    }
    return { ...nobody, state: "refused" };
  }
  if (Object.hasOwn(block, "default_exit")) {
    report(`Left out "default_exit": it is spelled "default-exit"`);
  }
  const defaultExit = exitOf(own(block, "default-exit"), report);
  return {
    name,
    state: "cooperative",
    defaultExit,
    description: describe(own(fields, "description")),
  };
}

/**
 * Whether a name can be typed after a slash and written into a `[CONTINUATION: …]` suffix.
 *
 * @param name A skill's or plugin's name.
 * @returns `false` for the empty name and for white space, control characters or one of `/ \ [ ] , : " ' ` ` `.
 */
export function isTypable(name: string): boolean {
  return name !== "" && !/[\s\p{Cc}\p{Cf}/\\[\],:"'`]/u.test(name);
}

/** Keys are the file author's: `constructor` is not a field. */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

type Report = (message: string) => void;

function nameOf(value: unknown, directory: string, report: Report): string {
  if (value === undefined || value === null) return directory;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    const name = String(value).trim();
    return name === "" ? directory : name;
  }
  report(`Cannot read "name": expected text: got a ${jsonType(value)}, using "${directory}"`);
  return directory;
}

/** The words for yes and no that the agent accepts in frontmatter (protocol section 3.1). */
function asBoolean(value: unknown): boolean | undefined {
  const word = typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).trim().toLowerCase()
    : "";
  if (["true", "yes", "on", "1"].includes(word)) return true;
  return ["false", "no", "off", "0"].includes(word) ? false : undefined;
}

/** A list of `/skill args`; a single text is a list of one. Entries that are not such are left out. */
function exitOf(value: unknown, report: Report): string[] {
  if (value === undefined || value === null) return [];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const exit: string[] = [];
  for (const item of items) {
    const text = typeof item === "string" ? item.trim() : "";
    if (isInvocation(text)) exit.push(text);
    else {report(
        `Left out of "default-exit": an entry is text such as "/commit": got ${shown(item)}`,
      );}
  }
  return exit;
}

/** A `/name`, or `/plugin:name`, that the transport can carry: a name is printed as it is. */
function isInvocation(text: string): boolean {
  const [name = ""] = text.slice(1).split(" ", 1);
  return text.startsWith("/") && !/\p{Cc}/u.test(text) && name.split(":").every(isTypable);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : jsonType(value);
}

function describe(value: unknown): string {
  if (typeof value !== "string") return "";
  const line = value.slice(0, 4 * DESCRIPTION_MAX).split(/\s/u).filter((word) => word !== "").join(
    " ",
  );
  return line.length <= DESCRIPTION_MAX ? line : cut(line);
}

/** Cuts at a blank, so that no word and no surrogate pair is split where the text has blanks. */
function cut(line: string): string {
  const head = line.slice(0, DESCRIPTION_MAX - 1);
  const blank = head.lastIndexOf(" ");
  const kept = blank > DESCRIPTION_MAX / 2
    ? head.slice(0, blank)
    : head.replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}…`;
}
