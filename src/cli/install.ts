/** `skillhook install`: our hooks into a settings file, and our skills where the agent looks for skills. */
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { isAbsolutePath } from "../base/path.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import type { Host, Outcome } from "../host/host.ts";
import { planHooks, type Refusal, type SettingsChange } from "../install/install_hooks.ts";
import { planSkills, shippedSkills, type SkillPlan } from "../install/install_skills.ts";
import { isOwnProgram } from "../install/own_entry.ts";
import { findPlugins } from "../catalog/plugins.ts";
import { Sources } from "../catalog/sources.ts";
import { configDirectory } from "../catalog/places.ts";
import { askForLine } from "./ask.ts";
import { choiceText } from "./install_choice.ts";
import { type InstallScope, installScope, projectDirectory } from "./install_scope.ts";
import { absolutePath } from "./project_option.ts";
import type { EVERYDAY_VERBS } from "./everyday_verbs.ts";
import { failure, type Options, success } from "./verb.ts";

type Given = Options<typeof EVERYDAY_VERBS.install>;
/** `undefined`: you have not said. */
type Take = "ours" | "theirs" | undefined;

/** What was written; exit 1 when the file is left alone. */
export async function installVerb(options: Given, host: Host): Promise<Outcome> {
  const scope = installScope(options, host);
  if ("error" in scope) return scope.error;
  const take = options.text("take");
  const binary = binaryOption(options, host);
  if (typeof binary !== "string") return binary.error;
  const skills = options.flag("skills")
    ? await skillPlan(host, binary, scope.skills, take)
    : undefined;
  if (typeof skills === "string") return failure(skills);
  const first = planHooks(host, scope.settings, binary, take ?? "theirs");
  if ("flaw" in first) return failure(refusalText(first, "install into"));
  const chosen = first.edited.length > 0 && take === undefined && !options.flag("dry-run")
    ? await choose(first, host)
    : take ?? "theirs";
  if (chosen === undefined) return { ...failure(choiceText(first)), stdout: "" };
  if (chosen === "leave") return success(`Left ${scope.settings} as it is`);
  const change = planHooks(host, scope.settings, binary, chosen);
  if ("flaw" in change) return failure(refusalText(change, "install into"));
  if (options.flag("dry-run")) return dryRun(change, skills, take);
  const outcome = await carryOut(change, skills);
  return outcome.code === 0 ? { ...outcome, stderr: notes(scope, host).join("") } : outcome;
}

/** What is not wrong with the file, and will surprise all the same. */
function notes({ scope }: InstallScope, host: Host): string[] {
  const lines: string[] = [];
  if (scope === "project") {
    lines.push(
      "The settings of a project are shared: the program has to lie at this path for everybody",
    );
  }
  const project = projectDirectory(host);
  const plugins = findPlugins(host, new Sources(host), configDirectory(host), project, []);
  if (plugins.some(({ name }) => name === "skillhook")) {
    lines.push(
      "The plugin skillhook is on as well: events are answered twice, turn one of them off",
    );
  }
  return lines.map((line) => `skillhook: ${line}\n`);
}

/** The agent starts the program by its absolute path, wherever it stands itself. */
function binaryOption(options: Given, host: Host): string | { error: Outcome } {
  const named = options.text("binary");
  const binary = named === undefined ? host.executable() : absolutePath(named, host);
  if (!isOwnProgram(binary) || !isAbsolutePath(binary, host.platform)) {
    const hint = "run the built program itself, or name it with --binary";
    return { error: failure(`Cannot install "${binary}": it is not called skillhook: ${hint}`) };
  }
  if (host.stat(binary)?.kind === "file") return binary;
  return { error: failure(`Cannot install "${binary}": there is no such file`) };
}

async function skillPlan(
  host: Host,
  binary: string,
  target: string,
  take: Take,
): Promise<SkillPlan | string> {
  const source = shippedSkills(host, binary);
  if (source !== undefined) return await planSkills(host, source, target, take === "ours");
  return `Cannot install skills: there is no folder "skills" beside the program's own: ${binary}`;
}

async function choose(
  change: SettingsChange,
  host: Host,
): Promise<Take | "leave"> {
  const question = `${choiceText(change)}\nTake [o]urs, [t]heirs, or [l]eave the file? `;
  const answer = await askForLine(question, host);
  if (answer === undefined) return undefined;
  return answer.startsWith("o") ? "ours" : answer.startsWith("t") ? "theirs" : "leave";
}

function dryRun(
  change: SettingsChange,
  skills: SkillPlan | undefined,
  take: Take,
): Outcome {
  const { path, before = "", after = "" } = change;
  const names = [change.before === undefined ? "/dev/null" : path, path] as const;
  const diff = unifiedDiff(before, after, names) + skillLines(skills).join("");
  const note = change.edited.length > 0 && take === undefined ? `${choiceText(change)}\n` : "";
  if (diff !== "") return { stdout: diff, stderr: note, code: 0 };
  return { ...success(`Nothing to do: ${path} has every entry`), stderr: note };
}

async function carryOut(change: SettingsChange, skills: SkillPlan | undefined): Promise<Outcome> {
  const { path, before, after, events } = change;
  const lines: string[] = [];
  if (after === before) lines.push(`Nothing to do: ${path} has every entry`);
  else {
    const applied = await change.apply();
    if ("flaw" in applied) return failure(`Cannot write "${path}": ${applied.flaw}`);
    const what = events.length > 0 ? events.join(", ") : "our entries in place of edited ones";
    lines.push(`Installed in ${path}: ${what}`);
    if (applied.backup !== undefined) lines.push(`What it held before: ${applied.backup}`);
  }
  const flaw = skills?.apply();
  if (flaw !== undefined) return failure(`Cannot copy the skills: ${flaw}`);
  lines.push(...skillLines(skills).map((line) => line.trimEnd()), "Try: skillhook doctor");
  return success(lines.join("\n"));
}

const STEP_WORDS = { write: "+", remove: "-", same: "=", edited: "!" } as const;

/**
 * @param plan Steps for skills, if any.
 * @returns One line for each file that is not left as it is.
 */
export function skillLines(plan: SkillPlan | undefined): string[] {
  return (plan?.steps ?? []).filter(({ step }) => step !== "same").map(({ step, path }) =>
    `${STEP_WORDS[step]} ${path}${step === "edited" ? " (edited: left as it is)" : ""}\n`
  );
}

/**
 * @param refusal Why a file is left alone.
 * @param action What was wanted.
 * @returns A message with the place.
 */
export function refusalText({ flaw, ...place }: Refusal, action: string): string {
  return formatDiagnostic(
    diagnose("json-uneditable", place, `Cannot ${action} this file: ${flaw}`),
  );
}
