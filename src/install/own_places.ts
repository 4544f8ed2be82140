/** Where our entries stand in a settings file: found in its text, so that they can be compared, named and taken out. */
import { type JsonMember, type JsonNode, memberOf } from "../base/json_tree.ts";
import type { Agent } from "../agents/agent.ts";
import { writtenLine } from "../agents/written_hooks.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import { EVENTS } from "../events/table.ts";
import { shellLine, shellWords } from "./shell_line.ts";

export interface OwnPlace {
  readonly event: string;
  /** The member of `hooks` it stands in; of two with the same name, only the last one counts. */
  readonly eventMember: JsonMember;
  readonly group: JsonNode;
  readonly groupIndex: number;
  readonly handler: JsonNode;
  readonly handlerIndex: number;
  readonly groupValue: Fields;
  readonly handlerValue: Fields;
  readonly call: OwnCall;
}

export interface SettingsText {
  readonly text: string;
  readonly root: JsonNode;
}

/** Every `hooks` object of its root: a file may repeat the key, the last one counts. */
export function hooksMembers({ root }: SettingsText): JsonMember[] {
  return root.members.filter(({ key, value }) => key === "hooks" && value.kind === "object");
}

export function ownPlaces(settings: SettingsText): OwnPlace[] {
  return hooksMembers(settings).flatMap(({ value }) =>
    value.members.flatMap((member) => placesOf(settings.text, member))
  );
}

function placesOf(text: string, eventMember: JsonMember): OwnPlace[] {
  return eventMember.value.items.flatMap((group, groupIndex) => {
    // Some agents have handlers where others have groups of them.
    const list = memberOf(group, "hooks")?.value.items ?? [group];
    return list.flatMap((handler, handlerIndex): OwnPlace[] => {
      const handlerValue = valueOf(text, handler);
      const call = ownCall(handlerValue);
      if (call === undefined || !isFields(handlerValue)) return [];
      const groupValue = valueOf(text, group) as Fields;
      const { key: event } = eventMember;
      return [{
        ...{ event, eventMember, group, groupIndex, handler, handlerIndex },
        ...{ groupValue, handlerValue, call },
      }];
    });
  });
}

export function valueOf(text: string, { start, end }: JsonNode): unknown {
  return JSON.parse(text.slice(start, end));
}

/** Whether an entry is what we would write, in a group with whatever others. */
export function isAsWanted(
  { groupValue, handlerValue, call }: OwnPlace,
  wanted: WantedEntry,
  isSameFile: (a: string, b: string) => boolean,
): boolean {
  if ((groupValue.matcher ?? "") !== (wanted.group.matcher ?? "")) return false;
  const expected = handlerIn(wanted.group);
  const { program, words } = ownCall(expected)!;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return isSameFile(call.program, program) && isSame(call.words, words) &&
    Object.keys({ ...expected, ...handlerValue }).every((key) =>
      CALL_KEYS.includes(key)
        ? typeof handlerValue[key] === typeof expected[key]
        : isSame(handlerValue[key], expected[key])
    );
}

/** One handler as an agent's settings have it: in a group of its own, or alone. */
export interface WantedEntry {
  readonly event: string;
  readonly group: Fields;
}

function handlerIn({ hooks, ...own }: Fields): Fields {
  const [handler] = Array.isArray(hooks) ? hooks : [own];
  return isFields(handler) ? handler : {};
}

/** What an entry of ours starts. */
interface OwnCall {
  readonly program: string;
  /** Behind `hook`: where you are, and which agent asks. */
  readonly words: readonly string[];
}

const PROGRAM = "skillhook";
const HOOK_MODE = "hook";
const CALL_KEYS: readonly string[] = ["command", "args", "bash"];
const PINS: readonly string[] = ["--home", "--config", "--agent"];

/**
 * Ours is what starts a skillhook binary in hook mode, wherever that binary lies: directly, or, for another agent that
 * knows only lines for a shell, with that agent's name.
 */
function ownCall(handler: unknown): OwnCall | undefined {
  if (!isFields(handler) || (handler.type ?? "command") !== "command") return undefined;
  const { args } = handler;
  const line = writtenLine(handler);
  if (line === undefined) return undefined;
  const isDirect = Array.isArray(args) && handler.type !== undefined;
  const [program = "", mode, ...words] = isDirect ? [line, ...args.map(String)] : shellWords(line);
  const arePins = words.length % 2 === 0 &&
    words.every((word, at) => at % 2 === 1 || PINS.includes(word));
  if (mode !== HOOK_MODE || !arePins || !isOwnProgram(program)) return undefined;
  return isDirect || words.includes("--agent") ? { program, words } : undefined;
}

/** The other agent that asks, by the words behind `hook`. */
export function agentIn(words: readonly string[]): string | undefined {
  const at = words.indexOf("--agent");
  return at < 0 ? undefined : words[at + 1];
}

export function isOwnProgram(path: string): boolean {
  const name = lastSegment(path, "windows").toLowerCase();
  return name === PROGRAM || name === `${PROGRAM}.exe`;
}

/** One entry for each event we answer, with explicit time-outs; `pins` say where you are, none in a file that is shared. */
export function wantedEntries(binary: string, pins: readonly string[] = []): WantedEntry[] {
  return Object.entries(EVENTS).map(([event, { matcher, timeoutS }]) => {
    const handler = {
      type: "command",
      command: binary,
      args: [HOOK_MODE, ...pins],
      timeout: timeoutS,
    };
    return { event, group: { ...matcher === undefined ? {} : { matcher }, hooks: [handler] } };
  });
}

/** What another agent's file gets: its events, its form, a line for a shell. */
export function agentEntries(
  { files, events: names = {}, hears }: Agent,
  binary: string,
  words: readonly string[],
): WantedEntry[] {
  const line = shellLine([binary, HOOK_MODE, ...words]);
  return Object.entries(files.events).map(([event, matcher]) => {
    const ours = names[event] ?? event;
    // Where it hears us at the end of a call, that is when a skill loads.
    const { timeoutS } = EVENTS[ours === hears ? "PreToolUse" : ours]!;
    return { event, group: files.entry(line, timeoutS, matcher) };
  });
}
