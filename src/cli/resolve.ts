/** `skillhook agent resolve`: a text with tokens → the text with what they stand for. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { parentPath } from "../base/path.ts";
import { columns } from "../base/fitted_text.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host, Outcome } from "../host/host.ts";
import { realRoots } from "../payload/include.ts";
import { commandValues, KNOWN_VALUES } from "../payload/known_values.ts";
import { resolveText } from "../payload/resolve_text.ts";
import { absolutePath, fileOperand, projectOption } from "./named_input.ts";
import { commandContext } from "./preprocess.ts";
import type { Given } from "./table.ts";
import { givenValues } from "./spawn_input.ts";
import { EX_INVALID, filtered, success, VerbError } from "./verb.ts";

/** Nothing on standard output unless the text is whole: exit 6 for a circle of references, and with `--strict` for anything left unresolved. */
export async function resolveVerb(options: Given<"agent resolve">, host: Host): Promise<Outcome> {
  const given = givenValues(options, host).values;
  const config = await loadConfig(host, projectOption(options, host));
  const commands = commandValues(config.settings);
  if (options.flag("list")) return success(valueList(commands), config.diagnostics);
  const values = new Map([...commands, ...given]);
  const text = await fileOperand(options, host);
  const { context, diagnostics } = await commandContext("agent resolve", text, options, host);
  const { path, policy } = context;
  const general = { ...options.flag("inline") && { isInline: true }, ...policy.general };
  const asked = { ...context, policy: { ...policy, general } };
  const [operand = "-"] = options.operands;
  const own = operand === "-" ? host.cwd() : parentPath(path) ?? host.cwd();
  const named = options.list("root").map((root) => absolutePath(root, host));
  const places = named.length > 0 ? named : [context.cwd, own];
  const { text: resolved, left, warnings, failures } = await resolveText(text, {
    path,
    file: operand === "-" ? undefined : host.realPath(path),
    bases: realRoots(host, [own, ...places]),
    roots: realRoots(host, places),
    values,
    variables: { CLAUDE_PROJECT_DIR: context.cwd },
    environment: { byTask: [], byUser: options.list("env") },
    commands: { kind: "run", context: () => Promise.resolve(asked), outputs: new Map() },
  }, host);
  const notes = [...config.diagnostics, ...diagnostics, ...failures, ...warnings]
    .map(formatDiagnostic);
  const isWhole = left.length === 0 || !options.flag("strict");
  if (failures.length === 0 && isWhole) return filtered(resolved, notes, host);
  if (failures.length === 0) {
    const names = left.map(({ kind, name, raw }) => kind === "variable" ? name : raw);
    notes.push(`Unresolved tokens: ${[...new Set(names)].sort().join(", ")}`);
  }
  throw new VerbError(notes, EX_INVALID);
}

/** The names, whether a run can do without them, and what they are; those of the settings last. */
function valueList(commands: ReadonlyMap<string, string>): string {
  const known = Object.entries(KNOWN_VALUES).map(([name, { isRequired, says }]) => {
    return [name, isRequired ? "required" : "-", says];
  });
  const own = [...commands].map(([name, command]) => [name, "-", `In the settings: ${command}`]);
  return columns([["NAME", "NEEDED", "IS"], ...known, ...own]);
}
