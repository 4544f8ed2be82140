/** `skillhook skill forget`: the next use of each skill in a session brings its whole text again. */
import type { Host, Outcome } from "../host/host.ts";
import { clearMarkers } from "../loader/clear_markers.ts";
import { contextOption } from "./context_option.ts";
import { statePlaces } from "./state_places.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

const CANNOT = "Cannot forget what was loaded";

/** Prints nothing when all goes well; exit 1 when a marker cannot be removed. */
export async function forgetVerb(options: Given<"skill forget">, host: Host): Promise<Outcome> {
  const { session, agent } = contextOption(options, host, CANNOT);
  const { problems } = await clearMarkers(host, statePlaces(host), session, agent);
  if (problems.length === 0) return success("");
  throw new VerbError(`${CANNOT}: ${problems.slice(0, 3).join("; ")}`);
}
