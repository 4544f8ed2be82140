/** The command line that prints a later page of the text just shown. */
import type { LocatedSkill } from "../skill/located_skill.ts";

/** What the line must repeat, because a shell started later does not know it. */
export interface PageContext {
  readonly skill: LocatedSkill;
  readonly session: string;
  readonly agent: string | undefined;
  readonly projectDir: string | undefined;
}

/** UTF-16 units: the line and a page must stay under the agent's cap together. */
const MAX_LENGTH = 1_000;

export function pageCommand(context: PageContext, page: number): string {
  const { skill, session, agent, projectDir } = context;
  // Below a root that is named, the folder counts; from anywhere, the name that leads to it.
  const name = skill.pluginRoot === undefined ? skill.qualified : skill.name;
  const words = ["skillhook", "load", name, "--page", String(page), "--session", session];
  if (agent !== undefined) words.push("--agent", agent);
  if (skill.pluginRoot !== undefined) words.push("--plugin-root", skill.pluginRoot);
  const line = words.map(quote).join(" ");
  if (projectDir === undefined) return line;
  const whole = `${line} --project ${quote(projectDir)}`;
  // The agent's shell stands in the project: better no path than no command.
  return whole.length <= MAX_LENGTH ? whole : line;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
