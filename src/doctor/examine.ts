/** The whole examination: settings in every scope, wiring, commands, skills, directories, approvals. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { placeOfKey, readJsonTree } from "../base/json_tree.ts";
import { loadConfigured } from "../hooks/configured.ts";
import type { Handler } from "../hooks/handler.ts";
import { attempt, type Host } from "../host/host.ts";
import { checkHookFile, checkRepeated } from "../lint/check_hooks.ts";
import { asOthers, configuredFiles, pluginOf } from "../lint/hook_files.ts";
import { checkPlaces } from "./check_places.ts";
import { checkSkills, checkTrust } from "./check_skills.ts";
import { checkWiring } from "./check_wiring.ts";
import { type Finding, type FindingPlace, fromDiagnostics } from "./finding.ts";
import { isOwn } from "./own_handlers.ts";
import { tryCommands } from "./try_commands.ts";

/** Examines the installation. */
export async function examine(host: Host, projectDir: string): Promise<Finding[]> {
  const { loaded } = await loadConfigured(host, { projectDir, settings: [], shape: undefined });
  const flaws = loaded.diagnostics;
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string) => {
    if (!texts.has(path)) texts.set(path, readQuietly(host, path));
    return texts.get(path);
  };
  const subject = {
    handlers: loaded.handlers,
    projectDir,
    isOff: loaded.diagnostics.some(({ code }) => code === "hooks-off"),
    placeOf: (handler: Handler) => originPlace(handler, textOf),
  };
  const { files, plugins } = configuredFiles(host, projectDir);
  const checked = files.map((file) => checkHookFile(host, file));
  const isOurs = ({ key, path }: Diagnostic) =>
    own.some(({ origin }) => origin.path === path && key?.startsWith(origin.key));
  const own = loaded.handlers.filter(isOwn);
  const written = [...checked.flatMap(({ findings }) => findings), ...checkRepeated(checked)]
    // What is ours is looked at more closely, below.
    .filter((finding) => !isOurs(finding) || !/^hook-(?:program|twice|path)/.test(finding.code));
  const isWritten = (flaw: Diagnostic) =>
    written.some(({ path, code, key }) =>
      path === flaw.path && code === flaw.code && key === flaw.key
    );
  const all = [
    ...fromDiagnostics("settings", [
      ...written.map(({ fix: _, plugin: __, ...finding }) => finding),
      ...flaws.filter((flaw) => !isWritten(flaw)).map((flaw) => located(flaw, textOf)),
    ]),
    ...checkWiring(host, subject),
    ...await tryCommands(host, subject),
    ...(await checkSkills(host, projectDir)).filter(({ path, code }) =>
      // The registry reads settings for plugins: a file that is no JSON is named once.
      !(code === "json-unreadable" && flaws.some((flaw) => flaw.path === path))
    ),
    ...checkPlaces(host),
    ...await checkTrust(host, projectDir),
  ];
  const ours = new Set(own.map(({ origin }) => origin.plugin?.root));
  const foreign = plugins.filter(({ root }) => !ours.has(root));
  return all.map((finding): Finding => {
    const plugin = finding.severity === "info" ? undefined : pluginOf(finding.path, foreign);
    return plugin === undefined
      ? finding
      : { ...asOthers(host, finding, plugin), topic: "plugins" };
  });
}

function readQuietly(host: Host, path: string): string | undefined {
  // Whoever reads it for its content says what is wrong.
  return attempt(() => host.readText(path));
}

function originPlace(
  { origin }: Handler,
  textOf: (path: string) => string | undefined,
): FindingPlace {
  const place = placeOfKey(textOf(origin.path) ?? "", origin.key);
  return place === undefined ? { path: origin.path } : { path: origin.path, line: place.line };
}

/** Adds the line that a flaw of a JSON file is on. */
function located(flaw: Diagnostic, textOf: (path: string) => string | undefined): Diagnostic {
  const { path, line, key, code } = flaw;
  if (path === undefined || !path.endsWith(".json")) return flaw;
  if (line !== undefined && code !== "json-unreadable") return flaw;
  const text = textOf(path);
  if (text === undefined) return flaw;
  const tree = readJsonTree(text);
  if ("flaw" in tree) {
    const { line, column } = tree;
    const message = `Cannot read the file: ${tree.flaw} (column ${column})`;
    return { ...flaw, line, column, message, remedy: "Correct it: the agent ignores all of it" };
  }
  const place = key === undefined ? undefined : placeOfKey(text, key);
  return place === undefined ? flaw : { ...flaw, line: place.line };
}
