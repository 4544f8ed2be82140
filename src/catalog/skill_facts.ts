/** What a skill's frontmatter says: plain data, kept beside the snapshot, which has only what prompts need. */
import { type Diagnostic, type Report, reportTo } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { quickHash } from "../base/quick_hash.ts";
import { findSecrets, MASK, secretMasked } from "../base/mask_secrets.ts";
import { isFields, jsonType } from "../base/json_type.ts";
import { attempt, type FileStat, type Host } from "../host/host.ts";
import { withDefaults } from "../skill/instruction_skill.ts";
import { keyLine, readSkillHead, writtenValue } from "../skill/parse_frontmatter.ts";
import { own, readManifest, type SkillManifest } from "../skill/manifest.ts";
import { loadYaml, type ParseYaml } from "../skill/yaml.ts";
import type { AgentAccess, CatalogSkill } from "./catalog_skill.ts";
import { cacheDirectory, readOwnFields } from "./own_file.ts";
import { isTypable } from "./registry.ts";
import { fingerprintOf, hasFingerprint, isUnsettled } from "./sources.ts";

export interface SkillFacts {
  readonly manifest: SkillManifest;
  /** Its default exit; `undefined`: it takes no part in chains. */
  readonly exit?: readonly string[];
  readonly exitWhen?: string;
  readonly agent: Omit<AgentAccess, "listed">;
  readonly diagnostics: readonly Diagnostic[];
}

/** One of these makes a Markdown file beside skill folders a skill itself; a README has none of them. */
const TELLING_KEYS = ["name", "description", "trigger", "triggers"];

/** The facts, whatever is wrong with the file; `undefined` for a Markdown file that is no skill. */
function readFacts(
  host: Host,
  { path, form, source }: Pick<CatalogSkill, "path" | "form" | "source">,
  stat: FileStat | undefined,
  parseYaml: ParseYaml,
): SkillFacts | undefined {
  const read = readSkillHead(host, path, form, stat, parseYaml);
  const { fields, head } = read;
  if (form === "flat" && !TELLING_KEYS.some((key) => Object.hasOwn(fields, key))) return undefined;
  const flaws: Diagnostic[] = [];
  const written = (key: string) => head && writtenValue(head.yaml, key);
  const manifest = withDefaults(readManifest(fields, written, flaws), form);
  // Here and not where it is shown: a snapshot says the same as the file it was made from. The user's own stays.
  const secrets = findSecrets(source === "project" && head ? head.yaml : "")
    .filter(({ values }) => values.some((value) => manifest.description.includes(value)));
  const description = secrets.flatMap(({ values }) => values)
    .reduce((text, value) => text.replaceAll(value, MASK), manifest.description);
  const diagnostics = [...read.diagnostics, ...secrets.map(({ kind }) => secretMasked(path, kind))];
  diagnostics.push(...flaws.map((one) => ({ ...one, path, line: head && keyLine(head, one.key) })));
  const report = reportTo(diagnostics, path);
  const chain = readChain(own(fields, "continuation"), report);
  const tools = own(fields, "allowed-tools");
  if (chain.exit?.length && hasText(tools) && !/\bSkill\b/.test(String(tools))) {
    const message =
      '"allowed-tools" lacks "Skill": the agent asks before each next step, or refuses it';
    report("chain-tools", message, {}, "Add it: chains go on by that tool");
  }
  return {
    manifest: { ...manifest, description },
    ...chain,
    agent: {
      typed: asBoolean(own(fields, "user-invocable")) !== false,
      called: asBoolean(own(fields, "disable-model-invocation")) !== true,
      forks: own(fields, "context") === "fork",
      waits: hasText(own(fields, "paths")),
    },
    diagnostics,
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
function readChain(block: unknown, report: Report): Pick<SkillFacts, "exit" | "exitWhen"> {
  const flaw = (message: string) => report("continuation-field", message);
  if (block === undefined) return {};
  if (!isFields(block)) {
    flaw(`Cannot read "continuation": expected a mapping: got a ${jsonType(block)}`);
    return {};
  }
  const cooperative = asBoolean(own(block, "cooperative"));
  if (cooperative !== true) {
    if (cooperative === undefined && Object.hasOwn(block, "cooperative")) {
      flaw(`Write "cooperative: true" to take part: got ${shown(block.cooperative)}`);
    }
    return {};
  }
  if (Object.hasOwn(block, "default_exit")) {
    flaw(`Left out "default_exit": it is spelled "default-exit"`);
  }
  const exit = [own(block, "default-exit") ?? []].flat().flatMap((item) => {
    const text = typeof item === "string" ? item.trim() : "";
    if (isInvocation(text)) return [text];
    const message = 'Left out of "default-exit": an entry is text such as "/commit": got ';
    flaw(message + shown(item));
    return [];
  });
  const when = own(block, "default-exit-when");
  if (when === undefined) return { exit };
  const exitWhen = typeof when === "string" ? when.trim() : "";
  if (/^\S+$/.test(exitWhen)) return { exit, exitWhen };
  const wanted = 'expected one word such as "--commit"';
  flaw(`Left out "default-exit-when": ${wanted}: got ${shown(when)}`);
  return { exit };
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

/** RAISE IT with every change of {@linkcode SkillFacts} or of how they are read. */
const FACTS_VERSION = 3;

/** A fingerprint and what the file said; `null`: it is no skill. */
type Row = readonly [fingerprint: readonly number[], facts: SkillFacts | null];

export class FactsStore {
  readonly #known: ReadonlyMap<string, Row>;
  readonly #rows = new Map<string, Row>();
  #isNew = false;
  #parseYaml: ParseYaml | undefined;

  /** Without a key nothing is kept. */
  constructor(readonly host: Host, readonly key?: string) {
    this.#known = key === undefined ? new Map() : readRows(host, key);
  }

  /** What a file says, parsed anew only where it looks otherwise than before; `undefined`: it is no skill. */
  async read(
    skill: Pick<CatalogSkill, "path" | "form" | "source">,
    stat: FileStat | undefined,
  ): Promise<SkillFacts | undefined> {
    const { path } = skill;
    let row = this.#rows.get(path) ?? this.#known.get(path);
    if (row === undefined || stat === undefined || !hasFingerprint(row[0], 0, stat)) {
      this.#parseYaml ??= await loadYaml();
      const facts = readFacts(this.host, skill, stat, this.#parseYaml) ?? null;
      // A file that was touched just now may change without a trace.
      const isOpen = this.key !== undefined && isUnsettled(stat, this.host.now());
      row = [isOpen ? [] : fingerprintOf(stat), facts];
      this.#isNew = true;
    }
    this.#rows.set(path, row);
    return row[1] ?? undefined;
  }

  /** Writes what was asked for; nothing when that is what was read. A failure only costs time. */
  save(): void {
    if (this.key === undefined || !this.#isNew) return;
    const path = factsPath(this.host, this.key);
    if (path === undefined) return;
    const rows = [...this.#rows].filter(([, [fingerprint]]) => fingerprint.length > 0);
    const files = Object.fromEntries(rows);
    const text = JSON.stringify({ version: FACTS_VERSION, key: this.key, files });
    attempt(() => this.host.writeText(path, text, { mode: 0o600 }));
  }
}

function factsPath(host: Host, key: string): string | undefined {
  const { directory, flaw } = cacheDirectory(host);
  if (flaw !== undefined) return undefined;
  return joinPath(directory, `skillhook-facts-${quickHash(key)}.json`);
}

function readRows(host: Host, key: string): ReadonlyMap<string, Row> {
  const path = factsPath(host, key);
  const kept = path === undefined ? {} : readOwnFields(host, path, FACTS_VERSION);
  // The file is ours alone: its rows are what a program of this version wrote.
  const rows = kept.key === key && isFields(kept.files) ? kept.files as Record<string, Row> : {};
  return new Map(Object.entries(rows));
}
