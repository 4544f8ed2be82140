/** `skillhook agent resolve`: a text with tokens → the text with what they stand for. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { parentPath } from "../base/path.ts";
import type { Host, Outcome } from "../host/host.ts";
import { realRoots } from "../payload/include.ts";
import { resolveText } from "../payload/resolve_text.ts";
import { absolutePath, fileOperand } from "./named_input.ts";
import { commandContext } from "./preprocess.ts";
import type { Given } from "./table.ts";
import { givenValues } from "./values_option.ts";
import { EX_INVALID, filtered, VerbError } from "./verb.ts";

/** Nothing on standard output unless the text is whole: exit 6 for a circle of references, and with `--strict` for anything left unresolved. */
export async function resolveVerb(options: Given<"agent resolve">, host: Host): Promise<Outcome> {
  const { values } = givenValues(options, host);
  const text = await fileOperand(options, host);
  const { context, diagnostics } = await commandContext("agent resolve", text, options, host);
  const [operand = "-"] = options.operands;
  const file = operand === "-" ? undefined : context.path;
  const named = options.list("root").map((root) => absolutePath(root, host));
  const own = file === undefined ? host.cwd() : parentPath(file) ?? host.cwd();
  const places = named.length > 0 ? named : [context.cwd, own];
  const { text: resolved, left, warnings, failures } = await resolveText(text, {
    path: context.path,
    file: file === undefined ? undefined : host.realPath(file),
    bases: realRoots(host, [own, ...places]),
    roots: realRoots(host, places),
    values,
    variables: { CLAUDE_PROJECT_DIR: context.cwd },
    environment: { byTask: [], byUser: options.list("env") },
    commands: { kind: "run", context: () => Promise.resolve(context), outputs: new Map() },
  }, host);
  const notes = [...diagnostics, ...failures, ...warnings].map(formatDiagnostic);
  if (options.flag("strict") && failures.length === 0 && left.length > 0) {
    const names = left.map(({ kind, name, raw }) => kind === "variable" ? name : raw);
    notes.push(`Unresolved tokens: ${[...new Set(names)].sort().join(", ")}`);
  } else if (failures.length === 0) return filtered(resolved, notes, host);
  throw new VerbError(notes, EX_INVALID);
}
