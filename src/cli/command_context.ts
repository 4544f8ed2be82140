/** What the commands of a text named on the command line run with. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { parentPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import { readPolicyOf } from "../trust/directive_policy.ts";
import { judgeTrust, type TrustVerdict } from "../trust/judge_trust.ts";
import { absolutePath } from "./project_option.ts";

const DEADLINE_MS = 120_000;

/** The text. */
export interface CommandText {
  readonly text: string;
  /** Absolute path; `undefined` for standard input. */
  readonly file: string | undefined;
  readonly projectDir: string;
  /** You have said that its commands may run. */
  readonly isTrusted: boolean;
  /** The command line that would say so for standard input. */
  readonly stdinRemedy: string;
  /** As typed; else `$CLAUDE_PLUGIN_ROOT` counts. */
  readonly pluginRoot?: string | undefined;
  readonly session?: string | undefined;
}

/** Where the text's commands run, with which variables, and whether they may; and what is wrong with its choices. */
export async function commandContext(
  host: Host,
  given: CommandText,
): Promise<{ context: PreprocessContext; diagnostics: readonly Diagnostic[] }> {
  const { text, file, projectDir } = given;
  const path = file ?? "(standard input)";
  const { policy, diagnostics } = await readPolicyOf(text, path);
  const named = given.pluginRoot ?? host.env("CLAUDE_PLUGIN_ROOT");
  const root = named === undefined || named === "" ? undefined : absolutePath(named, host);
  const variables = {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_PLUGIN_ROOT: root,
    CLAUDE_PLUGIN_DATA: host.env("CLAUDE_PLUGIN_DATA"),
    CLAUDE_SESSION_ID: given.session ?? host.env("CLAUDE_CODE_SESSION_ID"),
    CLAUDE_SKILL_DIR: file === undefined ? undefined : parentPath(file),
  };
  const known = Object.entries(variables).filter(([, value]) => value !== undefined);
  const context = {
    cwd: projectDir,
    variables: Object.fromEntries(known as [string, string][]),
    trust: await trustOf(host, given, root === undefined ? [] : [root]),
    policy,
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
    path,
  };
  return { context, diagnostics };
}

/** Standard input does not say where a text came from: only you can let it run commands. */
async function trustOf(
  host: Host,
  { text, file, projectDir, isTrusted, stdinRemedy }: CommandText,
  pluginRoots: readonly string[],
): Promise<TrustVerdict> {
  if (isTrusted) return { kind: "trusted", why: "the caller said so" };
  if (file !== undefined) return await judgeTrust(host, { file, text, projectDir, pluginRoots });
  const why = "the text came from standard input";
  return { kind: "untrusted", why, howToAllow: stdinRemedy };
}
