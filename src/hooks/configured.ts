/** Everything that is configured for firing here: hooks from files, and the policy from `skillhook.yaml`. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { findConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import type { HookPlace, HookShape } from "./handler.ts";
import { type IsAllowed, type LoadedHooks, loadHooks } from "./load_hooks.ts";
import { type ProjectBoundary, projectBoundary } from "../trust/project_boundary.ts";
import { isProjectSettings, projectFileTest } from "../trust/project_files.ts";
import type { PolicySources } from "./approved_policy.ts";
import { NO_POLICY, type Policy } from "./policy.ts";

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
}

/**
 * Loads hooks and policy.
 *
 * @returns All of it; its flaws are among the loaded hooks' diagnostics.
 */
export async function loadConfigured(
  host: Host,
  options: ConfiguredOptions,
): Promise<Configured> {
  const { projectDir, settings, shape } = options;
  const diagnostics: Diagnostic[] = [];
  let boundary: ProjectBoundary | undefined;
  const project = () => boundary ??= projectBoundary(host, projectDir);
  const isProjectFile = projectFileTest(project);
  // The list of approvals is read only when there is something to approve.
  const isAllowed: IsAllowed = async (plan) => {
    const { planFlaw } = await import("../trust/judge_plan.ts");
    return await planFlaw(host, plan, project(), "it") === undefined;
  };
  const places = settings.length === 0
    ? await defaultPlaces(host, projectDir, isProjectFile, diagnostics)
    : settings.map((path): HookPlace => {
      const needsApproval = isProjectSettings(host, projectDir, path);
      return { path, scope: "settings", needsApproval };
    });
  const loaded = await loadHooks(host, places, { shape, isAllowed });
  const config = await findConfig(host, projectDir);
  const policy = config === undefined
    ? NO_POLICY
    : await approvedPolicy({ isProjectFile, projectDir, isAllowed, config, diagnostics });
  return { loaded: { ...loaded, diagnostics: [...diagnostics, ...loaded.diagnostics] }, policy };
}

async function defaultPlaces(
  host: Host,
  projectDir: string,
  isProjectFile: (path: string) => boolean,
  diagnostics: Diagnostic[],
): Promise<HookPlace[]> {
  const { configuredPlaces } = await import("./hook_places.ts");
  return configuredPlaces(host, projectDir, isProjectFile, diagnostics);
}

async function approvedPolicy(sources: PolicySources): Promise<Policy> {
  const { approvedPolicy } = await import("./approved_policy.ts");
  return await approvedPolicy(sources);
}
