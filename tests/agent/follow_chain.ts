/**
 * A model that does what it is told and nothing else: it makes the call that the hook's text shows,
 * and then the one that `skillhook next` makes of the arguments it passed on.
 */
import type { ApiRequest } from "./api_request.ts";
import type { Turn } from "./messages_api.ts";
import type { World } from "./world.ts";

/** The call as the hook's text and `skillhook next` write it: both arguments are JSON strings. */
const CALL = /Skill\(skill: ("(?:[^"\\]|\\.)*"), args: ("(?:[^"\\]|\\.)*")\)/;

/** The first turn: the call on the hook's line. */
export function firstCall(request: ApiRequest): ReturnType<typeof callIn> {
  const context = request.messages.findLast(({ text }) => text.includes("[CONTINUATION-PASSING]"));
  return callIn(context?.text.slice(context.text.indexOf("[CONTINUATION-PASSING]")) ?? "");
}

/**
 * A later turn: the call that follows from the arguments of the last one.
 *
 * @param world Where our program runs.
 * @returns A turn; without a call when the skill is terminal.
 */
export function nextCall(world: World): Turn {
  return async (request) => {
    const last = request.messages.findLast(({ text }) => text.includes('Skill({"skill":'));
    const json = last?.text.split("\n").findLast((line) => line.startsWith("Skill(")) ?? "";
    const { args } = JSON.parse(json.slice("Skill(".length, -1));
    return callIn(await world.skillhook(["next", "-"], args));
  };
}

function callIn(text: string): { text: string; tools?: { name: string; input: Call }[] } {
  const match = CALL.exec(text);
  if (match === null) return { text: "The chain has ended." };
  const [skill, args] = match.slice(1).map((json) => JSON.parse(json)) as [string, string];
  return { text: "Next.", tools: [{ name: "Skill", input: { skill, args } }] };
}

type Call = { readonly skill: string; readonly args: string };
