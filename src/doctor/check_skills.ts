/** Flaws of skills that keep them from being found, read or called by their name; and approvals that no longer count. */
import { counted } from "../base/fitted_text.ts";
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { buildCatalog } from "../catalog/catalog.ts";
import { exitFlaws } from "../catalog/default_exit.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import { approvalState } from "../hooks/approval_state.ts";
import type { Host } from "../host/host.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import type { TrustEntry } from "../trust/trust_entry.ts";
import { openTrust } from "../trust/trust_store.ts";
import { type Finding, finding, fromDiagnostics } from "./finding.ts";

export async function checkSkills(host: Host, projectDir: string): Promise<Finding[]> {
  const { diagnostics, skills } = await buildCatalog(host, { projectDir });
  const count = counted(skills.length, "skill");
  return [
    finding("skills", "skills-read", {}, `${count} looked at`),
    ...fromDiagnostics("skills", [...diagnostics, ...exitFlaws(skills)]),
    ...reserved(skills),
  ];
}

/** A skill of the agent's own list wins over the agent's own commands; one that it does not list cannot. */
function reserved(skills: readonly CatalogSkill[]): Finding[] {
  return skills.filter(({ agent, invoke, shadowedBy }) =>
    !agent.listed && shadowedBy === undefined && AGENT_COMMANDS.has(invoke)
  ).map(({ invoke, path }) => {
    const message = `"/${invoke}" is a command of the agent's own: typed, it does not lead here`;
    return finding("skills", "skill-name-reserved", { path }, message, "Rename the skill");
  });
}

/** What is wrong with the list and its entries. */
export async function checkTrust(host: Host, projectDir: string): Promise<Finding[]> {
  const store = openTrust(host, projectBoundary(host, projectDir));
  if ("flaw" in store) {
    const message = `No approval counts: ${store.flaw}`;
    const remedy = "Correct that, or remove it and allow again";
    return [finding("trust", "approvals-unreadable", {}, message, remedy)];
  }
  const { entries, flaws } = store.all();
  const findings = flaws.map((flaw) => {
    const message = `An approval does not count: ${flaw}`;
    return finding(
      "trust",
      "approvals-unreadable",
      {},
      message,
      "Remove the file, and allow again",
    );
  });
  for (const entry of entries) {
    const found = await checkEntry(host, entry);
    if (found !== undefined) findings.push(found);
  }
  return findings;
}

async function checkEntry(host: Host, entry: TrustEntry): Promise<Finding | undefined> {
  const { path, project } = entry;
  const inProject = project === "" ? "" : ` --project ${project}`;
  const { state, changed } = await approvalState(host, entry);
  if (state === "allowed") return undefined;
  if (state === "changed") {
    const files = changed.join(", ");
    const message = `Its commands do not run: changed since they were allowed: ${files}`;
    const remedy = `Look at the change: "skillhook trust allow ${path}${inProject}"`;
    return finding("trust", "approval-outdated", { path }, message, remedy);
  }
  const remedy = `Forget it: "skillhook trust revoke ${path}${inProject}"`;
  return finding("trust", "approval-unused", { path }, "It was allowed and is gone", remedy);
}
