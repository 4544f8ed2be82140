/** The linter's rules for frontmatter. ADD A KEY: a word in {@linkcode KNOWN_KEYS}. */
import { type Diagnostic, type FlawPlace, type Report, reportTo } from "../base/diagnostic.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { nearestWord, nearHint } from "../base/nearest.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import { splitSkill } from "../skill/frontmatter.ts";
import { readManifest, type SkillManifest } from "../skill/manifest.ts";
import { keyLine } from "../skill/parse_frontmatter.ts";
import { type ParseYaml, yamlFlaw } from "../skill/yaml.ts";

export interface LintedSkill extends WholeSkill {
  readonly dir: string;
  readonly fields: Fields;
  readonly text: string;
  readonly body: string;
}

/** Characters, of the specification. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 1_024;
const COMPATIBILITY_MAX = 500;
/** Characters of description and when_to_use that the agent lists of one skill. */
const LISTING_MAX = 1_536;
const WHEN_REGEXP = /\b(?:when|if|us(?:e[ds]?|ing)|for|before|after|during|while|trigger\w*)\b/i;
/** What becomes of a skill's text after a compaction (docs/skill-loading.md). */
const LIFECYCLES: readonly string[] = ["pinned", "once"];

/** The specification's, the agent's own, ours. */
export const KNOWN_KEYS: readonly string[] = `
  name description license compatibility metadata allowed-tools
  when_to_use argument-hint arguments disable-model-invocation user-invocable disallowed-tools
  model effort context agent background hooks paths shell
  version types triggers trigger continuation lifecycle skillhook tier token_budget inputs outputs
  capabilities dispatch_triggers`.trim().split(/\s+/);

type KeyReport = (code: Diagnostic["code"], message: string, key: string) => void;

export function lintFrontmatter(skill: LintedSkill, parseYaml: ParseYaml, reportAt: Report): void {
  const { text, form, fields } = skill;
  const head = splitSkill(text, form === "manifest");
  if (typeof head === "string") {
    reportMissing(text, head, reportAt);
    return;
  }
  const { yaml, yamlLine } = head;
  try {
    if (!isFields(parseYaml(yaml, yamlLine > 1) ?? {})) {
      const message = 'The frontmatter is not a mapping of "key: value" lines';
      reportAt("frontmatter-mapping", message, { line: yamlLine });
      return;
    }
  } catch (error) {
    const { reason, ...place } = yamlFlaw(error, yamlLine);
    const message = `The frontmatter is not valid YAML, agents may take nothing of it: ${reason}`;
    const line = yaml.split("\n")[place.line - yamlLine] ?? "";
    const isColon = /^[\w-]+: [^"'|>{[\s].*: /.test(line);
    const remedy = "Quote it: a text with a colon needs quotation marks";
    reportAt("frontmatter-yaml", message, place, isColon ? remedy : undefined);
  }
  const at = (key: string) => ({ line: keyLine(head, key) ?? 1, column: 1 });
  const report: KeyReport = (code, message, key) => reportAt(code, message, at(key));
  const flaws: Diagnostic[] = [];
  const written = readManifest(fields, () => undefined, flaws);
  for (const { code, key = "", message } of flaws) report(code, message, key);
  const wrong = flaws.map(({ key }) => key);
  if (!wrong.includes("name")) lintName(skill, written.name, report);
  if (!wrong.includes("description")) {
    checkLength(written.description, reportAt, at("description"));
    lintDescription(skill, written.description, report);
  }
  const { compatibility, lifecycle } = fields;
  if (typeof compatibility === "string" && compatibility.length > COMPATIBILITY_MAX) {
    const found = `"compatibility" has ${compatibility.length} characters`;
    report("compatibility-length", `${found}: at most ${COMPATIBILITY_MAX}`, "compatibility");
  }
  if (form !== "manifest") {
    checkTypes(written, reportAt, at("types"));
    lintKeys(fields, report);
    if (lifecycle !== undefined && !LIFECYCLES.includes(lifecycle as string)) {
      const got = JSON.stringify(lifecycle) + nearHint(String(lifecycle).toLowerCase(), LIFECYCLES);
      const message = `"lifecycle" is "pinned" or "once", and nothing else counts: got ${got}`;
      report("lifecycle", message, "lifecycle");
    }
  }
  if (written.triggers.keywords !== undefined) {
    const message =
      '"triggers.keywords" counts only for tasks of subagents: in a session, use files, ' +
      "languages or commands";
    report("trigger-keywords", message, "triggers");
  }
}

function reportMissing(text: string, state: "none" | "unclosed", report: Report): void {
  const lines = text.split("\n", 200);
  const first = lines.findIndex((line) => line.trim() !== "");
  if (state === "unclosed") {
    const message = 'The frontmatter never ends: the closing "---" line is missing';
    report("frontmatter-unclosed", message, { line: 1 });
  } else if (first > 0 && lines[first]!.startsWith("---")) {
    const message = "The frontmatter must start on the first line: agents take this one for text";
    report("frontmatter-first-line", message, { line: first + 1 });
  } else {
    const message = 'There is no frontmatter: "name" and "description" are required';
    report("frontmatter-missing", message, { line: 1 });
  }
}

function lintName({ form, dir }: LintedSkill, name: string, reportAt: KeyReport): void {
  const report = (code: Diagnostic["code"], message: string) => reportAt(code, message, "name");
  if (name === "") {
    if (form !== "flat") report("name-missing", '"name" is required');
    return;
  }
  const shown = JSON.stringify(name);
  if (name.length > NAME_MAX) {
    report("name-length", `The name has ${name.length} characters: at most ${NAME_MAX}`);
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    const wanted = "A name is lower-case letters and digits joined by single hyphens";
    report("name-characters", `${wanted}: got ${shown}`);
  } else if (!/^[a-z]/.test(name)) {
    const wanted = "Begin the name with a letter, some tools insist on it";
    report("name-first-letter", `${wanted}: got ${shown}`);
  }
  const directory = dir.slice(dir.lastIndexOf("/") + 1);
  if (form !== "flat" && name !== directory) {
    report("name-directory", `The name must be the directory's: it is ${shown} in "${directory}"`);
  }
}

function lintDescription(skill: LintedSkill, description: string, reportAt: KeyReport): void {
  const { form, fields: { when_to_use: when, "disable-model-invocation": isForUsers } } = skill;
  const report = (code: Diagnostic["code"], message: string) =>
    reportAt(code, message, "description");
  if (description === "") {
    const code = form === "flat" ? "description-wanted" : "description-missing";
    const why = "without it the model cannot know when to use the skill";
    report(code, `"description" is required: ${why}`);
    return;
  }
  const length = description.length + (typeof when === "string" ? when.length + 3 : 0);
  if (length > LISTING_MAX) {
    const found = `Description and when_to_use have ${length} characters`;
    report("listing-length", `${found}: the agent's list of skills cuts them at ${LISTING_MAX}`);
  }
  const isPlain = /^[ -~\s]*$/.test(description);
  if (isForUsers !== true && !when && isPlain && !WHEN_REGEXP.test(description)) {
    const message = "The description does not say when to use the skill: the model decides by it";
    report("description-when", message);
  }
  if (/<[a-zA-Z/!]/.test(description)) {
    report("description-tags", "The description holds a tag: validators refuse < and > there");
  }
}

function lintKeys(fields: Fields, report: KeyReport): void {
  for (const key of Object.keys(fields).filter((key) => !KNOWN_KEYS.includes(key))) {
    const near = nearestWord(key.toLowerCase(), KNOWN_KEYS);
    const advice = near === undefined
      ? 'neither the specification nor the agent has it, "metadata" is the place for such'
      : `did you mean "${near}"?`;
    report("unknown-key", `Unknown key ${JSON.stringify(key.slice(0, 80))}: ${advice}`, key);
  }
}

/** What a strict reader would refuse in a skill that discovery takes. */
export function ruleFlaws({ manifest, form, path }: WholeSkill): Diagnostic[] {
  const { version, description } = manifest;
  const flaws: Diagnostic[] = [];
  const flaw = reportTo(flaws, path);
  if (version === "" && form !== "flat") flaw("version-missing", "version is missing");
  if (description === "" && form !== "flat") flaw("description-missing", "description is missing");
  checkLength(description, flaw);
  if (form !== "manifest") checkTypes(manifest, flaw);
  return flaws;
}

function checkLength(description: string, report: Report, at?: FlawPlace): void {
  const length = [...description].length;
  if (length <= DESCRIPTION_MAX) return;
  const message = `The description has ${length} characters: at most ${DESCRIPTION_MAX}`;
  report("description-length", message, at);
}

function checkTypes({ types }: SkillManifest, report: Report, at?: FlawPlace): void {
  for (const type of types.filter((type) => type !== "prompt")) {
    const shown = JSON.stringify(type);
    report("types", `Type ${shown} is not allowed: instruction skills are prompt-only`, at);
  }
}
