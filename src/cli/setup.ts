/** `skillhook setup`: from a lone binary to the first chain. Hooks and skills in one step, tried, and what to type. */
import { counted } from "../base/fitted_text.ts";
import type { Host, Outcome } from "../host/host.ts";
import {
  binaryOption,
  carryOut,
  choose,
  dryRun,
  type Installation,
  planInstallation,
  surprises,
} from "./installation.ts";
import { installScope, projectDirectory } from "./install_scope.ts";
import { ask } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

const FIRST_CHAIN = "/design plans/foo, /plan-adhoc and /orchestrate";
/** Milliseconds; the agent gives this event as many. */
const DEADLINE_MS = 10_000;
const OUTPUT_CAP = 1024 * 1024;

/** Exit 1 when something could not be written, or the chain does not come. */
export async function setupVerb(options: Given<"setup">, host: Host): Promise<Outcome> {
  const where = installScope(options, host);
  const take = options.text("take");
  const binary = binaryOption(options, host);
  const first = await planInstallation(where, binary, take, true, host);
  if (options.flag("dry-run")) return dryRun(first, take === undefined);
  const lines = summary(first);
  if (lines.length > 0 && !options.flag("yes")) {
    const answer = await ask(`${lines.join("\n")}\nGo on? [y]es or [n]o: `, host);
    const hint = "Nothing was written: there is no terminal to ask on: say --yes";
    if (answer === undefined) throw new VerbError(`${lines.join("\n")}\n${hint}`);
    if (!answer.startsWith("y")) return success("Nothing was written");
  }
  const chosen = await choose(first, take, host);
  if (chosen === undefined) return success(`Left ${where.settings} as it is`);
  const done = await carryOut(chosen);
  const took = await tryChain(chosen, host);
  const text = [
    // A line for each copied file is more than anybody reads here.
    ...done.filter((line) => !line.startsWith("+ ")),
    `Skills: ${where.skills}`,
    `Tried: a chain of skills was answered in ${took.toFixed(0)} ms`,
    "",
    "Start the agent anew, and type:",
    "",
    `    ${FIRST_CHAIN}`,
  ];
  return success(text.join("\n"), surprises(where, host));
}

/** What is about to be written; empty for nothing. */
function summary({ where, change, skills }: Installation): string[] {
  const { events, edited } = change;
  const files = skills?.steps.filter(({ step }) => step === "write").length ?? 0;
  const lines = [
    ...events.length > 0
      ? [`  hooks for ${counted(events.length, "event")} into ${where.settings}`]
      : [],
    ...files > 0 ? [`  ${counted(files, "file")} of skills into ${where.skills}`] : [],
  ];
  if (lines.length === 0 && edited.length === 0) return [];
  return [
    "skillhook writes",
    ...lines,
    `Everything else stays as it is, byte for byte; "skillhook uninstall" takes it all away again`,
  ];
}

/** As the agent will ask, but of no session: nothing is remembered. Milliseconds. */
async function tryChain({ where, binary }: Installation, host: Host): Promise<number> {
  const cwd = projectDirectory(host);
  const event = { hook_event_name: "UserPromptSubmit", cwd, prompt: FIRST_CHAIN };
  const { CLAUDE_PLUGIN_ROOT: _, CLAUDE_PLUGIN_DATA: __, ...environment } = host.environment();
  const run = await host.run({
    program: binary,
    args: ["hook", ...where.pins],
    cwd,
    env: { ...environment, CLAUDE_PROJECT_DIR: cwd },
    stdin: JSON.stringify(event),
    deadlineMs: DEADLINE_MS,
    outputCap: OUTPUT_CAP,
  });
  const [said, complaint] = [run.stdout, run.stderr].map(({ head }) =>
    new TextDecoder().decode(head)
  );
  if (run.code === 0 && said!.includes("[CONTINUATION-PASSING]")) return run.durationMs;
  const why = run.reason || complaint!.trim() || "the skills are there and take no part in chains";
  throw new VerbError(
    `Installed, but "${FIRST_CHAIN}" was not answered: ${why}: "skillhook doctor" says more`,
  );
}
