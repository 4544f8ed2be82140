/** What events and verbs call: the catalog from its snapshot where that still holds, else built. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import type { CatalogHost } from "./catalog.ts";
import { type CatalogSkill, leadsTo } from "./catalog_skill.ts";
import { findSnapshot } from "./find_snapshot.ts";
import { findLevels } from "./levels.ts";
import { openSnapshot } from "./open_snapshot.ts";
import { contextKey } from "./pointer.ts";
import { type Registry, registryOf } from "./registry.ts";
import type { SavingHost } from "./save_snapshot.ts";
import type { SkillContext } from "./skill_roots.ts";

/** What loading asks of the machine. */
export type LoadHost = CatalogHost & SavingHost & Pick<Host, "now" | "monotonic">;

/** How to load. */
export interface LoadOptions {
  /** Neither read nor write a snapshot. */
  readonly noCache?: boolean;
}

/** How it went, for `skillhook chain skills --explain`. */
export interface LoadRecord {
  readonly cache: "hit" | "miss" | "off";
  /** Why no snapshot was used; empty for a hit. */
  readonly reason: string;
  /** The snapshot read or written, if any. */
  readonly snapshot: string | undefined;
  /** Why none was written; empty when it was, or did not have to be. */
  readonly notWritten: string;
  /** Skills. */
  readonly skills: number;
  /** Files and directories whose state was compared with the snapshot. */
  readonly checked: number;
  /** Milliseconds to find and check a snapshot. */
  readonly checkMs: number;
  /** Milliseconds to build, the YAML library's loading included; 0 for a hit. */
  readonly buildMs: number;
  /** Milliseconds to write; 0 for a hit. */
  readonly writeMs: number;
}

/** A catalog and how it was come by. */
export interface LoadedCatalog {
  /** Strongest source first, by path within a root; made when it is asked for. */
  readonly skills: readonly CatalogSkill[];
  /** The part of it that chains are made of. */
  readonly registry: Registry;
  readonly diagnostics: readonly Diagnostic[];
  readonly record: LoadRecord;
  /** The skill that a name leads to. */
  readonly find: (name: string) => CatalogSkill | undefined;
}

/**
 * Loads the catalog.
 *
 * @returns A value, not a promise, when the snapshot holds: a warm start waits for nothing.
 */
export function loadCatalog(
  host: LoadHost,
  context: SkillContext,
  options: LoadOptions = {},
): LoadedCatalog | Promise<LoadedCatalog> {
  if (options.noCache === true) return rebuild(host, context, undefined);
  const start = host.monotonic();
  const key = catalogKey(host, context);
  const { snapshot, reason, path, checked } = findSnapshot(host, key);
  const checkMs = host.monotonic() - start;
  if (snapshot === undefined) {
    return rebuild(host, context, { key, reason, path, checked, checkMs });
  }
  const { skills, find, registry } = openSnapshot(snapshot);
  const how = { cache: "hit", reason, snapshot: path, notWritten: "" } as const;
  const counts = { skills: snapshot.skills.length, checked };
  return {
    get skills() {
      return skills();
    },
    ...{ find, registry, diagnostics: snapshot.diagnostics },
    record: { ...how, ...counts, checkMs, buildMs: 0, writeMs: 0 },
  };
}

/** Everything but file contents that a catalog depends on, as one text. */
export function catalogKey(host: LoadHost, { projectDir, touched = [] }: SkillContext): string {
  const { levels, mainCheckout } = findLevels(host, projectDir);
  return contextKey(host, projectDir, [levels.at(-1), mainCheckout, ...touched]);
}

interface Miss {
  readonly key: string;
  readonly reason: string;
  readonly path: string | undefined;
  readonly checked: number;
  readonly checkMs: number;
}

/** @param miss What the search for a snapshot came to; `undefined`: there was none, and nothing is kept. */
async function rebuild(
  host: LoadHost,
  context: SkillContext,
  miss: Miss | undefined,
): Promise<LoadedCatalog> {
  const timestamp = host.now();
  const start = host.monotonic();
  const { buildCatalog } = await import("./catalog.ts");
  const { FactsStore } = await import("./facts_store.ts");
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
    snapshot: "path" in saved ? saved.path : undefined,
    notWritten: "path" in saved ? "" : saved.reason,
    skills: skills.length,
    checked: miss?.checked ?? 0,
    checkMs: miss?.checkMs ?? 0,
    buildMs: end - start,
    writeMs: miss === undefined ? 0 : host.monotonic() - end,
  };
  const find = (name: string) => skills.find((skill) => leadsTo(skill, name));
  return { skills, find, registry: registryOf(skills), diagnostics, record };
}
