/**
 * skillhook's own settings, `skillhook.yaml`: the project's in `.claude/`, of the directory the session was
 * started in and of those above it, and the user's in `~/.claude/`. Absent is normal and costs two look-ups
 * for each directory; the YAML library is loaded only when there is a file.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { findLevels } from "../catalog/levels.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { loadYaml, type ParseYaml } from "../skill/yaml.ts";
import { yamlFlaw } from "../skill/yaml_error.ts";

const FILE_NAME = "skillhook.yaml";

/** One settings file that was there and could be read. */
export interface ConfigLayer {
  readonly path: string;
  readonly scope: "project" | "user";
  /** Own properties only; keys are the author's. */
  readonly fields: Fields;
}

/** The layers, strongest first, and what was wrong with others. */
export interface Config {
  readonly layers: readonly ConfigLayer[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What reading settings asks of the machine. */
export type ConfigHost = Pick<
  Host,
  "env" | "platform" | "readText" | "realPath" | "stat" | "userId"
>;

/** Where a settings file may lie. */
export interface ConfigPlace {
  readonly path: string;
  readonly scope: ConfigLayer["scope"];
  /** Whether the file counts only when it is the user's or the system's. */
  readonly isStrange: boolean;
}

const EMPTY: Config = { layers: [], diagnostics: [] };

/**
 * Reads the settings files.
 *
 * @param host The machine.
 * @param projectDir The project's directory, if any.
 * @returns Layers, nearest first and the user's last; a file that cannot be read is a diagnostic.
 */
export function loadConfig(
  host: ConfigHost,
  projectDir: string | undefined,
): Config | Promise<Config> {
  const places = configPlaces(host, projectDir).filter((place) => mayCount(host, place));
  return places.length === 0 ? EMPTY : readLayers(host, places);
}

/** A file that cannot even be looked at is there: reading it says what is wrong. */
function mayCount(host: ConfigHost, { path, isStrange }: ConfigPlace): boolean {
  try {
    const stat = host.stat(path);
    if (stat === undefined || !isStrange) return stat !== undefined;
    return host.userId() < 0 || stat.owner === host.userId() || stat.owner === 0;
  } catch (error) {
    if (error instanceof HostError) return true;
    throw error;
  }
}

/**
 * Where the settings files are looked for.
 *
 * @param host The machine.
 * @param projectDir The project's directory, if any.
 * @returns Paths, strongest first.
 */
export function configPlaces(
  host: ConfigHost,
  projectDir: string | undefined,
): ConfigPlace[] {
  const user = configDirectory(host);
  const { levels, top } = findLevels(host, projectDir);
  const own = user === undefined ? undefined : joinPath(user, FILE_NAME);
  const places = levels.map((level): ConfigPlace => {
    // Above a start that is in no repository, anybody may have put a file.
    const isStrange = top === undefined && level !== levels[0];
    return {
      path: joinPath(projectConfigDirectory(level), FILE_NAME),
      scope: "project",
      isStrange,
    };
  }).filter(({ path }) => path !== own);
  return own === undefined ? places : [...places, { path: own, scope: "user", isStrange: false }];
}

async function readLayers(
  host: ConfigHost,
  places: readonly ConfigPlace[],
): Promise<Config> {
  const parseYaml = await loadYaml();
  const layers: ConfigLayer[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path, scope } of places) {
    const result = readLayer(host, path, parseYaml);
    if (isFields(result.value)) layers.push({ path, scope, fields: result.value });
    else if (result.flaw !== undefined) diagnostics.push(result.flaw);
  }
  return { layers, diagnostics };
}

interface LayerResult {
  readonly value?: unknown;
  readonly flaw?: Diagnostic;
}

function readLayer(host: ConfigHost, path: string, parseYaml: ParseYaml): LayerResult {
  const flawed = (why: string, at?: { line?: number; column?: number }) => ({
    flaw: diagnose("settings-unreadable", { path, ...at }, `Cannot read settings: ${why}`),
  });
  try {
    const text = host.readText(path);
    if (text === undefined) return {};
    const value = parseYaml(text);
    if (value === null || isFields(value)) return { value };
    return flawed(`expected "key: value" lines: got a ${jsonType(value)}`);
  } catch (error) {
    if (error instanceof HostError) return flawed(error.code);
    const { reason, ...place } = yamlFlaw(error, 1);
    return flawed(reason, place);
  }
}
