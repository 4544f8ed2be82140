/** What one skill's frontmatter says that is asked for; plain data, kept between runs (`facts_store.ts`). */
import { diagnose, type Diagnostic, type Report, reportTo } from "../base/diagnostic.ts";
import { findSecrets, MASK, secretMasked } from "../base/mask_secrets.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { FileStat, Host } from "../host/host.ts";
import { isSkillText } from "../skill/located_skill.ts";
import { withDefaults } from "../skill/instruction_skill.ts";
import { keyLine, writtenValue } from "../skill/top_level_keys.ts";
import { own, readManifest, type SkillManifest } from "../skill/manifest.ts";
import { readSkillHead } from "../skill/read_skill.ts";
import type { ParseYaml } from "../skill/yaml.ts";
import type { AgentAccess, CatalogSkill } from "./catalog_skill.ts";
import { isTypable } from "./registry.ts";

export interface SkillFacts {
  readonly manifest: SkillManifest;
  /** Its default exit; `undefined`: it takes no part in chains. */
  readonly exit?: readonly string[];
  /** A word that its arguments must hold for the default exit to follow. */
  readonly exitWhen?: string;
  readonly agent: Omit<AgentAccess, "listed">;
  readonly diagnostics: readonly Diagnostic[];
}

/** The facts, whatever is wrong with the file; `undefined` for a Markdown file that is no skill. */
export function readFacts(
  host: Host,
  { path, form, source }: Pick<CatalogSkill, "path" | "form" | "source">,
  stat: FileStat | undefined,
  parseYaml: ParseYaml,
): SkillFacts | undefined {
  const skillHead = readSkillHead(host, path, form, stat, parseYaml);
  const { fields = {}, head } = skillHead;
  if (form === "flat" && !isSkillText(fields)) return undefined;
  const diagnostics = [...skillHead.diagnostics];
  const flaws: Diagnostic[] = [];
  const written = (key: string) => head && writtenValue(head.yaml, key);
  const read = withDefaults(readManifest(fields, written, flaws), form);
  // Here and not where it is shown: a snapshot is to say the same as the file that it was made from. What is yours
  // says what it says.
  const yaml = source === "project" ? head?.yaml ?? "" : "";
  const { text: description, kinds } = hideSecrets(yaml, read.description);
  diagnostics.push(...kinds.map((kind) => secretMasked(path, kind)));
  for (const flaw of flaws) {
    const at = head && keyLine(head.yaml, flaw.key ?? "");
    diagnostics.push({ ...flaw, path, ...at === undefined ? {} : { line: head!.yamlLine + at } });
  }
  const report = reportTo(diagnostics, path);
  const exit = readExit(fields, report);
  const tools = own(fields, "allowed-tools");
  if (exit !== undefined && exit.length > 0 && hasText(tools) && !/\bSkill\b/.test(String(tools))) {
    const message =
      '"allowed-tools" lacks "Skill": the agent asks before each next step, or refuses it';
    diagnostics.push(diagnose("chain-tools", path, message, "Add it: chains go on by that tool"));
  }
  const exitWhen = exit === undefined ? undefined : readExitWhen(fields, report);
  return {
    manifest: { ...read, description },
    ...exit === undefined ? {} : { exit },
    ...exitWhen === undefined ? {} : { exitWhen },
    agent: {
      typed: asBoolean(own(fields, "user-invocable")) !== false,
      called: asBoolean(own(fields, "disable-model-invocation")) !== true,
      forks: own(fields, "context") === "fork",
      waits: hasText(own(fields, "paths")),
    },
    diagnostics,
  };
}

/** @returns The text without the secrets that its source holds, and the kinds of those it held. */
function hideSecrets(source: string, text: string): { text: string; kinds: string[] } {
  const found = findSecrets(source)
    .filter(({ values }) => values.some((value) => text.includes(value)));
  const values = found.flatMap(({ values }) => values);
  return {
    text: values.reduce((hidden, value) => hidden.replaceAll(value, MASK), text),
    kinds: found.map(({ kind }) => kind),
  };
}

/** The words for yes and no that the agent accepts in frontmatter (docs/protocol.md). */
function asBoolean(value: unknown): boolean | undefined {
  const word = typeof value === "object" ? "" : String(value).trim().toLowerCase();
  if (["true", "yes", "on", "1"].includes(word)) return true;
  return ["false", "no", "off", "0"].includes(word) ? false : undefined;
}

function hasText(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === "string" && value.trim() !== "";
}

/** Whether a skill takes part in chains, and what follows when it is the last of one. */
function readExit(fields: Fields, report: Report): string[] | undefined {
  const block = own(fields, "continuation");
  if (block === undefined) return undefined;
  if (!isFields(block)) {
    const message = `Cannot read "continuation": expected a mapping: got a ${jsonType(block)}`;
    report("continuation-field", message);
    return undefined;
  }
  const cooperative = asBoolean(own(block, "cooperative"));
  if (cooperative !== true) {
    if (cooperative === undefined && Object.hasOwn(block, "cooperative")) {
      const message = `Write "cooperative: true" to take part: got ${shown(block.cooperative)}`;
      report("continuation-field", message);
    }
    return undefined;
  }
  if (Object.hasOwn(block, "default_exit")) {
    report("continuation-field", `Left out "default_exit": it is spelled "default-exit"`);
  }
  return exitOf(own(block, "default-exit"), report);
}

function readExitWhen(fields: Fields, report: Report): string | undefined {
  const value = own(own(fields, "continuation") as Fields, "default-exit-when");
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^\S+$/.test(value.trim())) return value.trim();
  const message = `Left out "default-exit-when": expected one word such as "--commit": got ${
    shown(value)
  }`;
  report("continuation-field", message);
  return undefined;
}

/** A list of `/skill args`; a single text is a list of one. Entries that are not such are left out. */
function exitOf(value: unknown, report: Report): string[] {
  if (value === undefined) return [];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const exit: string[] = [];
  for (const item of items) {
    const text = typeof item === "string" ? item.trim() : "";
    if (isInvocation(text)) exit.push(text);
    else {
      const message = 'Left out of "default-exit": an entry is text such as "/commit": got ';
      report("continuation-field", message + shown(item));
    }
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
  return typeof value === "object" ? jsonType(value) : String(value);
}
