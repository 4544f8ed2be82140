/**
 * The linter's rules for frontmatter: the specification's, then the agent's, then ours. ADD A KEY: a word in the list.
 */
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { isFields } from "../base/json_type.ts";
import { nearestWord, nearHint } from "../base/nearest.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { keyLine } from "../skill/top_level_keys.ts";
import { readManifest } from "../skill/manifest.ts";
import { type ParseYaml, yamlFlaw } from "../skill/yaml.ts";
import { checkLength, checkTypes, type LintedSkill } from "./rule_flaws.ts";

/** Characters, of the specification. */
const NAME_MAX = 64;
const COMPATIBILITY_MAX = 500;
/** Characters of description and when_to_use that the agent lists of one skill. */
const LISTING_MAX = 1_536;
const WHEN_REGEXP = /\b(?:when|if|us(?:e[ds]?|ing)|for|before|after|during|while|trigger\w*)\b/i;
/** What becomes of a skill's text after a compaction (docs/skill-loading.md). */
const LIFECYCLES: readonly string[] = ["pinned", "once"];
const NAME_REGEXP = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function lintFrontmatter(skill: LintedSkill, parseYaml: ParseYaml, report: Report): void {
  const { text, form } = skill;
  const head = form === "manifest" ? { yaml: text, yamlLine: 1 } : splitFrontmatter(text);
  if (typeof head === "string") {
    reportMissing(text, head, report);
    return;
  }
  const { yaml, yamlLine } = head;
  const at = (key: string) => {
    const found = keyLine(yaml, key);
    return { line: found === undefined ? 1 : yamlLine + found, column: 1 };
  };
  try {
    const value = parseYaml(yaml, yamlLine > 1) ?? {};
    if (!isFields(value)) {
      const message = 'The frontmatter is not a mapping of "key: value" lines';
      report("frontmatter-mapping", message, { line: yamlLine });
      return;
    }
  } catch (error) {
    const { reason, ...place } = yamlFlaw(error, yamlLine);
    const message = `The frontmatter is not valid YAML, agents may take nothing of it: ${reason}`;
    const line = yaml.split("\n")[place.line - yamlLine] ?? "";
    const isColon = /^[\w-]+: [^"'|>{[\s].*: /.test(line);
    const remedy = "Quote it: a text with a colon needs quotation marks";
    report("frontmatter-yaml", message, place, isColon ? remedy : undefined);
  }
  const flaws: Diagnostic[] = [];
  const written = readManifest(skill.fields, () => undefined, flaws);
  for (const { code, key = "", message } of flaws) report(code, message, at(key));
  const wrong = new Set(flaws.map(({ key }) => key));
  if (!wrong.has("name")) lintName(skill, written.name, report, at("name"));
  if (!wrong.has("description")) lintDescription(skill, written.description, report, at);
  const compatibility = skill.fields.compatibility;
  if (typeof compatibility === "string" && compatibility.length > COMPATIBILITY_MAX) {
    const message =
      `"compatibility" has ${compatibility.length} characters: at most ${COMPATIBILITY_MAX}`;
    report("compatibility-length", message, at("compatibility"));
  }
  if (form !== "manifest") {
    checkTypes(written, report, at("types"));
    lintKeys(skill, report, at);
    const { lifecycle } = skill.fields;
    if (lifecycle !== undefined && !LIFECYCLES.includes(lifecycle as string)) {
      const message = `"lifecycle" is "pinned" or "once", and nothing else counts: got ${
        JSON.stringify(lifecycle)
      }${nearHint(String(lifecycle).toLowerCase(), LIFECYCLES)}`;
      report("lifecycle", message, at("lifecycle"));
    }
  }
  if (written.triggers.keywords !== undefined) {
    const message =
      '"triggers.keywords" counts only for tasks of subagents: in a session, use files, ' +
      "languages or commands";
    report("trigger-keywords", message, at("triggers"));
  }
}

function reportMissing(text: string, state: "none" | "unclosed", report: Report): void {
  if (state === "unclosed") {
    const message = 'The frontmatter never ends: the closing "---" line is missing';
    report("frontmatter-unclosed", message, { line: 1 });
    return;
  }
  const lines = text.split("\n", 200);
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first > 0 && lines[first]!.startsWith("---")) {
    const message = "The frontmatter must start on the first line: agents take this one for text";
    report("frontmatter-first-line", message, { line: first + 1 });
  } else {
    const message = 'There is no frontmatter: "name" and "description" are required';
    report("frontmatter-missing", message, { line: 1 });
  }
}

type Place = { readonly line: number; readonly column: number };

function lintName(skill: LintedSkill, name: string, report: Report, place: Place): void {
  const { form, dir } = skill;
  if (name === "") {
    if (form !== "flat") report("name-missing", '"name" is required', place);
    return;
  }
  if (name.length > NAME_MAX) {
    const message = `The name has ${name.length} characters: at most ${NAME_MAX}`;
    report("name-length", message, place);
  }
  if (!NAME_REGEXP.test(name)) {
    const message = "A name is lower-case letters and digits joined by single hyphens: got " +
      JSON.stringify(name);
    report("name-characters", message, place);
  } else if (!/^[a-z]/.test(name)) {
    const message = `Begin the name with a letter, some tools insist on it: got "${name}"`;
    report("name-first-letter", message, place);
  }
  const directory = dir.slice(dir.lastIndexOf("/") + 1);
  if (form !== "flat" && name !== directory) {
    const shown = JSON.stringify(name);
    report(
      "name-directory",
      `The name must be the directory's: it is ${shown} in "${directory}"`,
      place,
    );
  }
}

function lintDescription(
  { form, fields }: LintedSkill,
  description: string,
  report: Report,
  at: (key: string) => Place,
): void {
  const place = at("description");
  if (description === "") {
    const message =
      '"description" is required: without it the model cannot know when to use the skill';
    report(form === "flat" ? "description-wanted" : "description-missing", message, place);
    return;
  }
  checkLength(description, report, place);
  const more = typeof fields.when_to_use === "string" ? fields.when_to_use.length + 3 : 0;
  if (description.length + more > LISTING_MAX) {
    const message = `Description and when_to_use have ${description.length + more} characters: ` +
      `the agent's list of skills cuts them at ${LISTING_MAX}`;
    report("listing-length", message, place);
  }
  const isForModel = fields["disable-model-invocation"] !== true && !fields.when_to_use;
  if (isForModel && /^[ -~\s]*$/.test(description) && !WHEN_REGEXP.test(description)) {
    const message = "The description does not say when to use the skill: the model decides by it";
    report("description-when", message, place);
  }
  if (/<[a-zA-Z/!]/.test(description)) {
    const message = "The description holds a tag: validators refuse < and > there";
    report("description-tags", message, place);
  }
}

function lintKeys({ fields }: LintedSkill, report: Report, at: (key: string) => Place): void {
  for (const key of Object.keys(fields)) {
    if (KNOWN_KEYS.includes(key)) continue;
    const near = nearestWord(key.toLowerCase(), KNOWN_KEYS);
    const advice = near === undefined
      ? 'neither the specification nor the agent has it, "metadata" is the place for such'
      : `did you mean "${near}"?`;
    const message = `Unknown key ${JSON.stringify(key.slice(0, 80))}: ${advice}`;
    report("unknown-key", message, at(key));
  }
}

/** The specification's, the agent's own, ours. */
export const KNOWN_KEYS: readonly string[] = [
  ...["name", "description", "license", "compatibility", "metadata", "allowed-tools"],
  ...["when_to_use", "argument-hint", "arguments", "disable-model-invocation", "user-invocable"],
  ...["disallowed-tools", "model", "effort", "context", "agent", "background", "hooks", "paths"],
  ...["shell", "version", "types", "triggers", "trigger", "continuation", "lifecycle", "skillhook"],
  ...["tier", "token_budget", "inputs", "outputs", "capabilities", "dispatch_triggers"],
];
