/** Where our entries stand in a settings file: found in its text, so that they can be compared, named and taken out. */
import { type JsonMember, type JsonNode, memberOf } from "../base/json_tree.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import { EVENTS } from "../events/table.ts";

export interface OwnPlace {
  readonly event: string;
  /** The member of `hooks` it stands in; of two with the same name, only the last one counts. */
  readonly eventMember: JsonMember;
  readonly group: JsonNode;
  readonly groupIndex: number;
  readonly handler: JsonNode;
  readonly handlerIndex: number;
  readonly groupValue: Fields;
  readonly handlerValue: OwnHandler;
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
    const list = memberOf(group, "hooks")?.value.items ?? [];
    return list.flatMap((handler, handlerIndex): OwnPlace[] => {
      const handlerValue = valueOf(text, handler);
      if (!isOwnHandler(handlerValue)) return [];
      const groupValue = valueOf(text, group) as Fields;
      const { key: event } = eventMember;
      return [{
        ...{ event, eventMember, group, groupIndex, handler, handlerIndex },
        ...{ groupValue, handlerValue },
      }];
    });
  });
}

export function valueOf(text: string, { start, end }: JsonNode): unknown {
  return JSON.parse(text.slice(start, end));
}

/** Whether an entry is what we would write, in a group with whatever others. */
export function isAsWanted(
  { groupValue, handlerValue }: OwnPlace,
  wanted: WantedEntry,
  isSameFile: (a: string, b: string) => boolean,
): boolean {
  if ((groupValue.matcher ?? "") !== (wanted.group.matcher ?? "")) return false;
  const [expected] = wanted.group.hooks;
  const keys = Object.keys({ ...expected, ...handlerValue });
  return keys.every((key) => {
    const [is, should] = [handlerValue[key], expected[key]];
    if (key === "command") return isSameFile(String(is), String(should));
    return JSON.stringify(is) === JSON.stringify(should);
  });
}

/** One handler as the agent's settings have it, in a group of its own. */
export interface WantedEntry {
  readonly event: string;
  readonly group: { readonly matcher?: string; readonly hooks: readonly [Fields] };
}

const PROGRAM = "skillhook";
const HOOK_MODE = "hook";

interface OwnHandler extends Fields {
  readonly command: string;
  readonly args: readonly string[];
}

/** Ours is what starts a skillhook binary directly (exec form) in hook mode, wherever that binary lies. */
function isOwnHandler(handler: unknown): handler is OwnHandler {
  if (!isFields(handler) || handler.type !== "command") return false;
  const { command, args } = handler;
  if (typeof command !== "string" || !Array.isArray(args)) return false;
  const [mode, ...pins] = args;
  const arePins = pins.length % 2 === 0 &&
    pins.every((word, at) => at % 2 === 1 || word === "--home" || word === "--config");
  return mode === HOOK_MODE && arePins && isOwnProgram(command);
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
