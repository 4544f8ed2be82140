/** All that skills say about themselves, for the command line: from what was parsed before, where files look as they did. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { attempt, type Host } from "../host/host.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import type { SkillManifest } from "../skill/manifest.ts";
import { buildCatalog, type CatalogQuery } from "./catalog.ts";
import type { CatalogSkill } from "./catalog_skill.ts";
import { catalogKey, loadCatalog } from "./load.ts";
import { FactsStore } from "./skill_facts.ts";
import { look } from "./sources.ts";

export interface WholeSkill extends CatalogSkill {
  readonly manifest: SkillManifest;
}

export interface WholeCatalog {
  readonly skills: readonly WholeSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes; more than any context can hold. */
const MAX_BYTES = 4 * 1024 * 1024;

export async function loadWholeCatalog(host: Host, query: CatalogQuery): Promise<WholeCatalog> {
  const isUsual = !query.onlyAdded && (query.added ?? []).length === 0;
  const usual = isUsual ? await loadCatalog(host, query) : undefined;
  const store = new FactsStore(host, isUsual ? catalogKey(host, query) : undefined);
  const { skills, diagnostics } = usual ?? await buildCatalog(host, query, store);
  const whole: WholeSkill[] = [];
  for (const skill of skills) {
    const { path, name } = skill;
    const facts = await store.read(skill, look(host, path));
    const empty = { version: "", description: "", types: [], triggers: {} };
    whole.push({ ...skill, manifest: { ...empty, ...facts?.manifest, name } });
  }
  return { skills: whole, diagnostics };
}

/** The text of a skill behind its frontmatter, trimmed; empty where there is none. */
export function readBody(host: Host, { path, form }: CatalogSkill): string {
  if (form === "manifest" || (look(host, path)?.size ?? 0) > MAX_BYTES) return "";
  const text = attempt(() => host.readText(path)) ?? "";
  const head = splitFrontmatter(text);
  if (head === "none") return text.replace(/^\uFEFF/, "").trim();
  return head === "unclosed" ? "" : head.body.trim();
}
