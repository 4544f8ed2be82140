/**
 * Where approvals are kept: one file each, so that parallel `allow` and `revoke` never undo each other. The
 * directory lies where no project can write: beside `$SKILLHOOK_TRUST_FILE`, else in `$XDG_CONFIG_HOME/skillhook`,
 * else in `~/.config/skillhook` (on Windows in `%APPDATA%/skillhook`); approvals that somebody else could have
 * written count for nothing. Older versions kept one list, `trust.json`: it counts until the directory is made,
 * which takes it over.
 */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { readEntry, readOldList, type TrustEntry } from "./trust_entry.ts";

export type Subject = Pick<TrustEntry, "path" | "project">;

const MAX_BYTES = 16 * 1024 * 1024;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** A directory that is not in place an hour after it was begun belongs to a run that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;
const DRAFT_REGEXP = /\.[0-9a-f]{16}$/;
const README = "README.txt";
const README_TEXT = `Approvals given with "skillhook trust allow": one file each.
"skillhook trust list" lists them, "skillhook trust revoke" takes them back.
`;

/** Why approvals do not count: a sentence's end, such as `"/x" lies inside the project`. */
export interface StoreFlaw {
  readonly flaw: string;
}

export class TrustStore {
  readonly directory: string;

  /** @param old What the old list holds, as long as there is no directory. */
  constructor(
    private readonly host: Host,
    private readonly list: string,
    private old: readonly TrustEntry[] | undefined,
  ) {
    this.directory = directoryOf(list);
  }

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
      .map((name) => this.#read(joinPath(this.directory, name)));
    const entries = found.filter((one) => one !== undefined && !("flaw" in one)) as TrustEntry[];
    return {
      entries: entries.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
      flaws: found.flatMap((one) => one !== undefined && "flaw" in one ? one.flaw : []),
    };
  }

  /** Keeps an approval in place of an earlier one. @throws {HostError} It cannot be written. */
  async keep(entry: TrustEntry): Promise<void> {
    await this.#make();
    const text = `${JSON.stringify(entry, null, 1)}\n`;
    this.host.writeText(await this.#pathOf(entry), text, { mode: 0o600 });
  }

  /** Takes an approval back. @throws {HostError} It cannot be removed. */
  async drop(subject: Subject): Promise<void> {
    await this.#make();
    this.host.remove(await this.#pathOf(subject));
  }

  /** The whole directory at once, under a name nobody has yet: who comes second finds it made and full. */
  async #make(): Promise<void> {
    const { host, old } = this;
    this.old = undefined;
    if (host.stat(this.directory) !== undefined) return;
    const draft = `${this.directory}.${host.randomHex()}`;
    host.makeDirectory(draft, { mode: 0o700 });
    const texts = new Map([[README, README_TEXT]]);
    for (const entry of old ?? []) {
      texts.set(await this.#nameOf(entry), `${JSON.stringify(entry, null, 1)}\n`);
    }
    for (const [name, text] of texts) host.writeText(joinPath(draft, name), text, { mode: 0o600 });
    if (host.renameDirectory(draft, this.directory)) {
      // Taken over: it must not come back when somebody clears the directory.
      host.remove(this.list);
    } else removeDraft(host, draft);
    const above = parentPath(this.directory)!;
    for (const { name } of host.list(above) ?? []) {
      const path = joinPath(above, name);
      if (!path.startsWith(`${this.directory}.`) || !DRAFT_REGEXP.test(name)) continue;
      const age = host.now() - (host.linkStat(path)?.mtime ?? Infinity);
      if (age > ABANDONED_MS) removeDraft(host, path);
    }
  }

  async #pathOf(subject: Subject): Promise<string> {
    return joinPath(this.directory, await this.#nameOf(subject));
  }

  async #nameOf({ path, project }: Subject): Promise<string> {
    return `${await this.host.sha256(`${project}\0${path}`)}.json`;
  }

  #read(path: string): TrustEntry | StoreFlaw | undefined {
    try {
      const stat = this.host.stat(path);
      const flaw = flawOf(stat, "file", this.host);
      if (flaw !== undefined) return { flaw: `"${path}" ${flaw}` };
      const text = stat && this.host.readText(path);
      return text === undefined ? undefined : readEntry(text) ?? { flaw: `"${path}" is damaged` };
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
  const directory = directoryOf(list);
  try {
    const made = host.stat(directory);
    const path = made === undefined ? list : directory;
    const kind = made === undefined ? "file" : "directory";
    const flaw = placeFlaw(host, path, project) ?? flawOf(made ?? host.stat(list), kind, host);
    if (flaw !== undefined) return { flaw: `"${path}" ${flaw}` };
    if (made !== undefined) return new TrustStore(host, list, undefined);
    const text = host.readText(list);
    // Gone since we looked: somebody has just taken the list over.
    if (text === undefined && host.stat(directory) !== undefined) return openTrust(host, project);
    const old = text === undefined ? [] : readOldList(text);
    return old === undefined ? { flaw: `"${list}" is not JSON` } : new TrustStore(host, list, old);
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
  const config = host.env("XDG_CONFIG_HOME");
  const windows = host.platform === "windows" ? host.env("APPDATA") : undefined;
  const home = host.env("HOME");
  const directory = [config, windows, home === undefined ? undefined : joinPath(home, ".config")]
    .find((place) => place !== undefined && isAbsolutePath(place, host.platform));
  return directory === undefined ? undefined : joinPath(directory, "skillhook/trust.json");
}

function placeFlaw(host: Host, path: string, project: ProjectBoundary): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return "is not an absolute path";
  if (project.holds(path)) return "lies inside the project";
  const above = host.stat(parentPath(realPathOf(host, path) ?? path) ?? "/");
  return above === undefined || (above.mode & STICKY) !== 0
    ? undefined
    : writableFlaw(above, host.userId(), "lies in a directory that ");
}

function directoryOf(list: string): string {
  return list.endsWith(".json") ? list.slice(0, -".json".length) : `${list}.d`;
}

/** What is absent has none. */
function flawOf(
  stat: FileStat | undefined,
  kind: "file" | "directory",
  host: Host,
): string | undefined {
  if (stat === undefined) return undefined;
  if (stat.kind !== kind) return `is not a ${kind === "file" ? "regular file" : kind}`;
  if (kind === "file" && stat.size > MAX_BYTES) return "is too large";
  return writableFlaw(stat, host.userId());
}

/** Who else could have written it: nobody may, but the system. */
function writableFlaw(stat: FileStat, user: number, start = ""): string | undefined {
  if (user < 0) return undefined;
  if (stat.owner !== user && stat.owner !== 0) return `${start}belongs to somebody else`;
  return (stat.mode & OTHERS_WRITE) === 0 ? undefined : `${start}can be written by others`;
}

function isSame(one: Subject, other: Subject): boolean {
  return one.path === other.path && one.project === other.project;
}
