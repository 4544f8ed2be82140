/** `skillhook skill forget`: the next use of each skill in a session brings its whole text again. */
import type { Host, Outcome } from "../host/host.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { clearMarkers } from "../loader/clear_markers.ts";
import type { SKILL_VERBS } from "./skill_verbs.ts";
import { statePlaces } from "./state_places.ts";
import { type Options, success, VerbError } from "./verb.ts";

/** Prints nothing when all goes well; exit 1 when a marker cannot be removed. */
export async function forgetVerb(
  options: Options<typeof SKILL_VERBS["skill forget"]>,
  host: Host,
): Promise<Outcome> {
  const session = options.text("session") ?? host.env("CLAUDE_CODE_SESSION_ID") ?? "";
  const agent = options.text("agent");
  const problem = identifierProblem("session", session) ??
    (agent === undefined ? undefined : identifierProblem("agent", agent));
  if (problem !== undefined) throw new VerbError(`Cannot forget what was loaded: ${problem}`);
  const { problems } = await clearMarkers(host, statePlaces(host), session, agent);
  if (problems.length === 0) return success("");
  throw new VerbError(`Cannot forget what was loaded: ${problems.slice(0, 3).join("; ")}`);
}
