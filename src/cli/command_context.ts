/** What the commands of a text named on the command line run with. */
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import { readPolicyOf } from "../trust/directive_policy.ts";
import { parentPath } from "../base/path.ts";
import { judgeTrust, type TrustVerdict } from "../trust/judge_trust.ts";

const DEADLINE_MS = 120_000;
const STDIN_NAME = "(standard input)";

/** The text. */
export interface CommandText {
  readonly text: string;
  /** Absolute path; `undefined` when nobody knows where the text came from. */
  readonly file: string | undefined;
  readonly projectDir: string;
  /** Whether the caller takes the responsibility. */
  readonly isAllowed: boolean;
}

/** Where the text's commands run, and whether they may. */
export async function commandContext(
  host: Host,
  { text, file, projectDir, isAllowed }: CommandText,
): Promise<PreprocessContext> {
  const skillDir = file === undefined ? undefined : parentPath(file);
  return {
    cwd: projectDir,
    variables: {
      CLAUDE_PROJECT_DIR: projectDir,
      ...(skillDir === undefined ? {} : { CLAUDE_SKILL_DIR: skillDir }),
    },
    trust: await trustOf(),
    policy: (await readPolicyOf(text, file ?? STDIN_NAME)).policy,
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
    path: file ?? STDIN_NAME,
  };

  async function trustOf(): Promise<TrustVerdict> {
    if (isAllowed) return { kind: "trusted", why: "the caller said so" };
    if (file === undefined) {
      const why = "the text came from standard input";
      return { kind: "untrusted", why, howToAllow: "skillhook agent resolve --trust" };
    }
    const root = host.env("CLAUDE_PLUGIN_ROOT");
    const pluginRoots = root === undefined ? [] : [root];
    return await judgeTrust(host, { file, text, projectDir, pluginRoots });
  }
}
