/** What events and verbs call: the catalog from its snapshot where that still holds, else built. */
import type { Host } from "../host/host.ts";
import { type BuiltCatalog, type CatalogSkill, leadsTo } from "./catalog_skill.ts";
import { findLevels } from "./levels.ts";
import { findSnapshot, openSnapshot } from "./read_snapshot.ts";
import { type Registry, registryOf } from "./registry.ts";
import type { SkillContext } from "./skill_roots.ts";
import { contextKey } from "./snapshot.ts";

/** How it went, for `skillhook chain skills --explain`. */
export interface LoadRecord {
  readonly cache: "hit" | "miss" | "off";
  /** Why no snapshot was used; empty for a hit. */
  readonly reason: string;
  readonly snapshot: string | undefined;
  /** Why none was written; empty when it was, or did not have to be. */
  readonly notWritten: string;
  readonly skills: number;
  /** Files and directories whose state was compared with the snapshot. */
  readonly checked: number;
  /** To find and check a snapshot, to build, and to write; the last two are 0 for a hit. */
  readonly checkMs: number;
  readonly buildMs: number;
  readonly writeMs: number;
}

/** A catalog and how it was come by; `skills` are made when they are asked for. */
export interface LoadedCatalog extends Pick<BuiltCatalog, "skills" | "diagnostics"> {
  readonly registry: Registry;
  readonly record: LoadRecord;
  readonly find: (name: string) => CatalogSkill | undefined;
}

/** `noCache`: no snapshot is read or written. A value, no promise, when it holds: a warm start waits for nothing. */
export function loadCatalog(
  host: Host,
  context: SkillContext,
  options: { readonly noCache?: boolean } = {},
): LoadedCatalog | Promise<LoadedCatalog> {
  if (options.noCache === true) return rebuild(host, context, undefined);
  const start = host.monotonic();
  const key = catalogKey(host, context);
  const { snapshot, ...found } = findSnapshot(host, key);
  const checkMs = host.monotonic() - start;
  if (snapshot === undefined) return rebuild(host, context, { ...found, key, checkMs });
  const { skills, find, registry } = openSnapshot(snapshot);
  const { reason, path, checked } = found;
  return {
    get skills() {
      return skills();
    },
    ...{ find, registry, diagnostics: snapshot.diagnostics },
    record: {
      ...{ cache: "hit", reason, snapshot: path, notWritten: "" },
      ...{ skills: snapshot.skills.length, checked, checkMs, buildMs: 0, writeMs: 0 },
    },
  };
}

export function catalogKey(host: Host, { projectDir, touched = [] }: SkillContext): string {
  const { levels, mainCheckout } = findLevels(host, projectDir);
  return contextKey(host, projectDir, [levels.at(-1), mainCheckout, ...touched]);
}

interface Miss extends Omit<ReturnType<typeof findSnapshot>, "snapshot"> {
  readonly key: string;
  readonly checkMs: number;
}

/** @param miss What the search for a snapshot came to; `undefined`: there was none, and nothing is kept. */
async function rebuild(
  host: Host,
  context: SkillContext,
  miss: Miss | undefined,
): Promise<LoadedCatalog> {
  const timestamp = host.now();
  const start = host.monotonic();
  const { buildCatalog } = await import("./catalog.ts");
  const { FactsStore } = await import("./skill_facts.ts");
  const { saveSnapshot } = await import("./save_snapshot.ts");
  const store = miss === undefined ? new FactsStore() : new FactsStore(host, miss.key);
  const built = await buildCatalog(host, context, store);
  const end = host.monotonic();
  const saved = miss === undefined
    ? { reason: "it was turned off" }
    : await saveSnapshot(host, miss.key, built, timestamp, context.projectDir, miss.path);
  if ("path" in saved) store.save();
  const { skills, diagnostics } = built;
  const record: LoadRecord = {
    cache: miss === undefined ? "off" : "miss",
    reason: miss?.reason ?? "it was turned off",
    ..."path" in saved
      ? { snapshot: saved.path, notWritten: "" }
      : { snapshot: undefined, notWritten: saved.reason },
    skills: skills.length,
    checked: miss?.checked ?? 0,
    checkMs: miss?.checkMs ?? 0,
    buildMs: end - start,
    writeMs: miss === undefined ? 0 : host.monotonic() - end,
  };
  const find = (name: string) => skills.find((skill) => leadsTo(skill, name));
  return { skills, find, registry: registryOf(skills), diagnostics, record };
}
