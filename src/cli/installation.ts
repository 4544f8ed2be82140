/** What `install`, `setup` and `uninstall` share: where things go, what would change, and doing it. */
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import { findPlugins } from "../catalog/plugins.ts";
import { Sources } from "../catalog/sources.ts";
import type { Host, Outcome } from "../host/host.ts";
import { ownContent, planHooks, type SettingsChange } from "../install/install_hooks.ts";
import { planSkills, type SkillPlan } from "../install/install_skills.ts";
import { isOwnProgram } from "../install/own_places.ts";
import { Refusal } from "../install/own_files.ts";
import { type InstallScope, projectDirectory } from "./install_scope.ts";
import { absolutePath, ask } from "./named_input.ts";
import { type HasText, VerbError } from "./verb.ts";

type Take = "ours" | "theirs";

export type Installation = Awaited<ReturnType<typeof planInstallation>>;

export async function planInstallation(
  where: InstallScope,
  binary: string,
  take: Take | undefined,
  withSkills: boolean,
  host: Host,
) {
  const { settings, pins, program } = where;
  const change = await planChange(where, binary, take, host);
  const files = withSkills ? await shippedAt(where.skills, binary) : {};
  if (program !== undefined) files[settings] = program([binary, "hook", ...pins]);
  const skills = Object.keys(files).length === 0
    ? undefined
    : await planSkills(host, files, copiesTo(where), take === "ours");
  return { where, binary, change, skills };
}

export async function shippedAt(directory: string, binary: string) {
  const { shippedSkills } = await import("../install/shipped_skills.ts");
  const files = Object.entries(shippedSkills(binary));
  return Object.fromEntries(files.map(([name, text]) => [joinPath(directory, name), text]));
}

/** The skills' directory; the one above it where a program lies beside them. */
export function copiesTo({ skills, program }: InstallScope): string {
  return program === undefined ? skills : parentPath(skills)!;
}

async function planChange(
  { settings, pins, program }: InstallScope,
  binary: string,
  take: Take = "theirs",
  host: Host,
): Promise<SettingsChange | undefined> {
  if (program !== undefined) return undefined;
  const content = await ownContent(binary, pins);
  const plan = () => planHooks(host, settings, content, take);
  return await refusable("Cannot install into this file", plan, settings);
}

/** Asks about entries that you edited, unless told; `undefined`: the file is to be left. */
export async function choose(first: Installation, take: Take | undefined, host: Host) {
  const { where, binary, change } = first;
  if (change === undefined || change.edited.length === 0 || take !== undefined) return first;
  const text = choiceText(change);
  const answer = await ask(`${text}\nTake [o]urs, [t]heirs, or [l]eave the file? `, host);
  if (answer === undefined) throw new VerbError(text);
  if (!/^[ot]/.test(answer)) return undefined;
  const chosen = answer.startsWith("o") ? "ours" : "theirs";
  return { ...first, change: await planChange(where, binary, chosen, host) };
}

/** What `act` gives; a refusal ends the verb: `cannot`, why, and the place in the file of `path`. */
export async function refusable<T>(
  cannot: string,
  act: () => T | Promise<T>,
  path?: string,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const place = { ...error.at, path };
    const text = `${cannot}: ${error.message}`;
    throw new VerbError(formatDiagnostic(diagnose("json-uneditable", place, text)));
  }
}

export function surprises({ isShared, advice }: InstallScope, host: Host): string[] {
  const shared =
    "A project's settings are shared: the program must be at this path on every machine";
  const twice =
    "The plugin skillhook is on as well, so every event is answered twice: turn one of the two off";
  return [
    ...advice === undefined ? [] : [advice],
    ...isShared ? [shared] : [],
    ...advice === undefined && hasPlugin(host) ? [twice] : [],
  ];
}

export function hasPlugin(host: Host): boolean {
  return findPlugins(new Sources(host), projectDirectory(host))
    .some(({ name }) => name === "skillhook");
}

/** The agent starts the program by its absolute path, wherever it stands itself. */
export function binaryOption(options: HasText<"binary">, host: Host): string {
  const named = options.text("binary");
  const binary = named === undefined ? host.executable() : absolutePath(named, host);
  const cannot = `Cannot install "${binary}"`;
  if (!isOwnProgram(binary) || !isAbsolutePath(binary, host.platform)) {
    const hint = "run the built program itself, or name it with --binary";
    throw new VerbError(`${cannot}: it is not called skillhook: ${hint}`);
  }
  if (host.stat(binary)?.kind === "file") return binary;
  throw new VerbError(`${cannot}: there is no such file: name the built program with --binary`);
}

export function choiceText({ path, edited }: SettingsChange): string {
  const blocks = edited.flatMap(({ wanted, theirs, line }) => [
    `${path}:${line}: Our entry for ${wanted.event} has been edited`,
    ...theirs.map((group) => `  theirs: ${JSON.stringify(group)}`),
    `  ours:   ${JSON.stringify(wanted.group)}`,
  ]);
  const how =
    "--take ours puts ours back; --take theirs keeps the edited one and adds what is missing; without either, nothing is written";
  return [...blocks, how].join("\n");
}

export function difference(change: SettingsChange | undefined, skills?: SkillPlan): string {
  const { path = "", before, after } = change ?? {};
  const name = (text: string | undefined) => text === undefined ? "/dev/null" : path;
  const diff = unifiedDiff(before ?? "", after ?? "", [name(before), name(after)]);
  return diff + skillLines(skills).map((line) => `${line}\n`).join("");
}

export function dryRun({ where, change, skills }: Installation, isUndecided: boolean): Outcome {
  const nothing = `Nothing to do: ${where.settings} has every entry\n`;
  const stdout = difference(change, skills) || nothing;
  const stderr = change?.edited.length && isUndecided ? `${choiceText(change)}\n` : "";
  return { stdout, stderr, code: 0 };
}

export async function carryOut({ where, change, skills }: Installation): Promise<string[]> {
  const copied = skillLines(skills);
  const lines: string[] = [];
  if (change === undefined) {
    if (copied.length === 0) lines.push(`Nothing to do: ${where.settings} is as it should be`);
  } else if (change.after === change.before) {
    lines.push(`Nothing to do: ${change.path} has every entry`);
  } else {
    const what = change.events.join(", ") || "our entries in place of edited ones";
    lines.push(`Installed in ${change.path}: ${what}`, ...await apply(change));
  }
  await copySkills(skills);
  return [...lines, ...copied];
}

export async function copySkills(plan: SkillPlan | undefined): Promise<void> {
  await refusable("Cannot copy the skills", () => plan?.apply());
}

/** Changes the file; the line that says where a copy of it is, if there is one. */
export async function apply(change: SettingsChange): Promise<string[]> {
  const backup = await refusable(`Cannot write "${change.path}"`, change.apply);
  return backup === undefined ? [] : [`A copy of what it was before: ${backup}`];
}

const STEPS = {
  write: ["+", ""],
  remove: ["-", ""],
  same: ["=", ""],
  edited: ["!", " (edited: left as it is)"],
  behind: ["!", " (edited, and ours is newer: left as it is; --take ours replaces it)"],
} as const;

export function skillLines(plan: SkillPlan | undefined): string[] {
  return (plan?.steps ?? []).filter(({ step }) => step !== "same").map(({ step, path }) => {
    const [mark, note] = STEPS[step];
    return `${mark} ${path}${note}`;
  });
}
