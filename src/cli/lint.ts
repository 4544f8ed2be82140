/** `skillhook lint`: skills, hooks, `skillhook.yaml`, plugins and marketplaces, here or in the files that are named. */
import { counted } from "../base/fitted_text.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import { configPlaces } from "../config/config_file.ts";
import { readConfig } from "../config/read_config.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { lintSkills } from "../index/lint.ts";
import { checkHookFile, type HookFinding } from "../lint/check_hooks.ts";
import { checkManifest } from "../lint/check_manifest.ts";
import { fixFiles } from "../lint/fix_text.ts";
import { asOthers, configuredFiles, namedFile, pluginOf } from "../lint/hook_files.ts";
import { findingsOutcome } from "./hooks_check.ts";
import { absolutePath, projectOption, readNamed } from "./named_input.ts";
import { catalogQuery } from "./skill_roots_option.ts";
import type { Given } from "./table.ts";

/** Which linter a file is for; any other file is nothing to us, since a pre-commit hook names all that changed. */
const KINDS = {
  skill: /[/\\](?:SKILL\.(?:md|ya?ml)|skills[/\\][^/\\]+\.md)$/,
  config: /[/\\]skillhook\.ya?ml$/,
  manifest: /[/\\]\.claude-plugin[/\\](?:plugin|marketplace)\.json$/,
  hooks: /[/\\](?:[\w.-]*hooks\.json|\.claude[/\\]settings(?:\.local)?\.json)$/,
} as const;

/** The findings; exit 1 when one of them is an error, in a plugin of others only where it is named. */
export async function lintVerb(options: Given<"lint">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const isNamed = options.operands.length > 0;
  const { files, plugins } = configuredFiles(host, projectDir);
  const here = ["plugin", "marketplace"].map((name) =>
    joinPath(projectDir, `.claude-plugin/${name}.json`)
  ).filter((path) => attempt(() => host.stat(path)) !== undefined);
  const paths = isNamed ? options.operands.map((path) => absolutePath(path, host)) : here;
  const of = (kind: keyof typeof KINDS) => paths.filter((path) => KINDS[kind].test(path));
  const readHooks = () =>
    isNamed ? of("hooks").map((path) => namedFile(host, path, readNamed(host, path))) : files;
  const notes = options.flag("fix") ? await fixFiles(host, readHooks, isNamed) : [];
  const places = of("config").map((path) =>
    ({ path, scope: "project", isStrange: false }) as const
  );
  const config = await readConfig(host, isNamed ? places : configPlaces(host, projectDir));
  const all: HookFinding[] = [
    ...readHooks().flatMap((file) => checkHookFile(host, file).findings),
    ...of("manifest").flatMap((path) => checkManifest(host, path, readNamed(host, path))),
    ...config.diagnostics,
    ...await skillFindings(host, projectDir, isNamed ? of("skill") : undefined),
  ];
  const ownerOf = ({ path }: Diagnostic) => isNamed ? undefined : pluginOf(path, plugins);
  const own = all.filter((finding) => ownerOf(finding) === undefined);
  const others = all.flatMap((finding) => {
    const plugin = ownerOf(finding);
    return plugin === undefined ? [] : [asOthers(host, finding, plugin)];
  });
  const what = isNamed ? counted(paths.length, "file") : projectDir;
  return findingsOutcome(own, others, options.flag("json"), what, notes);
}

/** @param paths Skill files; `undefined`: all that the agent sees here. */
async function skillFindings(
  host: Host,
  projectDir: string,
  paths: readonly string[] | undefined,
): Promise<Diagnostic[]> {
  const lint = async (root: string | undefined) => {
    const text = (name: string) => name === "root" ? root : projectDir;
    const misuse = (message: string): never => {
      throw new Error(message);
    };
    const catalog = await loadWholeCatalog(
      host,
      catalogQuery({ text, list: () => [], misuse }, host),
    );
    return await lintSkills(host, catalog, projectDir, root ?? projectDir);
  };
  if (paths === undefined) return await lint(undefined);
  const roots = new Set(paths.map((path) => parentPath(parentPath(path) ?? "") ?? ""));
  const found = await Promise.all([...roots].map(lint));
  // Who gets a name depends on all places, which are not looked at here.
  return found.flat().filter(({ path, code }) => paths.includes(path ?? "") && code !== "shadowed");
}
