/**
 * Which skill texts may run commands, outside the agent's permission prompts: those of plugins and the user's own; what
 * lies in a project only after `skillhook trust allow`, as long as neither it nor a file its commands name changed.
 */
import { isAbsolutePath, isInside, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { allowHint, type Plan } from "./plan.ts";
import { visibleLine } from "../base/clean_text.ts";
import { isMachine, projectBoundary, realPathOf } from "./project_boundary.ts";
import { configDirectory } from "../catalog/places.ts";

export type TrustVerdict =
  | { readonly kind: "trusted"; readonly why: string }
  /** What the user has seen and allowed: nothing else runs. */
  | Readonly<{ kind: "trusted"; why: string; plan: Plan; howToAllow: string }>
  | { readonly kind: "untrusted"; readonly why: string; readonly howToAllow: string };

interface TrustSubject {
  readonly file: string;
  /** Its whole content, as it will be run. */
  readonly text: string;
  readonly projectDir: string | undefined;
  /** Of enabled plugins, and the one the caller named. */
  readonly pluginRoots: readonly string[];
}

/** At once for plugins and the user's own skills, else after a look at the approvals. */
export function judgeTrust(
  host: Host,
  { file, text, projectDir, pluginRoots }: TrustSubject,
): Promise<TrustVerdict> | TrustVerdict {
  const project = projectBoundary(host, projectDir);
  const howToAllow = visibleLine(allowHint(file, projectDir));
  const real = realPathOf(host, file);
  if (real === undefined) return untrusted(`"${file}" cannot be found`);
  const isProjects = project.holds(real);
  if (!isProjects && project.movedTrust() === undefined) {
    if (pluginRoots.some((root) => isIn(root, real))) {
      return { kind: "trusted", why: "it belongs to a plugin" };
    }
    // docs/protocol.md, "Where skills come from"
    const own = configDirectory(host);
    if (own && ["skills", "commands"].some((name) => isIn(joinPath(own, name), real))) {
      return { kind: "trusted", why: "it lies in the user's own directory" };
    }
  }
  return judgeApproval(isProjects ? "lies in the project" : "belongs to no plugin");

  /** Whether the file lies in a directory, as named or without links, that no project can have put there. */
  function isIn(root: string, real: string): boolean {
    if (!isAbsolutePath(root, host.platform) || project.holds(root)) return false;
    // `/proc/self/cwd/../x` is another place for each process.
    if (isMachine(host, root)) return false;
    const realRoot = realPathOf(host, root);
    // The whole machine is no plugin.
    if (realRoot === undefined || /^(?:\/|[A-Za-z]:[/\\]?)$/.test(realRoot)) return false;
    if (isInside(realRoot, real, host.platform)) return true;
    // A link in a directory of the user's was put there by the user.
    return isInside(root, file, host.platform) && !/(?:^|[/\\])\.\.?(?:[/\\]|$)/.test(file);
  }

  async function judgeApproval(where: string): Promise<TrustVerdict> {
    const { skillPlan } = await import("./directive_policy.ts");
    const { planFlaw } = await import("./approval.ts");
    const plan = await skillPlan(file, text);
    const flaw = await planFlaw(host, plan, project, `the skill ${where}`);
    if (flaw !== undefined) return untrusted(flaw);
    return { kind: "trusted", why: "the user allowed it", plan, howToAllow };
  }

  function untrusted(why: string): TrustVerdict {
    return { kind: "untrusted", why: visibleLine(why), howToAllow };
  }
}
