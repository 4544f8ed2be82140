/** The whole examination: settings in every scope, wiring, commands, skills, directories, approvals. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { placeOfKey } from "../base/json_tree.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { attempt, type Host } from "../host/host.ts";
import { checkHookFile, checkTogether } from "../lint/check_hooks.ts";
import { asOthers, configuredFiles, pluginOf } from "../lint/hook_files.ts";
import { checkMarketplaces, checkPlaces, checkSkills, checkTrust } from "./check_disk.ts";
import { checkBeats, checkWiring, isOwn, type WiringSubject } from "./check_wiring.ts";
import { tryCommands } from "./try_commands.ts";

export interface Finding extends Diagnostic {
  readonly topic: "hooks" | "commands" | "skills" | "settings" | "places" | "trust" | "plugins";
}

export async function examine(host: Host, projectDir: string): Promise<Finding[]> {
  const { loaded } = await loadConfigured(host, { projectDir });
  const { handlers, diagnostics: flaws } = loaded;
  const { files, plugins } = configuredFiles(host, projectDir);
  const textOf = (path: string) =>
    files.find(({ place }) => place.path === path)?.text ?? attempt(() => host.readText(path));
  const lineOf = (path: string, key: string) => placeOfKey(textOf(path) ?? "", key)?.line;
  const own = handlers.filter(isOwn);
  const subject: WiringSubject = {
    handlers,
    own,
    projectDir,
    isOff: flaws.some(({ code }) => code === "hooks-off"),
    placeOf: ({ origin: { path, key } }) => ({ path, line: lineOf(path, key) }),
  };
  const checked = files.map((file) => checkHookFile(host, file));
  const isOurs = ({ key, path }: Diagnostic) =>
    own.some(({ origin }) => origin.path === path && key?.startsWith(origin.key));
  const written = [...checked.flatMap(({ findings }) => findings), ...checkTogether(checked)]
    .filter((finding) => !isOurs(finding) || !/^hook-(?:program|twice|path)/.test(finding.code));
  const located = (flaw: Diagnostic): Diagnostic => {
    const { path = "", line, key } = flaw;
    if (line !== undefined || key === undefined || !path.endsWith(".json")) return flaw;
    return { ...flaw, line: lineOf(path, key) };
  };
  const keyOf = ({ path, code, key }: Diagnostic) => JSON.stringify([path, code, key]);
  const said = new Set(written.map(keyOf));
  const settings = [
    ...written.map(({ fix: _, ...finding }) => finding),
    ...flaws.filter((flaw) => !said.has(keyOf(flaw))).map(located),
  ];
  const all = [
    ...about("settings", remedied([...settings, ...checkMarketplaces(host)])),
    ...about("hooks", checkWiring(host, subject)),
    ...about("hooks", checkBeats(host, subject)),
    ...about("commands", await tryCommands(host, subject)),
    // The catalog reads settings for plugins: a file that is no JSON is named once.
    ...(await examineAs(host, projectDir, [])).filter(({ path, code }) =>
      !(code === "json-unreadable" && flaws.some((flaw) => flaw.path === path))
    ),
  ];
  const ours = new Set(own.map(({ origin }) => origin.plugin?.root));
  const foreign = plugins.filter(({ root }) => !ours.has(root));
  return all.map((finding): Finding => {
    const plugin = finding.severity === "info" ? undefined : pluginOf(finding.path, foreign);
    if (plugin === undefined) return finding;
    return { ...asOthers(host, finding, plugin), topic: "plugins" };
  });
}

/** What is the same for every agent whose ways the host has, behind what was found about its wiring. */
export async function examineAs(host: Host, projectDir: string, wiring: readonly Diagnostic[]) {
  return [
    ...about("hooks", wiring),
    ...about("skills", remedied(await checkSkills(host, projectDir))),
    ...about("places", checkPlaces(host)),
    ...about("trust", await checkTrust(host, projectDir)),
  ];
}

function about(topic: Finding["topic"], found: readonly Diagnostic[]): Finding[] {
  return found.map((diagnostic) => ({ topic, ...diagnostic }));
}

function remedied(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = groupBy(diagnostics, ({ path, message }) => `${path}\n${message}`);
  return [...groups.values()].map(([first]) =>
    first!.remedy !== undefined || first!.code === "skills-read"
      ? first!
      : { ...first!, remedy: "Correct what the line says" }
  );
}
