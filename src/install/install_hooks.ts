/** Puts our entries into a settings file, and takes them out again. */
import { loaderOf } from "../agents/table.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { memberOf } from "../base/json_tree.ts";
import { lastSegment, parentPath } from "../base/path.ts";
import { isSamePlace } from "../catalog/sources.ts";
import { attempt, type Host } from "../host/host.ts";
import { agentEntries, agentIn, ownPlaces, wantedEntries, type WantedEntry } from "./own_places.ts";
import {
  dropBackup,
  findBackups,
  keepBackup,
  readRecord,
  readSettingsFile,
  Refusal,
  removeEmpty,
  type SettingsFile,
  writeRecord,
  writeSettingsFile,
} from "./own_files.ts";
import { planInstall, planUninstall, readSettings, type SettingsFlaw } from "./settings_edit.ts";

const RECORD = "installed-hooks.json";

/** An absent `after`: the file goes, it was ours alone. `apply` gives the path of a copy of what was there, if one is kept. */
export type SettingsChange = ReturnType<typeof planHooks>;

/** What a settings file gets from us, for the agent that the words name, else Claude Code, and what it holds before. */
export async function ownContent(binary: string, words: readonly string[]) {
  const agent = await loaderOf(agentIn(words) ?? "")?.();
  if (agent === undefined) return { wanted: wantedEntries(binary, words), empty: undefined };
  return { wanted: agentEntries(agent, binary, words), empty: agent.files.empty };
}

export function planHooks(
  host: Host,
  path: string,
  { wanted, empty }: Awaited<ReturnType<typeof ownContent>>,
  take: "ours" | "theirs",
) {
  const file = readSettingsFile(host, path);
  const { real, text: before } = file;
  const known = readRecord(host, RECORD)[real];
  const isUnedited = (event: string, group: unknown) =>
    isFields(known) && known[event] === JSON.stringify(group);
  const isSame = (a: string, b: string) => isSamePlace(host, a, b);
  const plan = settled(planInstall(before ?? "", wanted, take, isSame, isUnedited, empty));
  const { text, added, updated, edited } = plan;
  const after = added.length === 0 && text === (before ?? "") ? before : text;
  const apply = async () => {
    const backup = await writeKept(host, file, text);
    remember(host, real, wanted);
    return backup;
  };
  return { path, before, after, events: [...added, ...updated], edited, apply };
}

function settled<Plan extends object>(plan: Plan | SettingsFlaw): Plan {
  if ("flaw" in plan) throw new Refusal(plan.flaw, plan);
  return plan;
}

function remember(host: Host, real: string, wanted: readonly WantedEntry[]): void {
  const { [real]: _before, ...others } = readRecord(host, RECORD);
  const entries = wanted.map(({ event, group }) => [event, JSON.stringify(group)] as const);
  const own: Fields = wanted.length === 0 ? {} : { [real]: Object.fromEntries(entries) };
  // Without the record a later version asks about its own old entries: no more than a question.
  attempt(() => writeRecord(host, RECORD, { ...others, ...own }));
}

export async function writeKept(host: Host, file: SettingsFile, text: string) {
  const backup = file.text === undefined ? undefined : await keepBackup(host, file.real, file.text);
  writeSettingsFile(host, file, text);
  return backup;
}

/** Byte for byte what the file was: the newest backup that the same installation turns into its text. @throws {Refusal} */
export async function planRemoval(host: Host, path: string): Promise<SettingsChange> {
  const file = readSettingsFile(host, path);
  const { text, real } = file;
  const common = { path, before: text, edited: [] };
  if (text === undefined) {
    return { ...common, after: text, events: [], apply: () => Promise.resolve(undefined) };
  }
  const backups = await findBackups(host, real);
  const plan = settled(planUninstall(text, (key) => wasThere(backups[0]?.text ?? "{}", key)));
  const [place] = placesIn(text);
  const content = place && await ownContent(place.call.program, place.call.words);
  const makesIt = (before: string) => {
    if (content === undefined) return false;
    const { wanted, empty } = content;
    const isSame = (a: string, b: string) => isSamePlace(host, a, b);
    const made = planInstall(before, wanted, "theirs", isSame, undefined, empty);
    return "text" in made && made.text === text;
  };
  const backup = backups.find((kept) => makesIt(kept.text));
  const after = backup?.text ?? (makesIt("") ? undefined : plan.text);
  const apply = async () => {
    const isOther = after !== undefined && backup === undefined;
    const kept = isOther ? await writeKept(host, file, after) : undefined;
    if (!isOther) writeSettingsFile(host, file, after);
    if (after === undefined) {
      const directory = parentPath(real)!;
      // The agent's own directory above it goes, too, when nothing else is in it.
      const above = parentPath(directory)!;
      const isOwn = lastSegment(above, host.platform).startsWith(".");
      removeEmpty(host, directory, isOwn ? parentPath(above)! : above);
    } else if (backup !== undefined) dropBackup(host, backup);
    remember(host, real, []);
    return kept;
  };
  return { ...common, after, events: plan.removed, apply };
}

export function installedFiles(host: Host): { path: string; pins: readonly string[] }[] {
  return Object.keys(readRecord(host, RECORD)).flatMap((path) => {
    const [place] = attempt(() => placesIn(host.readText(path) ?? "")) ?? [];
    return place === undefined ? [] : [{ path, pins: place.call.words }];
  });
}

function placesIn(text: string) {
  const settings = readSettings(text);
  return "flaw" in settings ? [] : ownPlaces(settings);
}

/** Whether a list or object that is empty now was there, empty, before we came. */
function wasThere(before: string, key: string): boolean {
  const settings = readSettings(before);
  const hooks = "flaw" in settings ? undefined : memberOf(settings.root, "hooks")?.value;
  return hooks !== undefined && (key === "hooks" || memberOf(hooks, key) !== undefined);
}
