/** Everything that is configured for firing here: hooks from files, and the policy from `skillhook.yaml`. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Config, type ConfigLayer, loadConfig } from "../config/config_file.ts";
import { mergeSettings } from "../config/merge.ts";
import { APPROVED_KEYS } from "../config/schema.ts";
import type { Host } from "../host/host.ts";
import { allowHint } from "../trust/allow_hint.ts";
import type { HookPlace, HookShape } from "./handler.ts";
import { type IsAllowed, type LoadedHooks, loadHooks } from "./load_hooks.ts";
import { isProjectSettings, projectFileTest } from "../trust/project_files.ts";
import { type Policy, policyOf } from "./policy.ts";

/** What to load. */
export interface ConfiguredOptions {
  readonly projectDir: string;
  /** Files the caller names, in place of all others. */
  readonly settings: readonly string[];
  readonly shape: HookShape | undefined;
}

/** What there is. */
export interface Configured {
  readonly loaded: LoadedHooks;
  readonly policy: Policy;
  /** All settings, approved or not. */
  readonly config: Config;
}

/**
 * Loads hooks and policy.
 *
 * @param host The machine.
 * @param options Which.
 * @returns All of it; its flaws are among the loaded hooks' diagnostics.
 */
export async function loadConfigured(
  host: Host,
  options: ConfiguredOptions,
): Promise<Configured> {
  const { projectDir, settings, shape } = options;
  const diagnostics: Diagnostic[] = [];
  // The list of approvals is read only when there is something to approve.
  const isAllowed: IsAllowed = async (plan) => {
    const { planFlaw } = await import("../trust/judge_plan.ts");
    const { projectBoundary } = await import("../trust/project_boundary.ts");
    return await planFlaw(host, plan, projectBoundary(host, projectDir), "it") === undefined;
  };
  const places = settings.length === 0
    ? await defaultPlaces(host, projectDir, diagnostics)
    : settings.map((path): HookPlace => {
      const needsApproval = isProjectSettings(host, projectDir, path);
      return { path, scope: "settings", needsApproval };
    });
  const loaded = await loadHooks(host, places, { shape, isAllowed });
  const config = await loadConfig(host, projectDir);
  diagnostics.push(...config.diagnostics);
  const layers = await approvedLayers(host, projectDir, isAllowed, config, diagnostics);
  return {
    loaded: { ...loaded, diagnostics: [...diagnostics, ...loaded.diagnostics] },
    policy: policyOf(mergeSettings(layers)),
    config,
  };
}

async function defaultPlaces(
  host: Host,
  projectDir: string,
  diagnostics: Diagnostic[],
): Promise<HookPlace[]> {
  const { configuredPlaces } = await import("./hook_places.ts");
  return configuredPlaces(host, projectDir, projectFileTest(host, projectDir), diagnostics);
}

/** The files whose word on firing counts: a project may name a judge or open a gate only with the user's approval. */
async function approvedLayers(
  host: Host,
  projectDir: string,
  isAllowed: IsAllowed,
  { layers }: Config,
  diagnostics: Diagnostic[],
): Promise<ConfigLayer[]> {
  const counting: ConfigLayer[] = [];
  for (const layer of layers) {
    const { path, scope, written } = layer;
    const keys = APPROVED_KEYS.filter((key) => written[key] !== undefined);
    if (keys.length === 0) continue;
    // A home or a configuration directory in the project makes nothing in it the user's.
    const isProjects = scope === "project" || projectFileTest(host, projectDir)(path);
    if (!isProjects || await isPolicyAllowed(layer, isAllowed)) counting.push(layer);
    else {
      const message = `Ignored ${keys.map((key) => `"${key}"`).join(", ")}: not approved`;
      const remedy = `If you trust it, run: ${allowHint(path, projectDir)}`;
      diagnostics.push(diagnose("settings-not-approved", path, message, remedy));
    }
  }
  return counting;
}

async function isPolicyAllowed(
  { path, text, written }: ConfigLayer,
  isAllowed: IsAllowed,
): Promise<boolean> {
  const { policyPlan } = await import("./policy_plan.ts");
  return await isAllowed(policyPlan(path, text, written));
}
