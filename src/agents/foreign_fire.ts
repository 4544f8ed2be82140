/** Claude Code's hooks in another agent: its event comes in, and its answer goes out. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Outcome, QuickHost } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import type { Agent } from "./agent.ts";
import { decodeEvent, hostOf } from "./answer_as.ts";
import { type EventName, writeAnswer } from "./answer_form.ts";

interface ForeignFire {
  readonly name: EventName;
  /** The event as hooks of Claude Code read it. */
  readonly text: string;
  readonly host: QuickHost;
  /** Says in the agent's words what the hooks decide. */
  readonly answer: (outcome: Outcome) => Outcome;
}

const EXIT_BLOCKED = 2;

/** @param typed The event's name, the agent's own or Claude Code's. */
export function foreignFire(
  agent: Agent,
  given: Fields,
  typed: string,
  host: QuickHost,
): ForeignFire {
  const event = agent.events?.[typed] || typed;
  const sent = given.hook_event_name ?? nameIn(agent, event);
  const decoded = decodeEvent(agent, { ...given, hook_event_name: sent }) ?? given;
  const name = { given: String(sent), event };
  return {
    name,
    text: JSON.stringify(decoded),
    host: hostOf(agent, host),
    answer(outcome) {
      const { code, stderr } = outcome;
      const stdout = writeAnswer(agent, name, answerIn(outcome, event));
      // An agent that hears a refusal in the answer may not hear the exit code.
      const isSaid = code === EXIT_BLOCKED && refuses(parseJson(stdout));
      return { stdout: stdout === "" ? "" : `${stdout}\n`, stderr, code: isSaid ? 0 : code };
    },
  };
}

function nameIn({ events = {} }: Agent, event: string): string {
  return Object.keys(events).find((name) => events[name] === event) ?? event;
}

/** Plain text is what a hook has to say to the model, where it may. */
function answerIn({ stdout }: Outcome, event: string): Fields {
  const said = parseJson(stdout);
  if (isFields(said)) return said;
  const isHeard = stdout.trim() !== "" && hookEvent(event)?.text === "context";
  return isHeard ? { hookSpecificOutput: { additionalContext: stdout.trimEnd() } } : {};
}

function refuses(answer: unknown): boolean {
  if (!isFields(answer)) return false;
  const own = isFields(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  return answer.decision !== undefined || answer.continue === false ||
    own.permissionDecision === "deny" || own.decision !== undefined;
}
