/** Where our entries stand in a settings file: found in its text, so that they can be compared, named and taken out. */
import { type JsonNode, memberOf } from "../base/json_tree.ts";
import { type Agent, grouped } from "../agents/agent.ts";
import { writtenLine } from "../agents/written_hooks.ts";
import { shellQuote } from "../base/fitted_text.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import { EVENTS } from "../events/table.ts";

export interface OwnPlace {
  readonly event: string;
  /** Of a repeated key, the agent heeds the last one. */
  readonly counts: boolean;
  readonly group: JsonNode;
  readonly groupIndex: number;
  readonly handler: JsonNode;
  readonly handlerIndex: number;
  readonly groupValue: Fields;
  readonly handlerValue: Fields;
  readonly call: OwnCall;
}

export type OwnCall = NonNullable<ReturnType<typeof ownCall>>;

export interface SettingsText {
  readonly text: string;
  readonly root: JsonNode;
}

export function ownPlaces({ text, root }: SettingsText): OwnPlace[] {
  const last = memberOf(root, "hooks")?.value;
  const members = root.members.flatMap(({ key, value }) => key === "hooks" ? value.members : []);
  const valueOf = ({ start, end }: JsonNode) => JSON.parse(text.slice(start, end));
  return members.flatMap((member) =>
    member.value.items.flatMap((group, groupIndex) => {
      // Some agents have handlers where others have groups of them.
      const list = memberOf(group, "hooks")?.value.items ?? [group];
      return list.flatMap((handler, handlerIndex): OwnPlace[] => {
        const handlerValue = valueOf(handler);
        const call = ownCall(handlerValue);
        if (call === undefined) return [];
        return [{
          event: member.key,
          counts: last !== undefined && memberOf(last, member.key) === member,
          group,
          groupIndex,
          handler,
          handlerIndex,
          groupValue: valueOf(group),
          handlerValue,
          call,
        }];
      });
    })
  );
}

/** Whether an entry is what we would write, in a group with whatever others. */
export function isAsWanted(
  { groupValue, handlerValue, call }: OwnPlace,
  wanted: WantedEntry,
  isSameFile: (a: string, b: string) => boolean,
): boolean {
  const { hooks, ...alone } = wanted.group;
  const expected = (Array.isArray(hooks) ? hooks[0] : alone) as Fields;
  const { program, words } = ownCall(expected)!;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (groupValue.matcher ?? "") === (wanted.group.matcher ?? "") &&
    isSameFile(call.program, program) && isSame(call.words, words) &&
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

const HOOK_MODE = "hook";
const CALL_KEYS: readonly string[] = ["command", "args", "bash"];
const PINS: readonly string[] = ["--home", "--config", "--agent"];

/** Ours is what starts a skillhook binary in hook mode, directly, or, for an agent that knows only shell lines, with its name. */
function ownCall(handler: unknown) {
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

/** Words of a plain command line; what a shell would make of variables and operators in it is not looked at. */
export function shellWords(line: string): string[] {
  const words = line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g);
  return [...words].map(([word]) =>
    word.replaceAll(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
      (_, double, single, escaped) => double?.replaceAll(/\\(["\\$`])/g, "$1") ?? single ?? escaped,
    )
  );
}

export function agentIn(words: readonly string[]): string | undefined {
  const at = words.indexOf("--agent");
  return at < 0 ? undefined : words[at + 1];
}

export function isOwnProgram(path: string): boolean {
  return /^skillhook(?:\.exe)?$/i.test(lastSegment(path, "windows"));
}

/** One entry for each event we answer, with explicit time-outs; `pins` say where you are, none in a file that is shared. */
export function wantedEntries(binary: string, pins: readonly string[] = []): WantedEntry[] {
  const call = { type: "command", command: binary, args: [HOOK_MODE, ...pins] };
  return Object.entries(EVENTS).map(([event, { matcher, timeoutS }]) => {
    const hooks = [{ ...call, timeout: timeoutS }];
    return { event, group: matcher === undefined ? { hooks } : { matcher, hooks } };
  });
}

export function agentEntries(
  { files, events: names = {}, hears }: Agent,
  binary: string,
  words: readonly string[],
): WantedEntry[] {
  const line = [binary, HOOK_MODE, ...words].map(shellQuote).join(" ");
  const { entry = grouped } = files;
  return Object.entries(files.events).map(([event, matcher]) => {
    const ours = names[event] ?? event;
    // Where it hears us at the end of a call, that is when a skill loads.
    const { timeoutS } = EVENTS[ours === hears ? "PreToolUse" : ours]!;
    return { event, group: entry(line, timeoutS, matcher) };
  });
}
