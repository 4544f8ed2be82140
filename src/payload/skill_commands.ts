/** What the commands of one skill run with: its trust, its author's choices, its directory. */
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import { DEFAULT_POLICY, readPolicyOf } from "../trust/directive_policy.ts";
import { judgeTrust } from "../trust/judge_trust.ts";
import { skillVariables } from "./build_payload.ts";
import type { SkillBundle } from "./skill_bundle.ts";

/**
 * @param deadlineMs Milliseconds for all of its commands.
 * @returns The context; a skill without commands costs no look into the approvals.
 */
export async function skillCommands(
  host: Host,
  bundle: SkillBundle,
  projectDir: string,
  deadlineMs: number,
): Promise<PreprocessContext> {
  const { path, source, pluginRoot } = bundle;
  const pluginRoots = pluginRoot === undefined ? [] : [pluginRoot];
  const mayRun = bundle.pieces.some((piece) => piece.hasCommands && piece.text.includes("!"));
  const session = host.env("CLAUDE_CODE_SESSION_ID");
  return {
    cwd: projectDir,
    variables: {
      ...skillVariables(bundle, projectDir),
      ...(session === undefined ? {} : { CLAUDE_SESSION_ID: session }),
    },
    trust: mayRun
      ? await judgeTrust(host, { file: path, text: source, projectDir, pluginRoots })
      : { kind: "trusted", why: "there is nothing to run" },
    policy: mayRun ? (await readPolicyOf(source, path)).policy : DEFAULT_POLICY,
    stateDir: stateDirectory(host),
    deadlineMs,
    path,
  };
}
