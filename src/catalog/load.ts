/** What events and verbs call: the registry from its snapshot where that still holds, else built. */
import { findLevels } from "./levels.ts";
import type { Host } from "../host/host.ts";
import type { RegistryContext, RegistryHost } from "./build.ts";
import { type CacheHost, findSnapshot, saveSnapshot } from "./cache.ts";
import { contextKey } from "./pointer.ts";
import { fromSnapshot, type RegistryView } from "./snapshot.ts";

/** What loading asks of the machine. */
export type LoadHost = RegistryHost & CacheHost & Pick<Host, "now" | "monotonic">;

/** How to load. */
export interface LoadOptions {
  /** Neither read nor write a snapshot. */
  readonly noCache?: boolean;
}

/** How it went, for `skillhook registry --explain`. */
export interface LoadRecord {
  readonly cache: "hit" | "miss" | "off";
  /** Why no snapshot was used; empty for a hit. */
  readonly reason: string;
  /** The snapshot read or written, if any. */
  readonly snapshot: string | undefined;
  /** Why none was written; empty when it was, or did not have to be. */
  readonly notWritten: string;
  /** SKILL.md files. */
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

/** A registry and how it was come by. */
export interface LoadedRegistry extends RegistryView {
  readonly record: LoadRecord;
}

/**
 * Loads the registry.
 *
 * @param host The machine.
 * @param context For whom.
 * @param options How.
 * @returns The registry; a value, not a promise, when the snapshot holds: a warm start waits for nothing.
 */
export function loadRegistry(
  host: LoadHost,
  context: RegistryContext,
  options: LoadOptions = {},
): LoadedRegistry | Promise<LoadedRegistry> {
  if (options.noCache === true) return buildOnly(host, context);
  const start = host.monotonic();
  const { levels, mainCheckout } = findLevels(host, context.projectDir);
  const key = contextKey(host, context.projectDir, [levels.at(-1), mainCheckout]);
  const { snapshot, reason, path, checked } = findSnapshot(host, key);
  const view = snapshot === undefined ? undefined : fromSnapshot(snapshot);
  const checkMs = host.monotonic() - start;
  if (view === undefined) return rebuild(host, context, { key, reason, path, checked, checkMs });
  const skills = view.paths.length;
  const times = { checkMs, buildMs: 0, writeMs: 0 };
  return {
    ...view,
    record: { cache: "hit", reason, snapshot: path, notWritten: "", skills, checked, ...times },
  };
}

async function buildOnly(host: LoadHost, context: RegistryContext): Promise<LoadedRegistry> {
  const start = host.monotonic();
  const { buildRegistry } = await import("./build.ts");
  const built = await buildRegistry(host, context);
  const times = { checkMs: 0, buildMs: host.monotonic() - start, writeMs: 0 };
  const reason = "it was turned off";
  const counts = { skills: built.paths.length, checked: 0 };
  return {
    ...built,
    record: { cache: "off", reason, snapshot: undefined, notWritten: reason, ...counts, ...times },
  };
}

interface Miss {
  readonly key: string;
  readonly reason: string;
  readonly path: string | undefined;
  readonly checked: number;
  readonly checkMs: number;
}

async function rebuild(
  host: LoadHost,
  context: RegistryContext,
  { key, reason, path, checked, checkMs }: Miss,
): Promise<LoadedRegistry> {
  const timestamp = host.now();
  const start = host.monotonic();
  const { buildRegistry } = await import("./build.ts");
  const built = await buildRegistry(host, context);
  const end = host.monotonic();
  const saved = await saveSnapshot(host, key, built, timestamp, context.projectDir, path);
  const writeMs = host.monotonic() - end;
  const snapshot = "path" in saved ? saved.path : undefined;
  const notWritten = "path" in saved ? "" : saved.reason;
  const counts = { skills: built.paths.length, checked };
  const times = { checkMs, buildMs: end - start, writeMs };
  return { ...built, record: { cache: "miss", reason, snapshot, notWritten, ...counts, ...times } };
}
