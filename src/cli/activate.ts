/** `skillhook skill activate` and `skill deactivate`: which skills count in a session, or for a project. */
import { loadCatalog } from "../catalog/load.ts";
import type { Host, Outcome } from "../host/host.ts";
import { activationOf, projectKey } from "../index/active_skills.ts";
import { reachable } from "../index/listing.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { keepActivation } from "../state/activation.ts";
import { projectOption, sessionOption } from "./named_input.ts";
import { namedSkill, skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

export async function activateVerb(options: Given<"skill activate">, host: Host): Promise<Outcome> {
  return await say(options, host, options.flag("reset") ? null : true);
}

export async function deactivateVerb(
  options: Given<"skill deactivate">,
  host: Host,
): Promise<Outcome> {
  return await say(options, host, false);
}

async function say(
  options: Pick<Given<"skill deactivate">, "text" | "operands" | "misuse">,
  host: Host,
  active: boolean | null,
): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const session = sessionOption(options, host);
  const scope = options.text("scope") ?? (session === undefined ? "project" : "session");
  const isSession = scope === "session";
  const problem = isSession ? identifierProblem("session", session ?? "") : undefined;
  if (problem !== undefined) throw options.misuse(`Cannot tell which session is meant: ${problem}`);
  const { skills, diagnostics } = await loadCatalog(
    host,
    skillContext(projectDir, host, session),
  );
  const known = [...activationOf(host, session, projectDir).keys()];
  const names = options.operands.map((name) =>
    // What was said of a skill that is gone can be taken back.
    active === null && known.includes(name) ? name : namedSkill(reachable(skills), name).invoke
  );
  if (names.length === 0 && active !== null) throw options.misuse("Missing argument NAME: a skill");
  const all = names.length === 0 ? known : names;
  const where = isSession ? { session: session! } : { project: projectKey(host, projectDir) };
  const reason = keepActivation(host, where, all, active);
  if (reason !== undefined) {
    throw new VerbError(`Cannot remember which skills are active: ${reason}`);
  }
  const place = isSession ? `in session ${session}` : `for ${projectKey(host, projectDir)}`;
  const state = { true: "Active", false: "Not active", null: "As before" }[`${active}`];
  const list = all.length === 0 ? "nothing was said" : all.join(", ");
  const their = all.length === 1 ? "Its text comes" : "Their texts come";
  const more = active === true
    ? `\n${their} when a session starts or is compacted; now: skillhook skill prompt`
    : "";
  return success(`${state} ${place}: ${list}${more}`, diagnostics);
}
