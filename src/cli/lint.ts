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
type Options = Pick<Given<"lint">, "flag" | "operands" | "text" | "misuse">;
type HookCheck = Awaited<ReturnType<typeof checkHooks>>;

export async function lintVerb(options: Given<"lint">, host: Host): Promise<Outcome> {
  const named = namedFiles(options, host);
  const of = (kind: Kind) => named?.filter((path) => KINDS[kind].test(path));
  const check = await checkHooks(options, host, of("hooks"));
  const { projectDir, findings, notes } = check;
  const manifests = of("manifest") ??
    ["plugin", "marketplace"].map((name) => joinPath(projectDir, `.claude-plugin/${name}.json`));
  for (const path of manifests) {
    findings.push(...checkManifest(host, path, attempt(() => host.readText(path)) ?? ""));
  }
  const here = configPlaces(host, projectDir);
  const places = of("config")?.map((path) =>
    here.find((place) => place.path === path) ??
      { path, scope: "project", isStrange: false } as const
  );
  findings.push(...(await readConfig(host, places ?? here)).diagnostics);
  const skills = () => skillFindings(host, options, projectDir, of("skill"));
  const found = await skills();
  const fixed = options.flag("fix") ? await fixSkills(host, found.filter(check.isOwn)) : [];
  notes.push(...fixed);
  findings.push(...fixed.length > 0 ? await skills() : found);
  return outcomeOf(options, host, check, (named ?? check.checked).length);
}

export async function hooksCheckVerb(options: Given<"hooks check">, host: Host): Promise<Outcome> {
  if (options.flag("yes") && !options.flag("try")) {
    throw options.misuse('Option "--yes" only goes with "--try"');
  }
  const check = await checkHooks(options, host, namedFiles(options, host));
  const { checked, projectDir, findings, notes } = check;
  if (options.flag("try")) {
    const { triedFindings } = await import("./try_hooks.ts");
    const tried = await triedFindings(host, checked, projectDir, options.flag("yes"));
    findings.push(...tried.findings);
    notes.push(...tried.notes);
  }
  return outcomeOf(options, host, check, checked.length);
}

function namedFiles({ operands }: Options, host: Host): string[] | undefined {
  for (const path of operands) checkThere(path, "", host);
  return operands.length === 0 ? undefined : operands.map((path) => absolutePath(path, host));
}

async function checkHooks(options: Options, host: Host, paths: readonly string[] | undefined) {
  const projectDir = projectOption(options, host);
  const read = () => {
    const files = paths?.map((path) => namedFile(host, path, readNamed(host, path)));
    return files === undefined ? configuredFiles(host, projectDir) : { files, plugins: [] };
  };
  const isNamed = options.operands.length > 0;
  const notes = options.flag("fix") ? await fixFiles(host, () => read().files, isNamed) : [];
  const { files, plugins } = read();
  const checked = files.map((file) => checkHookFile(host, file));
  const findings: HookFinding[] = checked.flatMap(({ findings }) => findings);
  findings.push(...checkTogether(checked));
  const isOwn = ({ path }: Diagnostic) => pluginOf(path, plugins) === undefined;
  return { projectDir, plugins, checked, findings, notes, isOwn };
}

function outcomeOf(
  options: Options,
  host: Host,
  { findings, plugins, notes, isOwn }: HookCheck,
  files: number,
): Outcome {
  const own = findings.filter(isOwn);
  const others = findings.flatMap((finding) => {
    const plugin = pluginOf(finding.path, plugins);
    return plugin === undefined ? [] : [asOthers(host, finding, plugin)];
  });
  const count = (severity: string) => own.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const [checked, code] = [counted(files, "file"), errors > 0 ? 1 : 0];
  if (options.flag("json")) {
    const [shown, apart] = [own, others].map((list) =>
      list.map(({ fix, ...one }) => ({ ...one, fixable: fix !== undefined }))
    );
    const json = { checked, errors, warnings, findings: shown, plugins: apart };
    return success(JSON.stringify(json), notes, code);
  }
  const lines = own.map(findingLine);
  if (others.length > 0) lines.push("", "In plugins of others:", ...others.map(findingLine), "");
  const sum = `${checked}: ${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  return success([...lines, sum].join("\n"), notes, code);
}

async function fixSkills(host: Host, findings: readonly Diagnostic[]) {
  const notes: string[] = [];
  const parseYaml = await loadYaml();
  for (const path of new Set(findings.map(({ path = "" }) => path))) {
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
  { misuse }: Options,
  projectDir: string,
  paths: readonly string[] | undefined,
): Promise<Diagnostic[]> {
  const lint = async (root: string | undefined) => {
    const text = (name: string) => name === "root" ? root : projectDir;
    const query = catalogQuery({ text, list: () => [], misuse }, host);
    const catalog = await loadWholeCatalog(host, query);
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
