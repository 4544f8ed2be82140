/** Command-line mode: words → verb → outcome. Hook mode never loads this. */
import { terminalText } from "../base/terminal_text.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { guardHost } from "../trust/guarded_host.ts";
import type { Host, Outcome } from "../host/host.ts";
import { InputError } from "../protocol/input.ts";
import { readOptions } from "./options.ts";
import { quickVerb } from "./quick_verb.ts";
import { absolutePath } from "./project_option.ts";
import { noteLines, VerbError, type VerbRow } from "./verb.ts";

/** Runs what the command line says; exit code 64 for a usage error. */
export async function runCommand(host: Host): Promise<Outcome> {
  return await outcomeOf(() => dispatch(host));
}

/** A verb that cannot go on throws what is wrong; this is where it is printed. */
async function outcomeOf(run: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (thrown) {
    const error = thrown instanceof InputError ? new VerbError(thrown.message) : thrown;
    if (!(error instanceof VerbError)) throw error;
    return printed({ stdout: "", stderr: noteLines(error.messages), code: error.code }, false);
  }
}

/** The one place where what verbs say is made safe for a terminal; help is ours, colours and all. */
function printed({ stdout, stderr, code }: Outcome, isAsIs: boolean): Outcome {
  return {
    stdout: isAsIs ? stdout : terminalText(stdout),
    stderr: terminalText(stderr),
    code,
  };
}

async function dispatch(host: Host): Promise<Outcome> {
  const found = await quickVerb(host.args) ??
    await (await import("./slow_verb.ts")).slowVerb(host);
  if ("stdout" in found) return found;
  const { name, row, args } = found;
  const given = readOptions(args, name, row);
  const run = await row.load();
  const isAsIs = row.asIs === true && !host.isTerminal("stdout");
  if (row.readsOutside) return printed(await run(given as never, host), isAsIs);
  const guarded = guardHost(host, () => projects(row, given as unknown as Named, host));
  const outcome = await outcomeOf(() => run(given as never, guarded.host));
  const masked = {
    ...outcome,
    stdout: guarded.mask(outcome.stdout),
    stderr: guarded.mask(outcome.stderr),
  };
  return printed(withNotes(masked, guarded.flaws()), isAsIs);
}

/** What every record with `--project` has. */
interface Named {
  readonly text: (name: "project") => string | undefined;
}

/** Whose files are a stranger's: the project's that is named, and of where we are. */
function projects(row: VerbRow, given: Named, host: Host): string[] {
  const named = row.options?.project === undefined ? undefined : given.text("project");
  const paths = [named, host.env("CLAUDE_PROJECT_DIR"), host.cwd()];
  return paths.filter((path) => path !== undefined && path !== "")
    .map((path) => absolutePath(path!, host));
}

function withNotes(outcome: Outcome, notes: readonly Diagnostic[]): Outcome {
  const isSaid = ({ message }: Diagnostic) => outcome.stderr.includes(message);
  const lines = noteLines(notes.filter((note) => !isSaid(note)));
  return lines === "" ? outcome : { ...outcome, stderr: outcome.stderr + lines };
}
