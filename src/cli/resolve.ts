/** `skillhook agent resolve`: a text with tokens → the text with what they stand for. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { type CommandMode, CommandOutputs } from "../payload/command_outputs.ts";
import { realRoots } from "../payload/locate_reference.ts";
import type { Resolution } from "../payload/resolution.ts";
import { resolveText } from "../payload/resolve_text.ts";
import { parentPath } from "../base/path.ts";
import { fileOperand } from "./budget_input.ts";
import { commandContext } from "./command_context.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { givenValues } from "./values_option.ts";
import type { AGENT_VERBS } from "./agent_verbs.ts";
import { endLine, failure, type Options } from "./verb.ts";

/** A value is missing, or a text cannot be resolved (design document 003, section 7.4). */
export const EX_INVALID = 6;
const STDIN_NAME = "(standard input)";

type Given = Options<typeof AGENT_VERBS["agent resolve"]>;

/** Exit 6 for a circle of references, and with `--strict` for anything left unresolved. */
export async function resolveVerb(options: Given, host: Host): Promise<Outcome> {
  const values = givenValues(options, host);
  if ("error" in values) return values.error;
  const text = await fileOperand(options, host);
  if (typeof text !== "string") return text.error;
  const [operand = "-"] = options.operands;
  const file = operand === "-" ? undefined : absolutePath(operand, host);
  const projectDir = projectOption(options, host);
  const named = options.list("root").map((root) => absolutePath(root, host));
  const own = file === undefined ? host.cwd() : parentPath(file) ?? host.cwd();
  const places = named.length > 0 ? named : [projectDir, own];
  const result = await resolveText(text, {
    path: file ?? STDIN_NAME,
    file: file === undefined ? undefined : host.realPath(file),
    bases: realRoots(host, [own, ...places]),
    roots: realRoots(host, places),
    values: values.values,
    variables: { CLAUDE_PROJECT_DIR: projectDir },
    environment: { byTask: [], byUser: options.list("env") },
    commands: await commandsOf(options, text, file, projectDir, host),
  }, host);
  return outcomeOf(result, options.flag("strict"), host);
}

async function commandsOf(
  options: Given,
  text: string,
  file: string | undefined,
  projectDir: string,
  host: Host,
): Promise<CommandMode> {
  const isAllowed = options.flag("trust");
  const context = await commandContext(host, { text, file, projectDir, isAllowed });
  return { kind: "run", context, outputs: new CommandOutputs() };
}

/** Nothing on standard output unless the text is whole. */
function outcomeOf(result: Resolution, isStrict: boolean, host: Host): Outcome {
  const { text, left, warnings, failures } = result;
  const lines = [...failures, ...warnings].map(formatDiagnostic);
  const stderr = lines.map((line) => `skillhook: ${line}\n`).join("");
  if (failures.length > 0) return { stdout: "", stderr, code: EX_INVALID };
  if (isStrict && left.length > 0) {
    const names = left.map(({ kind, name, raw }) => kind === "variable" ? name : raw);
    const list = [...new Set(names)].sort().join(", ");
    const last = failure(`Unresolved tokens: ${list}`, EX_INVALID);
    return { ...last, stderr: stderr + last.stderr };
  }
  // A filter adds nothing; on a terminal the next prompt should not stick to the text.
  return { stdout: host.isTerminal("stdout") ? endLine(text) : text, stderr, code: 0 };
}
