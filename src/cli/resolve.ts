/** `skillhook agent resolve`: a text with tokens → the text with what they stand for. */
import { type Diagnostic, formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { CommandOutputs } from "../payload/command_outputs.ts";
import { realRoots } from "../payload/locate_reference.ts";
import type { Resolution } from "../payload/resolution.ts";
import { resolveText } from "../payload/resolve_text.ts";
import { parentPath } from "../base/path.ts";
import { fileOperand } from "./named_input.ts";
import { commandContext } from "./command_context.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { givenValues } from "./values_option.ts";
import type { Given } from "./table.ts";
import { filtered, VerbError } from "./verb.ts";

/** Exit code: a value is missing, or a text cannot be resolved. */
export const EX_INVALID = 6;

/** Exit 6 for a circle of references, and with `--strict` for anything left unresolved. */
export async function resolveVerb(options: Given<"agent resolve">, host: Host): Promise<Outcome> {
  const values = givenValues(options, host);
  const text = await fileOperand(options, host);
  const [operand = "-"] = options.operands;
  const file = operand === "-" ? undefined : absolutePath(operand, host);
  const projectDir = projectOption(options, host);
  const named = options.list("root").map((root) => absolutePath(root, host));
  const own = file === undefined ? host.cwd() : parentPath(file) ?? host.cwd();
  const places = named.length > 0 ? named : [projectDir, own];
  const { context, diagnostics } = await commandContext(host, {
    ...{ text, file, projectDir, isTrusted: options.flag("trust") },
    stdinRemedy: "skillhook agent resolve --trust",
  });
  const result = await resolveText(text, {
    path: context.path,
    file: file === undefined ? undefined : host.realPath(file),
    bases: realRoots(host, [own, ...places]),
    roots: realRoots(host, places),
    values: values.values,
    variables: { CLAUDE_PROJECT_DIR: projectDir },
    environment: { byTask: [], byUser: options.list("env") },
    commands: { kind: "run", context, outputs: new CommandOutputs() },
  }, host);
  return outcomeOf(result, diagnostics, options.flag("strict"), host);
}

/** Nothing on standard output unless the text is whole. */
function outcomeOf(
  result: Resolution,
  flaws: readonly Diagnostic[],
  isStrict: boolean,
  host: Host,
): Outcome {
  const { text, left, warnings, failures } = result;
  const notes = [...flaws, ...failures, ...warnings].map(formatDiagnostic);
  if (isStrict && failures.length === 0 && left.length > 0) {
    const names = left.map(({ kind, name, raw }) => kind === "variable" ? name : raw);
    notes.push(`Unresolved tokens: ${[...new Set(names)].sort().join(", ")}`);
  } else if (failures.length === 0) return filtered(text, notes, host);
  throw new VerbError(notes, EX_INVALID);
}
