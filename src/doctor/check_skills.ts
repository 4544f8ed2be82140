/** Flaws of skills that keep them from being found, read or called by their name; and approvals that no longer count. */
import { counted } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { buildCatalog } from "../catalog/catalog.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import { exitFlaws } from "../catalog/registry.ts";
import { look } from "../catalog/sources.ts";
import { approvalState } from "../hooks/file_plan.ts";
import { attempt, type Host } from "../host/host.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import { openTrust, type TrustEntry } from "../trust/trust_store.ts";

export async function checkSkills(host: Host, projectDir: string): Promise<Diagnostic[]> {
  const { diagnostics, skills } = await buildCatalog(host, { projectDir });
  const found = skills.filter(({ shadowedBy }) => shadowedBy === undefined);
  // A skill of the agent's own list wins over the agent's own commands; one that it does not list cannot.
  const reserved = found.filter(({ agent, invoke }) => !agent.listed && AGENT_COMMANDS.has(invoke))
    .map(({ invoke, path }) => {
      const message = `"/${invoke}" is a command of the agent's own: typed, it does not lead here`;
      return diagnose("skill-name-reserved", path, message, "Rename the skill");
    });
  const chainless = diagnose(
    "skills-chainless",
    {},
    "No skill takes part in chains: what is typed behind the first one is lost",
    'Run "skillhook setup", or write "continuation: { cooperative: true }" into a skill\'s frontmatter',
  );
  return [
    diagnose("skills-read", {}, `${counted(skills.length, "skill")} looked at`),
    ...diagnostics,
    ...exitFlaws(skills),
    ...reserved,
    ...found.some(({ exit }) => exit !== undefined) ? [] : [chainless],
    ...checkPath(host, skills),
  ];
}

/** A command or a rule for one: the agent puts a plugin's own `bin` on PATH, nobody does so for other skills. */
const BY_NAME = /!`skillhook |\bBash\(skillhook /;

function checkPath(host: Host, skills: readonly CatalogSkill[]): Diagnostic[] {
  const isWindows = host.platform === "windows";
  const isFound = (host.env("PATH") ?? "").split(isWindows ? ";" : ":").some((place) =>
    place !== "" &&
    look(host, joinPath(place, isWindows ? "skillhook.exe" : "skillhook"))?.kind === "file"
  );
  if (isFound) return [];
  const caller = skills.find(({ plugin, textPath }) =>
    plugin === undefined && textPath !== undefined &&
    BY_NAME.test(attempt(() => host.readText(textPath)) ?? "")
  );
  if (caller === undefined) return [];
  const message = "This skill calls skillhook by its name, which is not on PATH";
  const remedy = `Link ${host.executable()} into a directory of PATH`;
  return [diagnose("not-on-path", caller.path, message, remedy)];
}

/** What is wrong with the approvals: the commands of one that no longer matches do not run any more. */
export async function checkTrust(host: Host, projectDir: string): Promise<Diagnostic[]> {
  const store = openTrust(host, projectBoundary(host, projectDir));
  const unreadable = (message: string, remedy: string) =>
    diagnose("approvals-unreadable", {}, message, remedy);
  if ("flaw" in store) {
    const remedy = "Correct that, or remove it and allow again";
    return [unreadable(`No approval counts: ${store.flaw}`, remedy)];
  }
  const { entries, flaws } = store.all();
  const found = await Promise.all(entries.map((entry) => checkEntry(host, entry)));
  const broken = flaws.map((flaw) =>
    unreadable(`An approval does not count: ${flaw}`, "Remove the file, and allow again")
  );
  return [...broken, ...found.flat()];
}

async function checkEntry(host: Host, entry: TrustEntry): Promise<Diagnostic[]> {
  const { path, project } = entry;
  const which = project === "" ? path : `${path} --project ${project}`;
  const { state, changed } = await approvalState(host, entry);
  if (state === "allowed") return [];
  if (state === "changed") {
    const files = changed.join(", ");
    const message = `Its commands do not run: changed since they were allowed: ${files}`;
    const remedy = `Look at the change: "skillhook trust allow ${which}"`;
    return [diagnose("approval-outdated", path, message, remedy)];
  }
  const remedy = `Forget it: "skillhook trust revoke ${which}"`;
  return [diagnose("approval-unused", path, "It was allowed and is gone", remedy)];
}
