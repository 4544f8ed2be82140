/** What installing and uninstalling make of a settings file's text. Pure: text in, text out. */
import { type JsonNode, memberOf, readJsonTree } from "../base/json_tree.ts";
import { placeOf } from "../base/text_place.ts";
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

/**
 * The file cannot be edited as it is. A reason and no diagnostic yet: only the verb knows what was to be done
 * with the file, and puts both into one sentence.
 */
export interface SettingsFlaw {
  readonly flaw: string;
  readonly line: number;
  readonly column: number;
}

/** An entry of ours that says something else than we would write. */
export interface EditedEntry {
  readonly wanted: WantedEntry;
  /** What stands there: whole groups. */
  readonly theirs: readonly unknown[];
  /** Line of the first one. */
  readonly line: number;
}

/** What installing comes to. */
export interface InstallPlan {
  readonly text: string;
  /** Events whose entry is added. */
  readonly added: readonly string[];
  /** Events whose entry an older version of ours wrote, and nobody edited: it is replaced. */
  readonly updated: readonly string[];
  /** Entries that somebody edited; the text has what `take` says, theirs when it says nothing. */
  readonly edited: readonly EditedEntry[];
}

/** Tells whether two paths lead to one program. */
export type IsSameFile = (a: string, b: string) => boolean;

/**
 * Reads a settings file's text.
 *
 * @param text The text; an empty one is an empty object.
 * @returns The file with its tree, or what is wrong and where.
 */
export function readSettings(text: string): SettingsText | SettingsFlaw {
  const root = readJsonTree(text);
  if ("flaw" in root) return { flaw: root.flaw, ...placeOf(text, root.offset) };
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
 * Plans an installation.
 *
 * @param text The settings file; blank or absent text counts as `{}`.
 * @param isUnedited Tells whether an event's group is what we wrote there last.
 * @returns The new text, which is the old one when everything is there; or why the file is left alone.
 */
export function planInstall(
  text: string,
  wanted: readonly WantedEntry[],
  take: "ours" | "theirs",
  isSameFile: IsSameFile,
  isUnedited: (event: string, group: unknown) => boolean = () => false,
): InstallPlan | SettingsFlaw {
  const isBlank = text.replace(/^\ufeff/, "").trim() === "";
  const start = isBlank ? `${text.startsWith("\ufeff") ? "\ufeff" : ""}{}\n` : text;
  let settings = readSettings(start);
  if ("flaw" in settings) return settings;
  const counting = countingPlaces(settings);
  const edited: EditedEntry[] = [];
  const missing: WantedEntry[] = [];
  const outdated: WantedEntry[] = [];
  for (const entry of wanted) {
    const own = counting.filter(({ event }) => event === entry.event);
    if (own.length === 0) missing.push(entry);
    else if (own.length === 1 && isAsWanted(own[0]!, entry, isSameFile)) continue;
    else if (own.length === 1 && isUnedited(entry.event, own[0]!.groupValue)) outdated.push(entry);
    else {
      const { line } = placeOf(start, own[0]!.handler.start);
      edited.push({ wanted: entry, theirs: own.map(({ groupValue }) => groupValue), line });
    }
  }
  const replaced = take === "ours"
    ? [...outdated, ...edited.map(({ wanted }) => wanted)]
    : outdated;
  if (replaced.length > 0) {
    const events = new Set(replaced.map(({ event }) => event));
    const text = removePlaces(
      settings,
      counting.filter(({ event }) => events.has(event)),
      () => true,
    );
    settings = readSettings(text) as SettingsText;
  }
  const added = missing.map(({ event }) => event);
  const updated = outdated.map(({ event }) => event);
  const all = wanted.filter((entry) => missing.includes(entry) || replaced.includes(entry));
  if (all.length === 0) return { text, added, updated, edited };
  return { text: addEntries(settings, all), added, updated, edited };
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
 * Takes our entries out.
 *
 * @param wasThere Tells whether an empty list or object was there before we came: `hooks`, or an event's name.
 * @returns The text without them, and for which events there were any; or why the file is left alone.
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
  for (const [groupIndex, inGroup] of Map.groupBy(own, (place) => place.groupIndex)) {
    const list = memberOf(inGroup[0]!.group, "hooks")!.value;
    if (inGroup.length === (valueOf(text, list) as unknown[]).length) gone.add(groupIndex);
    else edits.push(...takeOut(list, new Set(inGroup.map(({ handlerIndex }) => handlerIndex))));
  }
  return { gone, edits };
}
