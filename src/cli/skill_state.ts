/** `skillhook skill loaded`, `forget`, `activate` and `deactivate`: which skills are loaded where, and which count. */
import { columns, minuteText } from "../base/fitted_text.ts";
import { groupBy } from "../base/group_by.ts";
import { joinPath } from "../base/path.ts";
import { loadCatalog } from "../catalog/load.ts";
import { configDirectory } from "../catalog/places.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { activationOf, projectKey } from "../index/active_skills.ts";
import { reachable } from "../index/listing.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { keepActivation } from "../state/activation.ts";
import { clearMarkers, listMarkers } from "../state/session_marker.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { pathsIn } from "../state/state_tree.ts";
import { projectOption, sessionOption } from "./named_input.ts";
import { contextOption, namedSkill, skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

export async function loadedVerb(options: Given<"skill loaded">, host: Host): Promise<Outcome> {
  const places = statePlaces(host);
  const found = await listMarkers(host, places, options.text("session"));
  if (options.flag("json")) {
    const loaded = found.map(({ session, agent, skill, path, since, digest, marker }) => (
      { skill, session, agent, since: new Date(since).toISOString(), path, digest, marker }
    ));
    return success(JSON.stringify({ state: places, loaded }));
  }
  if (found.length === 0) return success("No skill is loaded in any session");
  const lines = [...groupBy(found, ({ session }) => session)].flatMap(([session, markers]) => {
    const here = session === host.env("CLAUDE_CODE_SESSION_ID") ? " (this one)" : "";
    const rows = markers.map(({ skill, agent, since, path }) => {
      const place = agent === null ? "" : `  subagent ${agent}`;
      return [`  ${skill}`, `since ${minuteText(since)} UTC${place}  ${path}`];
    });
    return [`Session ${session}${here}`, columns(rows)];
  });
  return success(lines.join("\n"));
}

export async function forgetVerb(options: Given<"skill forget">, host: Host): Promise<Outcome> {
  const cannot = "Cannot forget what was loaded";
  const { session, agent } = contextOption(options, host, cannot);
  const problems = await clearMarkers(host, statePlaces(host), session, agent);
  if (problems.length === 0) return success("");
  throw new VerbError(`${cannot}: ${problems.slice(0, 3).join("; ")}`);
}

/** Every state directory, the one to write to first: our hooks' is the plugin's data, `skillhook-<marketplace>`. */
export function statePlaces(host: Host): string[] {
  const configDir = configDirectory(host);
  const data = configDir === undefined ? undefined : joinPath(configDir, "plugins/data");
  const own = data && attempt(() => pathsIn(host, data, "directory", "skillhook-"));
  return [...new Set([...stateDirectories(host), ...own || []])];
}

/** Says in a session, or for a project, that skills are active or not. */
export function activation(isActive: boolean) {
  return async (options: Given<"skill activate">, host: Host): Promise<Outcome> => {
    const isReset = options.flag("reset");
    const projectDir = projectOption(options, host);
    const session = sessionOption(options, host);
    const scope = options.text("scope") ?? (session === undefined ? "project" : "session");
    const isSession = scope === "session";
    const problem = isSession ? identifierProblem("session", session ?? "") : undefined;
    if (problem !== undefined) {
      throw options.misuse(`Cannot tell which session is meant: ${problem}`);
    }
    const loaded = await loadCatalog(host, skillContext(projectDir, host, session));
    const known = [...activationOf(host, session, projectDir).keys()];
    const named = options.operands.map((name) =>
      // What was said of a skill that is gone can be taken back.
      isReset && known.includes(name) ? name : namedSkill(reachable(loaded.skills), name).invoke
    );
    if (named.length === 0 && !isReset) throw options.misuse("Missing argument NAME: a skill");
    const names = named.length === 0 ? known : named;
    const project = projectKey(host, projectDir);
    const where = isSession ? { session: session! } : { project };
    const reason = keepActivation(host, where, names, isReset ? null : isActive);
    if (reason !== undefined) {
      throw new VerbError(`Cannot remember which skills are active: ${reason}`);
    }
    const state = isReset ? "As before" : isActive ? "Active" : "Not active";
    const place = isSession ? `in session ${session}` : `for ${project}`;
    const said = `${state} ${place}: ${names.join(", ") || "nothing was said"}`;
    const their = names.length === 1 ? "Its text comes" : "Their texts come";
    const more = `\n${their} when a session starts or is compacted; now: skillhook skill prompt`;
    return success(isActive && !isReset ? said + more : said, loaded.diagnostics);
  };
}
