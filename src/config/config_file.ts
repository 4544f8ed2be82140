/** skillhook's own settings, `skillhook.yaml`: the project's in `.claude/`, nearest first, and the user's in `~/.claude/`. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { attempt, type Host } from "../host/host.ts";
import type { Settings, Written } from "./schema.ts";

const FILE_NAME = "skillhook.yaml";

export interface ConfigPlace {
  readonly path: string;
  readonly scope: "project" | "user";
  /** Whether the file counts only when it is the user's or the system's. */
  readonly isStrange: boolean;
}

export interface ConfigLayer extends ConfigPlace {
  readonly text: string;
  readonly written: Written;
}

/** What counts, the files it comes from, strongest first, and everything that is wrong with them. */
export interface Config {
  readonly settings: Settings;
  readonly layers: readonly ConfigLayer[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The settings of a project and of the user; `undefined` at once where there are none, without schema and YAML library. */
export function findConfig(host: Host, projectDir?: string): Promise<Config> | undefined {
  const places = configPlaces(host, projectDir).filter((place) => mayCount(host, place));
  return places.length === 0 ? undefined : readPlaces(host, places);
}

/** The same, with the defaults where there are none. */
export async function loadConfig(host: Host, projectDir?: string): Promise<Config> {
  return await (findConfig(host, projectDir) ?? readPlaces(host, []));
}

async function readPlaces(host: Host, places: readonly ConfigPlace[]): Promise<Config> {
  const { readConfig } = await import("./read_config.ts");
  return await readConfig(host, places);
}

export function configPlaces(host: Host, projectDir: string | undefined): ConfigPlace[] {
  const user = configDirectory(host);
  const { levels, top } = findLevels(host, projectDir);
  const own = user === undefined ? undefined : joinPath(user, FILE_NAME);
  const places = levels.map((level): ConfigPlace => {
    const path = joinPath(projectConfigDirectory(level), FILE_NAME);
    // Above a start that is in no repository, anybody may have put a file.
    return { path, scope: "project", isStrange: top === undefined && level !== levels[0] };
  }).filter(({ path }) => path !== own);
  return own === undefined ? places : [...places, { path: own, scope: "user", isStrange: false }];
}

function mayCount(host: Host, { path, isStrange }: ConfigPlace): boolean {
  // A file that cannot even be looked at is there: reading it says what is wrong.
  const stat = attempt(() => host.stat(path) ?? null);
  if (!stat || !isStrange) return stat !== null;
  return host.userId() < 0 || stat.owner === host.userId() || stat.owner === 0;
}
