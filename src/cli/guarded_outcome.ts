/** A verb over a guarded machine, and what the guard has to say. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { guardHost } from "../trust/guarded_host.ts";
import { type GuardedVerb, noteLines } from "./verb.ts";

/** The outcome without secrets of the project's files, and with a note on what was refused or hidden. */
export async function guardedOutcome(
  host: Host,
  projects: () => readonly string[],
  run: GuardedVerb,
): Promise<Outcome> {
  const guarded = guardHost(host, projects);
  const outcome = await run(guarded.host);
  const [stdout, stderr] = [outcome.stdout, outcome.stderr].map(guarded.mask) as [string, string];
  return withNotes({ ...outcome, stdout, stderr }, guarded.flaws());
}

function withNotes(outcome: Outcome, notes: readonly Diagnostic[]): Outcome {
  const isSaid = ({ message }: Diagnostic) => outcome.stderr.includes(message);
  const lines = noteLines(notes.filter((note) => !isSaid(note)));
  return lines === "" ? outcome : { ...outcome, stderr: outcome.stderr + lines };
}
