/** `skillhook preprocess`: a text with directives → the text with their outputs, for scripts. */
import { parentPath } from "../base/path.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import { preprocess } from "../preprocessor/preprocess.ts";
import { readPolicyOf } from "../trust/directive_policy.ts";
import { judgeTrust, type TrustVerdict } from "../trust/judge_trust.ts";
import { absolutePath, fileOperand, type HasOperand, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { type HasText, success } from "./verb.ts";

const DEADLINE_MS = 120_000;

export async function preprocessVerb(options: Given<"preprocess">, host: Host): Promise<Outcome> {
  const text = await fileOperand(options, host);
  const { context, diagnostics } = await commandContext("preprocess", text, options, host, {
    pluginRoot: options.text("plugin-root"),
    session: options.text("session"),
  });
  const result = await preprocess(text, context, host);
  return success(result.text, [...diagnostics, ...result.diagnostics], result.failed > 0 ? 1 : 0);
}

/** Where the commands of a verb's text run, with which variables, and whether they may; and what is wrong with its choices. */
export async function commandContext(
  verb: string,
  text: string,
  options: HasText<"project"> & HasOperand & { readonly flag: (name: "trust") => boolean },
  host: Host,
  named: { readonly pluginRoot?: string | undefined; readonly session?: string | undefined } = {},
) {
  const [operand = "-"] = options.operands;
  const file = operand === "-" ? undefined : absolutePath(operand, host);
  const path = file ?? "(standard input)";
  const projectDir = projectOption(options, host);
  const { policy, diagnostics } = await readPolicyOf(text, path);
  const pluginRoot = named.pluginRoot ?? host.env("CLAUDE_PLUGIN_ROOT");
  const root = pluginRoot ? absolutePath(pluginRoot, host) : undefined;
  const pluginRoots = root === undefined ? [] : [root];
  let trust: TrustVerdict = { kind: "trusted", why: "the caller said so" };
  if (!options.flag("trust")) {
    // Standard input does not say where a text came from: only you can let it run commands.
    trust = file !== undefined ? await judgeTrust(host, { file, text, projectDir, pluginRoots }) : {
      kind: "untrusted",
      why: "the text came from standard input",
      howToAllow: `skillhook ${verb} --trust`,
    };
  }
  const variables = {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_PLUGIN_ROOT: root,
    CLAUDE_PLUGIN_DATA: host.env("CLAUDE_PLUGIN_DATA"),
    CLAUDE_SESSION_ID: named.session ?? host.env("CLAUDE_CODE_SESSION_ID"),
    CLAUDE_SKILL_DIR: file === undefined ? undefined : parentPath(file),
  };
  const known = Object.entries(variables).filter(([, value]) => value !== undefined);
  const context: PreprocessContext = {
    cwd: projectDir,
    variables: Object.fromEntries(known as [string, string][]),
    trust,
    policy,
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
    path,
  };
  return { context, diagnostics };
}
