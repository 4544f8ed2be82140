/** `skillhook lint` and `hooks check`: what is wrong with hooks, skills and settings, here or in the files that are named. */
import { counted } from "../base/fitted_text.ts";
import { type Diagnostic, formatDiagnostic, wholeMessage } from "../base/diagnostic.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import { configPlaces } from "../config/config_file.ts";
import { readConfig } from "../config/read_config.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { fixedSkill } from "../index/fix_frontmatter.ts";
import { lintSkills } from "../index/lint.ts";
import { checkManifest } from "../lint/check_manifest.ts";
import { checkHookFile, checkTogether, type HookFinding } from "../lint/check_hooks.ts";
import { fixFiles, writeFixed } from "../lint/fix_text.ts";
import { asOthers, configuredFiles, namedFile, pluginOf } from "../lint/hook_files.ts";
import { loadYaml } from "../skill/yaml.ts";
import { absolutePath, checkThere, projectOption, readNamed } from "./named_input.ts";
import { catalogQuery } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** Which linter a file is for; any other file is nothing to us, since a pre-commit hook names all that changed. */
const KINDS = {
  skill: /[/\\](?:SKILL\.(?:md|ya?ml)|skills[/\\][^/\\]+\.md)$/,
  config: /[/\\]skillhook\.ya?ml$/,
  manifest: /[/\\]\.claude-plugin[/\\](?:plugin|marketplace)\.json$/,
  hooks:
    /[/\\](?:[\w.-]*hooks\.json|\.claude[/\\]settings(?:\.local)?\.json|(?:plugin|marketplace)\.json)$/,
} as const;
type Kind = keyof typeof KINDS;
type Checked = ReturnType<typeof checkHookFile>;
type IsOwn = (finding: Diagnostic) => boolean;

export function lintVerb(options: Given<"lint">, host: Host): Promise<Outcome> {
  return lint(options, host, (kind, path) => KINDS[kind].test(path));
}

export function hooksCheckVerb(options: Given<"hooks check">, host: Host): Promise<Outcome> {
  if (options.flag("yes") && !options.flag("try")) {
    throw options.misuse('Option "--yes" only goes with "--try"');
  }
  const more = async (checked: readonly Checked[], projectDir: string) => {
    if (!options.flag("try")) return undefined;
    const { triedFindings } = await import("./try_hooks.ts");
    return await triedFindings(host, checked, projectDir, options.flag("yes"));
  };
  return lint(options, host, undefined, more);
}

/** @param isOf Whether a file is of a kind; `undefined`: all are hooks, and nothing else is looked at. */
async function lint(
  options: Pick<Given<"lint">, "flag" | "operands" | "text" | "misuse">,
  host: Host,
  isOf: ((kind: Kind, path: string) => boolean) | undefined,
  more?: (
    checked: readonly Checked[],
    projectDir: string,
  ) => Promise<{ findings: HookFinding[]; notes: readonly string[] } | undefined>,
): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const isHere = options.operands.length === 0;
  for (const path of options.operands) checkThere(path, "", host);
  const named = isHere ? undefined : options.operands.map((path) => absolutePath(path, host));
  const of = (kind: Kind) => isOf === undefined ? named : named?.filter((path) => isOf(kind, path));
  const read = () => {
    const files = of("hooks")?.map((path) => namedFile(host, path, readNamed(host, path)));
    return files === undefined ? configuredFiles(host, projectDir) : { files, plugins: [] };
  };
  const notes = options.flag("fix") ? await fixFiles(host, () => read().files, !isHere) : [];
  const { files, plugins } = read();
  const isOwn: IsOwn = ({ path }) => pluginOf(path, plugins) === undefined;
  const checked = files.map((file) => checkHookFile(host, file));
  const findings: HookFinding[] = [
    ...checked.flatMap(({ findings }) => findings),
    ...checkTogether(checked),
  ];
  const tried = await more?.(checked, projectDir);
  findings.push(...tried?.findings ?? []);
  notes.push(...tried?.notes ?? []);
  if (isOf !== undefined) {
    const manifests = of("manifest") ??
      ["plugin", "marketplace"].map((name) => joinPath(projectDir, `.claude-plugin/${name}.json`));
    findings.push(
      ...manifests.flatMap((path) =>
        checkManifest(host, path, attempt(() => host.readText(path)) ?? "")
      ),
    );
    const here = configPlaces(host, projectDir);
    const places = of("config")?.map((path) =>
      here.find((place) => place.path === path) ??
        { path, scope: "project", isStrange: false } as const
    );
    const { diagnostics } = await readConfig(host, places ?? here);
    const skills = () => skillFindings(host, options, projectDir, of("skill"));
    const found = await skills();
    const fixed = options.flag("fix") ? await fixSkills(host, found, isOwn) : [];
    notes.push(...fixed);
    findings.push(...diagnostics, ...fixed.length > 0 ? await skills() : found);
  }
  const own = findings.filter(isOwn);
  const others = findings.flatMap((finding) => {
    const plugin = pluginOf(finding.path, plugins);
    return plugin === undefined ? [] : [asOthers(host, finding, plugin)];
  });
  const count = (severity: string) => own.filter((one) => one.severity === severity).length;
  const [errors, warnings, code] = [count("error"), count("warning"), count("error") > 0 ? 1 : 0];
  const checkedText = counted((isOf === undefined ? checked : named ?? checked).length, "file");
  if (options.flag("json")) {
    const [shown, apart] = [own, others].map((list) =>
      list.map(({ fix, ...one }) => ({ ...one, fixable: fix !== undefined }))
    );
    const json = { checked: checkedText, errors, warnings, findings: shown, plugins: apart };
    return success(JSON.stringify(json), notes, code);
  }
  const apart = others.length === 0
    ? []
    : ["", "In plugins of others:", ...others.map(findingLine), ""];
  const sum = `${checkedText}: ${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  return success([...own.map(findingLine), ...apart, sum].join("\n"), notes, code);
}

/** Corrects skills with findings, but for those of plugins. @returns What was done. */
async function fixSkills(host: Host, findings: readonly Diagnostic[], isOwn: IsOwn) {
  const notes: string[] = [];
  const parseYaml = await loadYaml();
  for (const path of new Set(findings.filter(isOwn).map(({ path = "" }) => path))) {
    if (!KINDS.skill.test(path)) continue;
    const text = attempt(() => host.readText(path)) ?? "";
    const fixed = fixedSkill(text, /\.ya?ml$/.test(path), parseYaml);
    if (fixed !== text) notes.push(await writeFixed(host, path, fixed));
  }
  return notes;
}

/** `path:line:column: severity: message: remedy [code]`. */
export function findingLine(finding: Diagnostic): string {
  const message = `${finding.severity}: ${wholeMessage(finding)} [${finding.code}]`;
  return formatDiagnostic({ ...finding, message, remedy: undefined });
}

/** @param paths Skill files; `undefined`: all that the agent sees here. */
async function skillFindings(
  host: Host,
  { misuse }: Pick<Given<"lint">, "misuse">,
  projectDir: string,
  paths: readonly string[] | undefined,
): Promise<Diagnostic[]> {
  const lint = async (root: string | undefined) => {
    const text = (name: string) => name === "root" ? root : projectDir;
    const catalog = await loadWholeCatalog(
      host,
      catalogQuery({ text, list: () => [], misuse }, host),
    );
    return await lintSkills(host, catalog, projectDir, root ?? projectDir);
  };
  if (paths === undefined) return await lint(undefined);
  const roots = new Set(paths.map((path) => parentPath(parentPath(path) ?? "") ?? ""));
  const named = ({ path = "" }: Diagnostic) => paths.includes(path);
  const found = (await Promise.all([...roots].map(lint))).flat().filter(named);
  // Who gets a name, and where an exit leads, depends on all places.
  const isOfAll = ({ code }: Diagnostic) => code === "shadowed" || code === "chain-exit";
  const whole = found.some(isOfAll) ? await lint(undefined) : [];
  return [
    ...found.filter((finding) => !isOfAll(finding)),
    ...whole.filter((finding) => named(finding) && finding.code === "chain-exit"),
  ];
}
