/**
 * Which skill texts may run commands. We run them outside the agent's permission prompts, so this is
 * the boundary: plugins and the user's own skills may; what lies in a project may only after
 * `skillhook trust allow`, and only as long as neither it nor the files its commands name have changed.
 */
import { isAbsolutePath, isInside, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { allowHint, type Plan } from "./plan.ts";
import { visibleLine } from "../base/clean_text.ts";
import {
  isMachine,
  type ProjectBoundary,
  projectBoundary,
  realPathOf,
} from "./project_boundary.ts";
import { configDirectory } from "../catalog/places.ts";

export type TrustVerdict =
  | { readonly kind: "trusted"; readonly why: string }
  /** What the user has seen and allowed: nothing else runs. */
  | {
    readonly kind: "trusted";
    readonly why: string;
    readonly plan: Plan;
    readonly howToAllow: string;
  }
  | { readonly kind: "untrusted"; readonly howToAllow: string; readonly why: string };

/** Its `text` is the whole content, as read and as it will be run. */
interface TrustSubject {
  readonly file: string;
  readonly text: string;
  readonly projectDir: string | undefined;
  /** Roots of enabled plugins, and the root the caller named. */
  readonly pluginRoots: readonly string[];
}

/** At once for plugins and the user's own skills, else after a look into the list of approvals. */
export function judgeTrust(
  host: Host,
  { file, text, projectDir, pluginRoots }: TrustSubject,
): Promise<TrustVerdict> | TrustVerdict {
  const howToAllow = () => visibleLine(allowHint(file, projectDir));
  const project = projectBoundary(host, projectDir);
  const real = realPathOf(host, file);
  const untrusted = (why: string): TrustVerdict => {
    return { kind: "untrusted", why: visibleLine(why), howToAllow: howToAllow() };
  };
  if (real === undefined) return untrusted(`"${file}" cannot be found`);
  if (!project.holds(real) && project.movedTrust() === undefined) {
    const isIn = (roots: readonly string[]) =>
      roots.some((root) => belongs(host, file, real, root, project));
    if (isIn(pluginRoots)) return { kind: "trusted", why: "it belongs to a plugin" };
    // docs/protocol.md, "Where skills come from"
    const own = configDirectory(host);
    if (own !== undefined && isIn(["skills", "commands"].map((name) => joinPath(own, name)))) {
      return { kind: "trusted", why: "it lies in the user's own directory" };
    }
  }
  return judgeApproval();

  async function judgeApproval(): Promise<TrustVerdict> {
    const { skillPlan } = await import("./directive_policy.ts");
    const { planFlaw } = await import("./approval.ts");
    const plan = await skillPlan(file, text);
    const place = project.holds(real!)
      ? "the skill lies in the project"
      : "the skill belongs to no plugin";
    const flaw = await planFlaw(host, plan, project, place);
    if (flaw !== undefined) return untrusted(flaw);
    return { kind: "trusted", why: "the user allowed it", plan, howToAllow: howToAllow() };
  }
}

/** Whether a file lies in a directory, as named or without links, that no project can have put there. */
function belongs(
  host: Host,
  file: string,
  real: string,
  root: string,
  project: ProjectBoundary,
): boolean {
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
