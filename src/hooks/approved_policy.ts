/** What settings files say about firing, as far as it counts: a project opens a gate only with the user's approval. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Config, ConfigLayer } from "../config/config_file.ts";
import { mergeSettings } from "../config/merge.ts";
import { APPROVED_KEYS } from "../config/schema.ts";
import { allowHint } from "../trust/plan.ts";
import type { IsAllowed } from "./load_hooks.ts";
import { type Policy, policyOf } from "./policy.ts";

/** What it is made from. */
export interface PolicySources {
  readonly projectDir: string;
  /** Whether the project can have written a file. */
  readonly isProjectFile: (path: string) => boolean;
  readonly isAllowed: IsAllowed;
  readonly config: Config;
  /** Flaws, and what is not approved, are added here. */
  readonly diagnostics: Diagnostic[];
}

export async function approvedPolicy(sources: PolicySources): Promise<Policy> {
  const { projectDir, isProjectFile, isAllowed, config, diagnostics } = sources;
  diagnostics.push(...config.diagnostics);
  const counting: ConfigLayer[] = [];
  for (const layer of config.layers) {
    const { path, scope, written } = layer;
    const keys = APPROVED_KEYS.filter((key) => written[key] !== undefined);
    if (keys.length === 0) continue;
    // A home or a configuration directory in the project makes nothing in it the user's.
    const isProjects = scope === "project" || isProjectFile(path);
    if (!isProjects || await isPolicyAllowed(layer, isAllowed)) counting.push(layer);
    else {
      const message = `Ignored ${keys.map((key) => `"${key}"`).join(", ")}: not approved`;
      const remedy = `If you trust it, run: ${allowHint(path, projectDir)}`;
      diagnostics.push(diagnose("settings-not-approved", path, message, remedy));
    }
  }
  return policyOf(mergeSettings(counting));
}

async function isPolicyAllowed(
  { path, text, written }: ConfigLayer,
  isAllowed: IsAllowed,
): Promise<boolean> {
  const { policyPlan } = await import("./policy_plan.ts");
  return await isAllowed(policyPlan(path, text, written));
}
