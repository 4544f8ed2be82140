/** Claude Code's hooks in another agent: its event comes in, and its answer goes out. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Outcome, QuickHost } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import type { Agent } from "./agent.ts";
import { decodeEvent, hostOf } from "./answer_as.ts";
import { writeAnswer } from "./answer_form.ts";

const EXIT_BLOCKED = 2;

/** @param typed The event's name, the agent's own or Claude Code's. */
export function foreignFire(agent: Agent, given: Fields, typed: string, host: QuickHost) {
  const { events = {} } = agent;
  const event = events[typed] ?? typed;
  const sent = given.hook_event_name ??
    Object.keys(events).find((name) => events[name] === event) ?? event;
  const decoded = decodeEvent(agent, { ...given, hook_event_name: sent });
  return {
    event,
    /** The event as hooks of Claude Code read it. */
    text: JSON.stringify(decoded),
    host: hostOf(agent, host),
    /** Says in the agent's words what the hooks decide. */
    answer(outcome: Outcome): Outcome {
      const { code, stderr } = outcome;
      const stdout = writeAnswer(agent, { given: String(sent), event }, answerIn(outcome, event));
      // An agent that hears a refusal in the answer may not hear the exit code.
      const isSaid = code === EXIT_BLOCKED && refuses(parseJson(stdout));
      return { stdout: stdout === "" ? "" : `${stdout}\n`, stderr, code: isSaid ? 0 : code };
    },
  };
}

/** Plain text is for the model, where the event lets it through. */
function answerIn({ stdout }: Outcome, event: string): Fields {
  const said = parseJson(stdout);
  if (isFields(said)) return said;
  const isHeard = stdout.trim() !== "" && hookEvent(event)?.text === "context";
  return isHeard ? { hookSpecificOutput: { additionalContext: stdout.trimEnd() } } : {};
}

function refuses(answer: unknown): boolean {
  if (!isFields(answer)) return false;
  const { decision, continue: goesOn, hookSpecificOutput: own } = answer;
  return decision !== undefined || goesOn === false ||
    isFields(own) && (own.permissionDecision === "deny" || own.decision !== undefined);
}
