/** What installing and uninstalling make of a settings file's text. Pure: text in, text out. */
import { type JsonNode, memberOf, readJsonTree } from "../base/json_tree.ts";
import { placeOf, type TextPlace } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { append, applyEdits, type Edit, styleOf, takeOut } from "./json_edit.ts";
import { isAsWanted, type OwnPlace, ownPlaces } from "./own_places.ts";
import type { SettingsText, WantedEntry } from "./own_places.ts";

export interface SettingsFlaw extends TextPlace {
  readonly flaw: string;
}

/** Only what we would have to write into must have the right shape. */
export function readSettings(text: string): SettingsText | SettingsFlaw {
  const root = readJsonTree(text);
  if ("flaw" in root) return root;
  const hooks = memberOf(root, "hooks")?.value;
  const list = hooks?.members.find(({ value }) => value.kind !== "array");
  const flaw = (expected: string, { start }: JsonNode) => (
    { flaw: `expected ${expected}`, ...placeOf(text, start) }
  );
  if (root.kind !== "object") return flaw("an object", root);
  if (hooks !== undefined && hooks.kind !== "object") return flaw('an object as "hooks"', hooks);
  return list === undefined ? { text, root } : flaw(`a list as "hooks.${list.key}"`, list.value);
}

/** Blank text counts as `empty`. `isUnedited`: a group is what we wrote last, and is replaced. Of `edited` ones, `take` says. */
export function planInstall(
  text: string,
  wanted: readonly WantedEntry[],
  take: "ours" | "theirs",
  isSameFile: (a: string, b: string) => boolean,
  isUnedited: (event: string, group: unknown) => boolean = () => false,
  empty: string = "{}\n",
) {
  const isBlank = text.replace(/^\ufeff/, "").trim() === "";
  const start = isBlank ? (text.startsWith("\ufeff") ? "\ufeff" : "") + empty : text;
  const settings = readSettings(start);
  if ("flaw" in settings) return settings;
  const counting = ownPlaces(settings).filter(({ counts }) => counts);
  const ownOf = (entry: WantedEntry) => counting.filter(({ event }) => event === entry.event);
  const { missing = [], outdated = [], edited = [] } = Object.groupBy(wanted, (entry) => {
    const [own, second] = ownOf(entry);
    if (own === undefined) return "missing";
    if (second !== undefined) return "edited";
    if (isAsWanted(own, entry, isSameFile)) return "same";
    return isUnedited(entry.event, own.groupValue) ? "outdated" : "edited";
  });
  const replaced = take === "ours" ? [...outdated, ...edited] : outdated;
  const cleared = removePlaces(settings, replaced.flatMap(ownOf), () => true);
  const added = wanted.filter((entry) => missing.includes(entry) || replaced.includes(entry));
  return {
    text: added.length === 0 ? text : addEntries(readSettings(cleared) as SettingsText, added),
    added: missing.map(({ event }) => event),
    updated: outdated.map(({ event }) => event),
    edited: edited.map((entry) => {
      const own = ownOf(entry);
      const { line } = placeOf(start, own[0]!.handler.start);
      // Whole groups, as they stand there.
      return { wanted: entry, theirs: own.map(({ groupValue }) => groupValue), line };
    }),
  };
}

function addEntries({ text, root }: SettingsText, entries: readonly WantedEntry[]): string {
  const style = styleOf(text, root);
  const hooks = memberOf(root, "hooks")?.value;
  if (hooks === undefined) {
    const value = Object.fromEntries(entries.map(({ event, group }) => [event, [group]]));
    return applyEdits(text, [append(text, root, [["hooks", value]], style)]);
  }
  const listOf = ({ event }: WantedEntry) => memberOf(hooks, event)?.value;
  const fresh = entries.filter((entry) => listOf(entry) === undefined);
  const edits = entries.flatMap((entry) => {
    const list = listOf(entry);
    return list === undefined ? [] : [append(text, list, [["", entry.group]], style)];
  });
  const members = fresh.map(({ event, group }) => [event, [group]] as const);
  if (fresh.length > 0) edits.push(append(text, hooks, members, style));
  return applyEdits(text, edits);
}

/** `wasThere` tells whether an empty list or object was there before we came: `hooks`, or an event's name. */
export function planUninstall(text: string, wasThere: (key: string) => boolean) {
  if (text.replace(/^\ufeff/, "").trim() === "") return { text, removed: [] };
  const settings = readSettings(text);
  if ("flaw" in settings) return settings;
  const places = ownPlaces(settings);
  const removed = [...new Set(places.map(({ event }) => event))];
  return { text: removePlaces(settings, places, wasThere), removed };
}

/** Without the entries, and without what they leave empty: groups, and lists and objects that were not there before. */
function removePlaces(
  { text, root }: SettingsText,
  places: readonly OwnPlace[],
  wasThere: (key: string) => boolean,
): string {
  const own = new Set(
    [...groupBy(places, ({ group }) => group)].flatMap(([group, inGroup]) => {
      const handlers = memberOf(group, "hooks")?.value.items.length ?? 1;
      return inGroup.length === handlers ? [group] : inGroup.map(({ handler }) => handler);
    }),
  );
  // Where a key stands twice, taking the last one out would bring the other one to life.
  const isAlone = ({ members }: JsonNode, key: string) =>
    members.filter((member) => member.key === key).length === 1;
  const without = (node: JsonNode, mayGo: () => boolean): Edit[] | undefined => {
    if (own.has(node)) return undefined;
    const children = node.kind === "object"
      ? node.members.map(({ key, value }) =>
        without(value, () => !wasThere(key) && isAlone(node, key))
      )
      : node.items.map((item) => without(item, () => false));
    const gone = new Set(children.keys().filter((index) => children[index] === undefined));
    if (gone.size > 0 && gone.size === children.length && mayGo()) return undefined;
    return [...takeOut(node, gone), ...children.flatMap((edits) => edits ?? [])];
  };
  return applyEdits(text, without(root, () => false) ?? []);
}
