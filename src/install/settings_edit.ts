/** What installing and uninstalling make of a settings file's text. Pure: text in, text out. */
import { type JsonNode, memberOf, readJsonTree } from "../base/json_tree.ts";
import { placeOf, type TextPlace } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { append, applyEdits, type Edit, styleOf, takeOut } from "./json_edit.ts";
import {
  hooksMembers,
  isAsWanted,
  type OwnPlace,
  ownPlaces,
  type SettingsText,
  valueOf,
  type WantedEntry,
} from "./own_places.ts";

/** Why the file cannot be edited as it is, and where. */
export interface SettingsFlaw extends TextPlace {
  readonly flaw: string;
}

/** An entry of ours that says something else than we would write. */
export interface EditedEntry {
  readonly wanted: WantedEntry;
  /** What stands there: whole groups. */
  readonly theirs: readonly unknown[];
  readonly line: number;
}

interface InstallPlan {
  readonly text: string;
  readonly added: readonly string[];
  /** Events whose entry an older version of ours wrote and is unedited: it is replaced. */
  readonly updated: readonly string[];
  /** Entries that were edited; the text has what `take` says. */
  readonly edited: readonly EditedEntry[];
}

export type IsSameFile = (a: string, b: string) => boolean;

/** An empty text is an empty object. */
export function readSettings(text: string): SettingsText | SettingsFlaw {
  const root = readJsonTree(text);
  if ("flaw" in root) return root;
  const wrong = wrongShape(root);
  return wrong === undefined
    ? { text, root }
    : { flaw: wrong[0], ...placeOf(text, wrong[1].start) };
}

/** Only what we would have to write into must have the right shape. */
function wrongShape(root: JsonNode): [string, JsonNode] | undefined {
  if (root.kind !== "object") return ["expected an object", root];
  const hooks = memberOf(root, "hooks")?.value;
  if (hooks === undefined) return undefined;
  if (hooks.kind !== "object") return [`expected an object as "hooks"`, hooks];
  const bad = hooks.members.find(({ value }) => value.kind !== "array");
  return bad === undefined ? undefined : [`expected a list as "hooks.${bad.key}"`, bad.value];
}

/**
 * Plans an installation; blank text counts as `empty`. Where everything is there, the new text is the old one.
 * `isUnedited` tells whether an event's group is what we wrote there last.
 */
export function planInstall(
  text: string,
  wanted: readonly WantedEntry[],
  take: "ours" | "theirs",
  isSameFile: IsSameFile,
  isUnedited: (event: string, group: unknown) => boolean = () => false,
  empty: string = "{}\n",
): InstallPlan | SettingsFlaw {
  const isBlank = text.replace(/^\ufeff/, "").trim() === "";
  const start = isBlank ? (text.startsWith("\ufeff") ? "\ufeff" : "") + empty : text;
  const settings = readSettings(start);
  if ("flaw" in settings) return settings;
  const counting = countingPlaces(settings);
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
      return { wanted: entry, theirs: own.map(({ groupValue }) => groupValue), line };
    }),
  };
}

/** Of a repeated key, the agent heeds the last one. */
function countingPlaces(settings: SettingsText): OwnPlace[] {
  const hooks = memberOf(settings.root, "hooks")?.value;
  return ownPlaces(settings).filter(({ event, eventMember }) =>
    hooks !== undefined && memberOf(hooks, event) === eventMember
  );
}

function addEntries(settings: SettingsText, entries: readonly WantedEntry[]): string {
  const { text, root } = settings;
  const style = styleOf(text, root);
  const hooks = memberOf(root, "hooks")?.value;
  if (hooks === undefined) {
    const value = Object.fromEntries(entries.map(({ event, group }) => [event, [group]]));
    return applyEdits(text, [append(text, root, [["hooks", value]], style)]);
  }
  const edits: Edit[] = [];
  const fresh: [string, unknown][] = [];
  for (const { event, group } of entries) {
    const list = memberOf(hooks, event)?.value;
    if (list === undefined) fresh.push([event, [group]]);
    else edits.push(append(text, list, [["", group]], style));
  }
  if (fresh.length > 0) edits.push(append(text, hooks, fresh, style));
  return applyEdits(text, edits);
}

/**
 * The text without our entries, and for which events there were any. `wasThere` tells whether an empty list or object
 * was there before we came: `hooks`, or an event's name.
 */
export function planUninstall(
  text: string,
  wasThere: (key: string) => boolean,
): { readonly text: string; readonly removed: readonly string[] } | SettingsFlaw {
  if (text.replace(/^\ufeff/, "").trim() === "") return { text, removed: [] };
  const settings = readSettings(text);
  if ("flaw" in settings) return settings;
  const places = ownPlaces(settings);
  const removed = [...new Set(places.map(({ event }) => event))];
  return { text: removePlaces(settings, places, wasThere), removed };
}

function removePlaces(
  settings: SettingsText,
  places: readonly OwnPlace[],
  wasThere: (key: string) => boolean,
): string {
  const edits: Edit[] = [];
  const goneHooks = new Set<number>();
  for (const hooks of hooksMembers(settings)) {
    const goneEvents = new Set<number>();
    const inner: Edit[] = [];
    hooks.value.members.forEach((member, index) => {
      const own = places.filter(({ eventMember }) => eventMember === member);
      if (own.length === 0) return;
      const { gone, edits } = removeFromEvent(settings, own);
      const isEmptied = gone.size === member.value.items.length;
      if (isEmptied && !wasThere(member.key) && isAlone(hooks.value, member.key)) {
        goneEvents.add(index);
      } else inner.push(...takeOut(member.value, gone), ...edits);
    });
    const isEmptied = goneEvents.size > 0 && goneEvents.size === hooks.value.members.length;
    const mayGo = !wasThere("hooks") && isAlone(settings.root, "hooks");
    if (isEmptied && mayGo) goneHooks.add(settings.root.members.indexOf(hooks));
    else edits.push(...takeOut(hooks.value, goneEvents), ...inner);
  }
  return applyEdits(settings.text, [...takeOut(settings.root, goneHooks), ...edits]);
}

/** Where a key stands twice, taking the last one out would bring the other one to life. */
function isAlone({ members }: JsonNode, key: string): boolean {
  return members.filter((member) => member.key === key).length === 1;
}

/** Groups that lose their only handler go; from others the handler goes. */
function removeFromEvent(
  { text }: SettingsText,
  own: readonly OwnPlace[],
): { gone: Set<number>; edits: Edit[] } {
  const gone = new Set<number>();
  const edits: Edit[] = [];
  for (const [groupIndex, inGroup] of groupBy(own, (place) => place.groupIndex)) {
    const list = memberOf(inGroup[0]!.group, "hooks")?.value;
    if (list === undefined || inGroup.length === (valueOf(text, list) as unknown[]).length) {
      gone.add(groupIndex);
    } else edits.push(...takeOut(list, new Set(inGroup.map(({ handlerIndex }) => handlerIndex))));
  }
  return { gone, edits };
}
