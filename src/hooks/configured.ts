/** Everything that is configured for firing here: hooks from files, and the policy from `skillhook.yaml`. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { findConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import type { HookPlace, HookShape } from "./handler.ts";
import { type IsAllowed, type LoadedHooks, loadHooks } from "./load_hooks.ts";
import {
  isProjectSettings,
  type ProjectBoundary,
  projectBoundary,
  projectFileTest,
} from "../trust/project_boundary.ts";
import { NO_POLICY, type Policy } from "./policy.ts";

/** @param settings Files the caller names, in place of all others. */
export async function loadConfigured(
  host: Host,
  { projectDir, settings, shape }: {
    readonly projectDir: string;
    readonly settings: readonly string[];
    readonly shape: HookShape | undefined;
  },
): Promise<{
  readonly loaded: LoadedHooks;
  readonly policy: Policy;
  readonly project: ProjectBoundary;
}> {
  const diagnostics: Diagnostic[] = [];
  let boundary: ProjectBoundary | undefined;
  const project = () => boundary ??= projectBoundary(host, projectDir);
  const isProjectFile = projectFileTest(host, project);
  // The list of approvals is read only when there is something to approve.
  const isAllowed: IsAllowed = async (plan) => {
    const { planFlaw } = await import("../trust/approval.ts");
    return await planFlaw(host, plan, project(), "it") === undefined;
  };
  let places: readonly HookPlace[];
  if (settings.length === 0) {
    const { configuredPlaces } = await import("./hook_places.ts");
    places = configuredPlaces(host, projectDir, isProjectFile, diagnostics);
  } else {
    places = settings.map((path) => {
      return { path, scope: "settings", needsApproval: isProjectSettings(host, projectDir, path) };
    });
  }
  const loaded = await loadHooks(host, places, shape, isAllowed);
  const config = await findConfig(host, projectDir);
  let policy = NO_POLICY;
  if (config !== undefined) {
    const { approvedPolicy } = await import("./approved_policy.ts");
    policy = await approvedPolicy(config, projectDir, isProjectFile, isAllowed, diagnostics);
  }
  return {
    loaded: { ...loaded, diagnostics: [...diagnostics, ...loaded.diagnostics] },
    policy,
    project: project(),
  };
}
