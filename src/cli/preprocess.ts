/** `skillhook preprocess`: a text with directives → the text with their outputs, for scripts. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import { readPolicyOf } from "../trust/directive_policy.ts";
import { preprocess } from "../preprocessor/preprocess.ts";
import { parentPath } from "../base/path.ts";
import { judgeTrust, type TrustVerdict } from "../trust/judge_trust.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { readAllStdin } from "./text_operand.ts";
import type { PLUMBING_VERBS } from "./plumbing_verbs.ts";
import { endLine, failure, type Options } from "./verb.ts";

const DEADLINE_MS = 120_000;
const STDIN_NAME = "(standard input)";

/** A text and where it came from. */
interface Source {
  readonly text: string;
  /** Absolute path; `undefined` for standard input. */
  readonly file: string | undefined;
}

type Given = Options<typeof PLUMBING_VERBS.preprocess>;

/** Exit 1 when a directive has no output, with a line for each on standard error. */
export async function preprocessVerb(options: Given, host: Host): Promise<Outcome> {
  const source = await readSource(options, host);
  if (typeof source === "string") return failure(source);
  const { text, file } = source;
  const projectDir = projectOption(options, host);
  const path = file ?? STDIN_NAME;
  const { policy, diagnostics } = await readPolicyOf(text, path);
  const result = await preprocess(text, {
    cwd: projectDir,
    variables: variables(options, file, projectDir, host),
    trust: await trustOf(options, source, projectDir, host),
    policy,
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
    path,
  }, host);
  const lines = [...diagnostics, ...result.diagnostics].map(formatDiagnostic);
  const stderr = lines.map((line) => `skillhook: ${line}\n`).join("");
  return { stdout: endLine(result.text), stderr, code: result.failed > 0 ? 1 : 0 };
}

async function readSource(options: Given, host: Host): Promise<Source | string> {
  const [operand = "-"] = options.operands;
  if (operand === "-") return { text: await readAllStdin(host), file: undefined };
  const file = absolutePath(operand, host);
  try {
    const text = host.readText(file);
    return text === undefined ? `Cannot read "${operand}": no such file` : { text, file };
  } catch (error) {
    if (error instanceof HostError) return `Cannot read "${operand}": ${error.code}`;
    throw error;
  }
}

/** A text on standard input comes from nobody knows where: only `--trust` lets it run commands. */
async function trustOf(
  options: Given,
  { text, file }: Source,
  projectDir: string,
  host: Host,
): Promise<TrustVerdict> {
  if (options.flag("trust")) return { kind: "trusted", why: "the caller said so" };
  if (file === undefined) {
    const howToAllow = "skillhook preprocess --trust";
    return { kind: "untrusted", why: "the text came from standard input", howToAllow };
  }
  const root = options.text("plugin-root") ?? host.env("CLAUDE_PLUGIN_ROOT");
  const pluginRoots = root === undefined || root === "" ? [] : [absolutePath(root, host)];
  return await judgeTrust(host, { file, text, projectDir, pluginRoots });
}

function variables(
  options: Given,
  file: string | undefined,
  projectDir: string,
  host: Host,
): Record<string, string> {
  const root = options.text("plugin-root");
  const known = {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_PLUGIN_ROOT: root === undefined
      ? host.env("CLAUDE_PLUGIN_ROOT")
      : absolutePath(root, host),
    CLAUDE_PLUGIN_DATA: host.env("CLAUDE_PLUGIN_DATA"),
    CLAUDE_SESSION_ID: options.text("session") ?? host.env("CLAUDE_CODE_SESSION_ID"),
    CLAUDE_SKILL_DIR: file === undefined ? undefined : parentPath(file),
  };
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
