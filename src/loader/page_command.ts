/** The command line that prints a later page of the text just shown. */
import type { LocatedSkill } from "../skill/located_skill.ts";

/** What the line must repeat, because a shell started later does not know it. */
export interface PageContext {
  readonly skill: LocatedSkill;
  readonly session: string;
  readonly agent: string | undefined;
  readonly projectDir: string | undefined;
}

/**
 * @param context Whose text it is.
 * @param page Which page.
 * @returns A line for a shell.
 */
export function pageCommand(context: PageContext, page: number): string {
  const { skill, session, agent, projectDir } = context;
  const words = ["skillhook", "load", skill.name, "--page", String(page), "--session", session];
  if (agent !== undefined) words.push("--agent", agent);
  if (skill.pluginRoot !== undefined) words.push("--plugin-root", skill.pluginRoot);
  if (projectDir !== undefined) words.push("--project", projectDir);
  return words.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
