/** `skillhook install` and `uninstall`: our hooks in a settings file, and our skills where the agent looks for skills. */
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { findPlugins } from "../catalog/plugins.ts";
import { Sources } from "../catalog/sources.ts";
import type { Host, Outcome } from "../host/host.ts";
import { pinWords } from "../trust/pinned_host.ts";
import { planHooks, planRemoval, type SettingsChange } from "../install/install_hooks.ts";
import {
  planSkillRemoval,
  planSkills,
  shippedSkills,
  type SkillPlan,
} from "../install/install_skills.ts";
import { isOwnProgram } from "../install/own_places.ts";
import { Refusal } from "../install/settings_file.ts";
import { absolutePath, ask } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

const SCOPES = ["user", "project", "local"] as const;

interface InstallScope {
  readonly scope: typeof SCOPES[number];
  readonly settings: string;
  readonly skills: string;
  /** Words for the program that say where you are; settings that others may share have none. */
  readonly pins: readonly string[];
}

/** What was written; exit 1 when the file is left alone. */
export async function installVerb(options: Given<"install">, host: Host): Promise<Outcome> {
  const scope = installScope(options, host);
  const path = scope.settings;
  const take = options.text("take");
  const isDryRun = options.flag("dry-run");
  const binary = binaryOption(options, host);
  const skills = options.flag("skills")
    ? await planSkills(host, skillsOf(binary, host), scope.skills, take === "ours")
    : undefined;
  const plan = async (take: "ours" | "theirs") =>
    await refusable(
      (why) => refusalText(path, "install into", why),
      () => planHooks(host, path, binary, take, scope.pins),
    );
  const first = await plan(take ?? "theirs");
  if (isDryRun) return dryRun(first, skills, take === undefined);
  let change = first;
  if (first.edited.length > 0 && take === undefined) {
    const question = `${choiceText(first)}\nTake [o]urs, [t]heirs, or [l]eave the file? `;
    const answer = await ask(question, host);
    if (answer === undefined) throw new VerbError(choiceText(first));
    if (!/^[ot]/.test(answer)) return success(`Left ${path} as it is`);
    change = await plan(answer.startsWith("o") ? "ours" : "theirs");
  }
  return success(await carryOut(change, skills), surprises(scope, host));
}

/** What `act` gives; a refusal ends the verb with what `say` makes of it. */
async function refusable<T>(
  say: (refusal: Refusal) => string,
  act: () => T | Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof Refusal ? new VerbError(say(error)) : error;
  }
}

/** Why a file is left alone, with the place. */
function refusalText(path: string, action: string, { message, at }: Refusal): string {
  const cannot = `Cannot ${action} this file: ${message}`;
  return formatDiagnostic(diagnose("json-uneditable", { ...at, path }, cannot));
}

/** What is not wrong with the file, and will surprise all the same. */
function surprises({ scope }: InstallScope, host: Host): string[] {
  const plugins = findPlugins(host, new Sources(host), projectDirectory(host), []);
  return [
    ...scope === "project"
      ? ["A project's settings are shared: the program must be at this path on every machine"]
      : [],
    ...plugins.some(({ name }) => name === "skillhook")
      ? [
        "The plugin skillhook is on as well, so every event is answered twice: turn one of the two off",
      ]
      : [],
  ];
}

/** The agent starts the program by its absolute path, wherever it stands itself. */
function binaryOption(options: Given<"install">, host: Host): string {
  const named = options.text("binary");
  const binary = named === undefined ? host.executable() : absolutePath(named, host);
  if (!isOwnProgram(binary) || !isAbsolutePath(binary, host.platform)) {
    const hint = "run the built program itself, or name it with --binary";
    throw new VerbError(`Cannot install "${binary}": it is not called skillhook: ${hint}`);
  }
  if (host.stat(binary)?.kind === "file") return binary;
  throw new VerbError(`Cannot install "${binary}": there is no such file`);
}

function skillsOf(binary: string, host: Host): string {
  const source = shippedSkills(host, binary);
  if (source !== undefined) return source;
  throw new VerbError(
    `Cannot install skills: there is no folder "skills" next to the program's own folder: ${binary}`,
  );
}

function choiceText({ path, edited }: SettingsChange): string {
  const blocks = edited.flatMap(({ wanted, theirs, line }) => [
    `${path}:${line}: Our entry for ${wanted.event} has been edited`,
    ...theirs.map((group) => `  theirs: ${JSON.stringify(group)}`),
    `  ours:   ${JSON.stringify(wanted.group)}`,
  ]);
  return [
    ...blocks,
    "--take ours puts ours back; --take theirs keeps the edited one and adds what is missing; without either, nothing is written",
  ].join("\n");
}

/** What would change, as a diff; empty for nothing. */
function difference(
  { path, before, after }: SettingsChange,
  skills: SkillPlan | undefined,
): string {
  const names = [before, after].map((text) => text === undefined ? "/dev/null" : path);
  const lines = skillLines(skills).map((line) => `${line}\n`);
  return unifiedDiff(before ?? "", after ?? "", names as [string, string]) + lines.join("");
}

function dryRun(
  change: SettingsChange,
  skills: SkillPlan | undefined,
  isUndecided: boolean,
): Outcome {
  const stdout = difference(change, skills) ||
    `Nothing to do: ${change.path} has every entry\n`;
  const stderr = change.edited.length > 0 && isUndecided ? `${choiceText(change)}\n` : "";
  return { stdout, stderr, code: 0 };
}

async function carryOut(change: SettingsChange, skills: SkillPlan | undefined): Promise<string> {
  const { path, before, after, events } = change;
  const what = events.length > 0 ? events.join(", ") : "our entries in place of edited ones";
  const lines = after === before
    ? [`Nothing to do: ${path} has every entry`]
    : [`Installed in ${path}: ${what}`, ...await apply(change)];
  await refusable(({ message }) => `Cannot copy the skills: ${message}`, () => skills?.apply());
  return [...lines, ...skillLines(skills), "Try: skillhook doctor"].join("\n");
}

/** Changes the file; the line that says where a copy of it is, if there is one. */
async function apply(change: SettingsChange): Promise<string[]> {
  const backup = await refusable(
    ({ message }) => `Cannot write "${change.path}": ${message}`,
    change.apply,
  );
  return backup === undefined ? [] : [`A copy of what it was before: ${backup}`];
}

const STEP_WORDS = { write: "+", remove: "-", same: "=", edited: "!" } as const;

/** One line for each file that is not left as it is. */
function skillLines(plan: SkillPlan | undefined): string[] {
  return (plan?.steps ?? []).filter(({ step }) => step !== "same").map(({ step, path }) =>
    `${STEP_WORDS[step]} ${path}${step === "edited" ? " (edited: left as it is)" : ""}`
  );
}

/** The project that `--project` and `--local` are about. */
function projectDirectory(host: Host): string {
  return host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
}

function installScope(
  options: { readonly flag: (name: typeof SCOPES[number]) => boolean },
  host: Host,
): InstallScope {
  const scope = SCOPES.find((scope) => options.flag(scope)) ?? "user";
  const directory = scope === "user"
    ? configDirectory(host)
    : projectConfigDirectory(projectDirectory(host));
  if (directory === undefined) {
    throw new VerbError("Cannot find your settings: neither HOME nor CLAUDE_CONFIG_DIR is set");
  }
  const name = scope === "local" ? "settings.local.json" : "settings.json";
  const pins = scope === "user" ? pinWords(host, absolutePath(directory, host)) : [];
  return {
    ...{ scope, pins },
    settings: joinPath(directory, name),
    skills: joinPath(directory, "skills"),
  };
}

/** What was taken out; exit 1 when the file is left alone. */
export async function uninstallVerb(options: Given<"uninstall">, host: Host): Promise<Outcome> {
  const scope = installScope(options, host);
  const path = scope.settings;
  const change = await refusable(
    (why) => refusalText(path, "uninstall from", why),
    () => planRemoval(host, path),
  );
  const skills = await planSkillRemoval(host, scope.skills);
  const nothing = `There is nothing of ours in ${path}`;
  if (options.flag("dry-run")) return success(difference(change, skills) || nothing);
  await refusable(({ message }) => `Cannot remove the skills: ${message}`, () => skills.apply());
  const { events, after } = change;
  if (events.length === 0) return success([nothing, ...skillLines(skills)].join("\n"));
  const kept = await apply(change);
  const gone = after === undefined ? " (nothing else was in the file: removed)" : "";
  const removed = `Removed from ${path}: ${events.join(", ")}${gone}`;
  return success([removed, ...kept, ...skillLines(skills)].join("\n"));
}
