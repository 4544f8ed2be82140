/** `skillhook clear`: the next use of each skill in a session brings its whole text again. */
import type { Host, Outcome } from "../host/host.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { clearMarkers } from "../loader/clear_markers.ts";
import { readOptions } from "./options.ts";
import { statePlaces } from "./state_places.ts";
import { failure, success } from "./verb.ts";

/**
 * @param args Arguments after the verb; see the verb table.
 * @param host The machine.
 * @returns Nothing when all went well; exit 1 when a marker could not be removed.
 */
export async function clearVerb(args: readonly string[], host: Host): Promise<Outcome> {
  const options = readOptions(args, { verb: "clear", strings: ["session", "agent"] });
  if ("error" in options) return options.error;
  const session = options.text("session") ?? host.env("CLAUDE_CODE_SESSION_ID") ?? "";
  const agent = options.text("agent");
  const problem = identifierProblem("session", session) ??
    (agent === undefined ? undefined : identifierProblem("agent", agent));
  if (problem !== undefined) return failure(`Cannot clear session markers: ${problem}`);
  const { problems } = await clearMarkers(host, statePlaces(host), session, agent);
  if (problems.length === 0) return success("");
  return failure(`Cannot clear session markers: ${problems.slice(0, 3).join("; ")}`);
}
