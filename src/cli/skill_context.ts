/** Which skills a verb can name: those of the project, and what the session has taken since. */
import { levelsBelow } from "../catalog/levels.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";

/**
 * @param projectDir From `projectOption`.
 * @param session The agent's, where it started the verb.
 */
export function skillContext(
  projectDir: string,
  host: Host,
  session: string | undefined = host.env("CLAUDE_CODE_SESSION_ID"),
): SkillContext & { readonly projectDir: string } {
  // The agent's shell may stand further down than the session was started.
  const here = levelsBelow(projectDir, host.cwd());
  return { projectDir, touched: [...new Set([...readTouched(host, session), ...here])] };
}
