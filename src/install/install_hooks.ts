/** Puts our entries into a settings file, and takes them out again. */
import { type Fields, isFields } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import {
  type Backup,
  dropBackup,
  findBackups,
  keepBackup,
  readRecord,
  writeRecord,
} from "./own_record.ts";
import { look } from "../catalog/sources.ts";
import { ownPlaces, valueOf, wantedEntries, type WantedEntry } from "./own_places.ts";
import { memberOf } from "../base/json_tree.ts";
import {
  type EditedEntry,
  planInstall,
  planUninstall,
  readSettings,
  type SettingsFlaw,
} from "./settings_edit.ts";
import {
  directoryOf,
  readSettingsFile,
  type SettingsFile,
  writeSettingsFile,
} from "./settings_file.ts";

const RECORD = "installed-hooks.json";

/** What came of it, or would come of it. */
export interface SettingsChange {
  /** As the agent finds the file. */
  readonly path: string;
  readonly before: string | undefined;
  /** `undefined`: the file goes, it was ours alone. */
  readonly after: string | undefined;
  /** Events whose entry came or went. */
  readonly events: readonly string[];
  readonly edited: readonly EditedEntry[];
  /** Does what was planned. */
  readonly apply: () => Promise<Applied>;
}

/** Done, with what is worth saying; or why not. */
export type Applied = { readonly backup: string | undefined } | { readonly flaw: string };

/** The file is left alone; see `SettingsFlaw` for why this is no diagnostic. */
export interface Refusal extends Partial<SettingsFlaw> {
  readonly path: string;
  readonly flaw: string;
}

/**
 * Plans an installation.
 *
 * @param binary Absolute path of the program.
 * @returns The plan, or why there is none.
 */
export function planHooks(
  host: Host,
  path: string,
  binary: string,
  take: "ours" | "theirs",
): SettingsChange | Refusal {
  const file = readSettingsFile(host, path);
  if ("flaw" in file) return { path, ...file };
  const wanted = wantedEntries(binary);
  const known = entriesOf(host, file.real);
  const plan = planInstall(
    file.text ?? "",
    wanted,
    take,
    sameFile(host),
    (event, group) => known[event] === JSON.stringify(group),
  );
  if ("flaw" in plan) return { path, ...plan };
  const after = plan.added.length === 0 && plan.text === (file.text ?? "") ? file.text : plan.text;
  return {
    ...{ path, before: file.text, after, edited: plan.edited },
    events: [...plan.added, ...plan.updated],
    apply: async () => {
      const applied = await write(host, file, plan.text);
      return "flaw" in applied ? applied : remember(host, file.real, wanted, applied);
    },
  };
}

/** Groups as we wrote them into a file, by event. */
function entriesOf(host: Host, real: string): Fields {
  const entries = readRecord(host, RECORD)[real];
  return isFields(entries) ? entries : {};
}

function remember(
  host: Host,
  real: string,
  wanted: readonly WantedEntry[] | undefined,
  applied: Applied,
): Applied {
  const { [real]: _before, ...others } = readRecord(host, RECORD);
  const entries = wanted?.map(({ event, group }) => [event, JSON.stringify(group)] as const);
  const own = entries === undefined ? {} : { [real]: Object.fromEntries(entries) };
  try {
    writeRecord(host, RECORD, { ...others, ...own });
  } catch (error) {
    // Without the record a later version asks about its own old entries: no more than a question.
    if (!(error instanceof HostError)) throw error;
  }
  return applied;
}

async function write(host: Host, file: SettingsFile, text: string): Promise<Applied> {
  let backup: string | undefined;
  if (file.text !== undefined) {
    const kept = await keepBackup(host, file.real, file.text);
    if ("flaw" in kept) return { flaw: `its content cannot be kept: ${kept.flaw}` };
    backup = kept.path;
  }
  const flaw = writeSettingsFile(host, file, text);
  return flaw === undefined ? { backup } : { flaw };
}

/**
 * Plans taking our entries out. Right after an installation that gives the file back as it was, byte for
 * byte: the newest backup which the same installation turns into the present text is what was there.
 *
 * @returns The plan, or why there is none.
 */
export async function planRemoval(host: Host, path: string): Promise<SettingsChange | Refusal> {
  const file = readSettingsFile(host, path);
  if ("flaw" in file) return { path, ...file };
  const { text, real } = file;
  const nothing = { path, before: text, after: text, events: [], edited: [] };
  if (text === undefined) {
    return { ...nothing, apply: () => Promise.resolve({ backup: undefined }) };
  }
  const backups = await findBackups(host, real);
  const plan = planUninstall(text, (key) => wasThere(backups[0], key));
  if ("flaw" in plan) return { path, ...plan };
  const common = { path, before: text, events: plan.removed, edited: [] };
  const forget = async (applying: Promise<Applied>): Promise<Applied> => {
    const applied = await applying;
    return "flaw" in applied ? applied : remember(host, real, undefined, applied);
  };
  const makesIt = installer(host, text);
  const backup = makesIt === undefined
    ? undefined
    : backups.find((kept) => makesIt(kept.text) === text);
  if (backup !== undefined) {
    return { ...common, after: backup.text, apply: () => forget(restore(host, file, backup)) };
  }
  if (makesIt?.("") === text) {
    return { ...common, after: undefined, apply: () => forget(removeFile(host, file)) };
  }
  return { ...common, after: plan.text, apply: () => forget(write(host, file, plan.text)) };
}

/** What an installation of the program that stands in a text makes of another text. */
function installer(host: Host, text: string): ((before: string) => string) | undefined {
  const settings = readSettings(text);
  const [place] = "flaw" in settings ? [] : ownPlaces(settings);
  if (place === undefined) return undefined;
  const { command } = place.handlerValue as { command: string };
  const wanted: readonly WantedEntry[] = wantedEntries(command);
  return (before) => {
    const plan = planInstall(before, wanted, "theirs", sameFile(host));
    return "flaw" in plan ? "" : plan.text;
  };
}

/** Whether a list or object that is empty now was there, empty, before we came. */
function wasThere(backup: Backup | undefined, key: string): boolean {
  const settings = backup === undefined ? undefined : readSettings(backup.text);
  if (settings === undefined || "flaw" in settings) return false;
  const hooks = memberOf(settings.root, "hooks");
  if (key === "hooks" || hooks === undefined) return hooks !== undefined;
  return Object.hasOwn(valueOf(settings.text, hooks.value) as object, key);
}

function restore(host: Host, file: SettingsFile, backup: Backup): Promise<Applied> {
  const flaw = writeSettingsFile(host, file, backup.text);
  if (flaw !== undefined) return Promise.resolve({ flaw });
  dropBackup(host, backup);
  return Promise.resolve({ backup: undefined });
}

/** The file, and its directory when nothing else is in it. */
function removeFile(host: Host, file: SettingsFile): Promise<Applied> {
  const now = readSettingsFile(host, file.path);
  if ("flaw" in now || now.text !== file.text) {
    return Promise.resolve({ flaw: "it has just been changed by somebody else: try again" });
  }
  host.remove(file.real);
  const directory = directoryOf(file.real);
  if (host.list(directory)?.length === 0) host.remove(directory);
  return Promise.resolve({ backup: undefined });
}

function sameFile(host: Pick<Host, "realPath" | "stat">): (a: string, b: string) => boolean {
  return (a, b) => {
    if (a === b) return true;
    const [one, two] = [look(host, a), look(host, b)];
    if (one === undefined || two === undefined) return false;
    return one.inode !== 0 && one.inode === two.inode && one.device === two.device;
  };
}
