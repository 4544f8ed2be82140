/** Command-line mode: words → verb → outcome. Hook mode never loads this. */
import { terminalText } from "../base/terminal_text.ts";
import type { Host, Outcome } from "../host/host.ts";
import { InputError } from "../protocol/input.ts";
import { asksForHelp, findVerb } from "./table.ts";
import { absolutePath, directoryFlaw } from "./named_input.ts";
import { optionRows, readOptions } from "./options.ts";
import type { GuardedVerb, HasText, VerbRow } from "./verb.ts";
import { noteLines, usageError, VerbError } from "./verb.ts";

/** Options of whichever verb. */
type AnyOptions = HasText<string> & { readonly list: (name: string) => readonly string[] };

export async function runCommand(host: Host): Promise<Outcome> {
  return await outcomeOf(() => dispatch(host));
}

/** A verb that cannot go on throws what is wrong; this is where it is printed. */
async function outcomeOf(run: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (thrown) {
    const error = thrown instanceof InputError
      ? new VerbError(`${thrown.message}: correct what is sent`)
      : thrown;
    if (!(error instanceof VerbError)) throw error;
    return printed({ stdout: "", stderr: noteLines(error.messages), code: error.code }, false);
  }
}

/** The one place where what verbs say is made safe for a terminal; help is ours, colours and all. */
function printed({ stdout, stderr, code }: Outcome, isAsIs: boolean): Outcome {
  return { stdout: isAsIs ? stdout : terminalText(stdout), stderr: terminalText(stderr), code };
}

async function dispatch(host: Host): Promise<Outcome> {
  const found = asksForHelp(host.args) ? undefined : await findVerb(host.args);
  if (found === undefined) {
    const { withoutVerb } = await import("./help.ts");
    return await withoutVerb(host);
  }
  const { name, row, args } = found;
  const given = readOptions(args, name, row) as unknown as AnyOptions;
  checkDirectories(given, name, row, host);
  const isAsIs = row.asIs === true && !host.isTerminal("stdout");
  const run = await row.load();
  const rest: Outcome | GuardedVerb = row.readsOutside || row.isQuick
    ? await run(given as never, host)
    : (guarded) => run(given as never, guarded) as Outcome | Promise<Outcome>;
  if (typeof rest !== "function") return printed(rest, isAsIs);
  // Whose files are a stranger's: the project's that is named, and of where we are.
  const projects = () =>
    [given.text("project"), host.env("CLAUDE_PROJECT_DIR"), ""]
      .map((path = "") => absolutePath(path, host));
  const { guardHost } = await import("../trust/guarded_host.ts");
  const guarded = guardHost(host, projects);
  const { code, ...said } = await outcomeOf(() => rest(guarded.host));
  // The project's secrets are hidden, which makes flaws, too.
  const [stdout, stderr] = [guarded.mask(said.stdout), guarded.mask(said.stderr)];
  const notes = guarded.flaws().filter(({ message }) => !stderr.includes(message));
  const outcome = printed({ stdout, stderr: stderr + noteLines(notes), code }, isAsIs);
  if (row.findings !== true) return outcome;
  const { isColoured, paintFindings } = await import("./paint.ts");
  return isColoured(host) ? { ...outcome, stdout: paintFindings(outcome.stdout) } : outcome;
}

/** A directory that an option names and that is not there is wrong usage, whichever verb it is. */
function checkDirectories(given: AnyOptions, name: string, row: VerbRow, host: Host): void {
  for (const [option, { takes, isList, mayLack }] of Object.entries(optionRows(row))) {
    if (takes !== "DIR" || mayLack) continue;
    // An empty one is the directory that the verb goes by else.
    const paths = given.list(option).slice(isList ? 0 : -1).filter((path) => path !== "");
    for (const path of paths) {
      const flaw = directoryFlaw(path, host);
      if (flaw !== undefined) throw usageError(name, `Cannot use --${option} "${path}": ${flaw}`);
    }
  }
}
