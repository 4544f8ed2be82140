/** `skillhook hooks fire`: says that an event just happened, and answers what the configured hooks decide. */
import { nearHint } from "../base/nearest.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import { nothingConfigured } from "../hooks/nothing_configured.ts";
import type { Outcome, QuickHost } from "../host/host.ts";
import { HOOK_EVENTS, hookEvent } from "../protocol/hook_events.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { readObject } from "../protocol/read_object.ts";
import { agentOf, AGENTS, isAgentName } from "../agents/table.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import type { Given } from "./table.ts";
import { absolutePath, settingsOption } from "./named_input.ts";
import { type GuardedVerb, success, VerbError } from "./verb.ts";

export type Choices = ReturnType<typeof readChoices>;

export async function fireVerb(
  options: Given<"hooks fire">,
  host: QuickHost,
): Promise<Outcome | GuardedVerb> {
  const typed = options.operand("EVENT");
  // Names of other agents begin in a way of their own: for them standard input says whose they are.
  const mayBeForeign = /^(?:[a-z]|Before|After)/.test(typed);
  if (hookEvent(typed) === undefined && !mayBeForeign) throw unknownEvent(typed, options);
  const text = await readEvent(host);
  const fields = parseJson(text);
  const given = isFields(fields) ? fields : {};
  const said = options.text("agent");
  const agent = said !== undefined && isAgentName(said) ? AGENTS[said] : agentOf(given, host);
  const load = "load" in agent ? agent.load : undefined;
  const foreign = load && (await import("../agents/foreign_fire.ts"))
    .foreignFire(await load(), given, typed, host);
  const name = foreign?.event ?? typed;
  if (hookEvent(name) === undefined) throw unknownEvent(typed, options);
  const choices = readChoices(options, host);
  const own = foreign?.host ?? host;
  const made = fireableEvent(name, foreign?.text ?? text, own);
  const project = options.text("project");
  const projectDir = project === undefined ? made.projectDir : absolutePath(project, host);
  const event: FiredEvent = { ...made, projectDir };
  const isAnswer = !(["json", "explain", "dry-run"] as const).some(options.flag);
  const isPlain = choices.settings.length === 0 && isAnswer;
  if (isPlain && await nothingConfigured(host, event, stateDirectory(host))) return success("");
  return async (guarded) => {
    const { fireHooks } = await import("./hooks.ts");
    const outcome = await fireHooks(options, choices, event, guarded);
    return foreign === undefined || !isAnswer ? outcome : foreign.answer(outcome);
  };
}

function unknownEvent(name: string, options: Given<"hooks fire">): VerbError {
  const hint = nearHint(name, Object.keys(HOOK_EVENTS));
  return options.misuse(`The agent has no event "${name}"${hint}`);
}

function readChoices(options: Given<"hooks fire">, host: QuickHost) {
  const shape = options.text("shape");
  const timeout = options.text("timeout");
  const seconds = Number(timeout);
  if (timeout !== undefined && !(seconds > 0 && Number.isFinite(seconds))) {
    throw options.misuse(`Option "--timeout" needs a number of seconds above 0: got "${timeout}"`);
  }
  return {
    settings: settingsOption(options, host),
    shape: shape === "auto" ? undefined : shape,
    limitMs: timeout === undefined ? undefined : seconds * 1000,
  };
}

/** One JSON object; nothing at all is fine, too. */
async function readEvent(host: QuickHost): Promise<string> {
  if (host.isTerminal("stdin")) return "";
  const read = await readObject(host, { deadlineMs: 5_000 });
  if ("text" in read) return read.text;
  throw new VerbError(`Cannot read the event: ${read.flaw}: send one JSON object`);
}
