/** The session and the subagent a verb is about. */
import type { Host } from "../host/host.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { type HasText, VerbError } from "./verb.ts";

/** The context that a verb is about; `cannot` begins what is said of a name that is none. */
export function contextOption(
  options: HasText<"session" | "agent">,
  host: Pick<Host, "env">,
  cannot: string,
): { readonly session: string; readonly agent: string | undefined } {
  const session = options.text("session") ?? host.env("CLAUDE_CODE_SESSION_ID") ?? "";
  const agent = options.text("agent");
  const problem = identifierProblem("session", session) ??
    (agent === undefined ? undefined : identifierProblem("agent", agent));
  if (problem !== undefined) throw new VerbError(`${cannot}: ${problem}`);
  return { session, agent };
}
