/**
 * Where approvals are kept: one file each, so that parallel `allow` and `revoke` never undo each other, where no
 * project can write; those that another user could have written count for nothing. Older versions kept one list,
 * `trust.json`: it counts until the directory is made, which takes it over.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { type PlanStep, STEP_KINDS } from "./plan.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";

/** A file of the project that a command names. */
export interface TrustedFile {
  readonly path: string;
  /** SHA-256 of its content. */
  readonly digest: string;
  /** For a diff; left out when it is long. */
  readonly text?: string;
}

export interface TrustEntry {
  readonly path: string;
  /** Real path of the project; empty without one. */
  readonly project: string;
  /** SHA-256 of what must not change in the file. */
  readonly digest: string;
  readonly steps: readonly PlanStep[];
  /** The commands, as older versions kept them, in place of the plan. */
  readonly commands?: readonly string[];
  readonly files: readonly TrustedFile[];
  /** Milliseconds since 1970. */
  readonly allowedAt: number;
}

type Subject = Pick<TrustEntry, "path" | "project">;

const MAX_BYTES = 16 * 1024 * 1024;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** A directory that is not in place an hour after it was begun belongs to a run that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;
const README_TEXT = `Approvals given with "skillhook trust allow": one file each.
"skillhook trust list" lists them, "skillhook trust revoke" takes them back.
`;

/** Why approvals do not count: a sentence's end, such as `"/x" lies inside the project`. */
type StoreFlaw = { readonly flaw: string };

export class TrustStore {
  /** @param old What the old list holds, as long as there is no directory. */
  constructor(
    private readonly host: Host,
    readonly directory: string,
    private readonly list: string,
    private old: readonly TrustEntry[] | undefined,
  ) {}

  async find(subject: Subject): Promise<TrustEntry | StoreFlaw | undefined> {
    if (this.old !== undefined) return this.old.find((one) => isSame(one, subject));
    const path = await this.#pathOf(subject);
    const found = this.#read(path);
    if (found === undefined || "flaw" in found || isSame(found, subject)) return found;
    return { flaw: `"${path}" is about another file` };
  }

  all(): { entries: TrustEntry[]; flaws: string[] } {
    const names = (this.host.list(this.directory) ?? []).map(({ name }) => name);
    const found = this.old ?? names.filter((name) => name.endsWith(".json")).sort()
      .map((name) => this.#read(joinPath(this.directory, name)))
      .filter((one) => one !== undefined);
    const entries = found.flatMap((one) => "flaw" in one ? [] : one)
      .sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
    return { entries, flaws: found.flatMap((one) => "flaw" in one ? one.flaw : []) };
  }

  /** In place of an earlier one. @throws {HostError} It cannot be written. */
  async keep(entry: TrustEntry): Promise<void> {
    await this.#make();
    await this.#write(entry);
  }

  /** @throws {HostError} It cannot be removed. */
  async drop(subject: Subject): Promise<void> {
    await this.#make();
    this.host.remove(await this.#pathOf(subject));
  }

  /** The whole directory at once, under a name of its own: a run that comes second finds it made and full. */
  async #make(): Promise<void> {
    const { host, old = [], directory } = this;
    this.old = undefined;
    if (host.stat(directory) !== undefined) return;
    const draft = `${directory}.${host.randomHex()}`;
    host.makeDirectory(draft, { mode: 0o700 });
    host.writeText(joinPath(draft, "README.txt"), README_TEXT, { mode: 0o600 });
    for (const entry of old) await this.#write(entry, draft);
    // Taken over: the list must not come back when the user clears the directory.
    if (host.renameDirectory(draft, directory)) host.remove(this.list);
    else removeDraft(host, draft);
    const above = parentPath(directory)!;
    for (const { name } of host.list(above) ?? []) {
      const path = joinPath(above, name);
      if (!path.startsWith(`${directory}.`) || !/\.[0-9a-f]{16}$/.test(name)) continue;
      const age = host.now() - (host.linkStat(path)?.mtime ?? Infinity);
      if (age > ABANDONED_MS) removeDraft(host, path);
    }
  }

  async #pathOf({ path, project }: Subject, directory = this.directory): Promise<string> {
    return joinPath(directory, `${await this.host.sha256(`${project}\0${path}`)}.json`);
  }

  async #write(entry: TrustEntry, directory?: string): Promise<void> {
    const text = `${JSON.stringify(entry, null, 1)}\n`;
    this.host.writeText(await this.#pathOf(entry, directory), text, { mode: 0o600 });
  }

  #read(path: string): TrustEntry | StoreFlaw | undefined {
    try {
      const stat = this.host.stat(path);
      const flaw = flawOf(this.host, stat, "file");
      if (flaw !== undefined) return { flaw: `"${path}" ${flaw}` };
      const text = stat && this.host.readText(path);
      if (text === undefined) return undefined;
      const entry = parseJson(text);
      // What has another shape allows nothing.
      return isEntry(entry) ? entry : { flaw: `"${path}" is damaged` };
    } catch (error) {
      if (error instanceof HostError) return { flaw: `"${path}": ${error.code}` };
      throw error;
    }
  }
}

/** The store, empty when nothing was allowed yet; or why it does not count. */
export function openTrust(host: Host, project: ProjectBoundary): TrustStore | StoreFlaw {
  const moved = project.movedTrust();
  if (moved !== undefined) return { flaw: `"${moved.path}" sets "${moved.variable}"` };
  const list = listPath(host);
  if (list === undefined) return { flaw: "there is no home directory to keep approvals in" };
  const directory = list.endsWith(".json") ? list.slice(0, -".json".length) : `${list}.d`;
  try {
    const made = host.stat(directory);
    const path = made === undefined ? list : directory;
    const flaw = placeFlaw(host, path, project) ??
      (made ? flawOf(host, made, "directory") : flawOf(host, host.stat(list), "file"));
    if (flaw !== undefined) return { flaw: `"${path}" ${flaw}` };
    if (made !== undefined) return new TrustStore(host, directory, list, undefined);
    const text = host.readText(list);
    // Gone since we looked: another run has just taken the list over.
    if (text === undefined && host.stat(directory) !== undefined) return openTrust(host, project);
    const old = text === undefined ? [] : readOldList(text);
    if (old === undefined) return { flaw: `"${list}" is not JSON` };
    return new TrustStore(host, directory, list, old);
  } catch (error) {
    if (error instanceof HostError) return { flaw: `"${error.path}": ${error.code}` };
    throw error;
  }
}

function removeDraft(host: Host, draft: string): void {
  for (const { name } of host.list(draft) ?? []) host.remove(joinPath(draft, name));
  host.remove(draft);
}

function listPath(host: Host): string | undefined {
  const named = host.env("SKILLHOOK_TRUST_FILE");
  if (named !== undefined) return named;
  const home = host.env("HOME");
  const directory = [
    host.env("XDG_CONFIG_HOME"),
    host.platform === "windows" ? host.env("APPDATA") : undefined,
    home && joinPath(home, ".config"),
  ].find((place) => place !== undefined && isAbsolutePath(place, host.platform));
  return directory && joinPath(directory, "skillhook/trust.json");
}

function placeFlaw(host: Host, path: string, project: ProjectBoundary): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return "is not an absolute path";
  if (project.holds(path)) return "lies inside the project";
  const above = host.stat(parentPath(realPathOf(host, path) ?? path) ?? "/");
  if (above === undefined || (above.mode & STICKY) !== 0) return undefined;
  return writableFlaw(host, above, "lies in a directory that ");
}

function flawOf(host: Host, stat: FileStat | undefined, kind: FileStat["kind"]) {
  if (stat === undefined) return undefined;
  if (stat.kind !== kind) return `is not a ${kind === "file" ? "regular file" : kind}`;
  if (kind === "file" && stat.size > MAX_BYTES) return "is too large";
  return writableFlaw(host, stat);
}

/** Only the user and the system may be able to write it. */
function writableFlaw(host: Host, { owner, mode }: FileStat, start = ""): string | undefined {
  const user = host.userId();
  if (user < 0) return undefined;
  if (owner !== user && owner !== 0) return `${start}belongs to somebody else`;
  return (mode & OTHERS_WRITE) === 0 ? undefined : `${start}can be written by others`;
}

function isSame(one: Subject, other: Subject): boolean {
  return one.path === other.path && one.project === other.project;
}

/** Its approvals, each with the commands that were shown; `undefined` when it is not JSON. */
function readOldList(text: string): TrustEntry[] | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  if (!isFields(value) || value.version !== 1 || !Array.isArray(value.entries)) return [];
  return value.entries.map((entry) => isFields(entry) ? { ...entry, steps: [] } : entry)
    .filter(isEntry).filter(({ commands }) => commands !== undefined);
}

function isEntry(value: unknown): value is TrustEntry {
  if (!isFields(value) || typeof value.allowedAt !== "number") return false;
  const { path, project, digest, steps, commands = [], files } = value;
  return areStrings([path, project, digest]) && areStrings(commands) &&
    Array.isArray(steps) && steps.every(isStep) && Array.isArray(files) &&
    files.every((file) => isFields(file) && areStrings([file.path, file.digest]));
}

function isStep(step: unknown): boolean {
  return isFields(step) && STEP_KINDS.some((kind) => kind === step.kind) &&
    typeof step.text === "string" && Array.isArray(step.facts) && step.facts.every(areStrings);
}

function areStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
