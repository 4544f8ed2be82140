/** `skillhook install` and `uninstall`: our hooks in a settings file, and our skills where the agent looks for skills. */
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { findPlugins } from "../catalog/plugins.ts";
import { Sources } from "../catalog/sources.ts";
import type { Host, Outcome } from "../host/host.ts";
import {
  planHooks,
  planRemoval,
  type Refusal,
  type SettingsChange,
} from "../install/install_hooks.ts";
import {
  planSkillRemoval,
  planSkills,
  shippedSkills,
  type SkillPlan,
} from "../install/install_skills.ts";
import { isOwnProgram } from "../install/own_places.ts";
import { absolutePath, ask } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

const SCOPES = ["user", "project", "local"] as const;

/** Where things go. */
interface InstallScope {
  readonly scope: typeof SCOPES[number];
  /** The settings file. */
  readonly settings: string;
  /** The agent's directory of skills. */
  readonly skills: string;
}

/** `undefined`: you have not said. */
type Take = "ours" | "theirs" | undefined;

/** What was written; exit 1 when the file is left alone. */
export async function installVerb(options: Given<"install">, host: Host): Promise<Outcome> {
  const scope = installScope(options, host);
  const take = options.text("take");
  const binary = binaryOption(options, host);
  const skills = options.flag("skills")
    ? await skillPlan(host, binary, scope.skills, take)
    : undefined;
  const first = planHooks(host, scope.settings, binary, take ?? "theirs");
  if ("flaw" in first) throw new VerbError(refusalText(first, "install into"));
  const chosen = first.edited.length > 0 && take === undefined && !options.flag("dry-run")
    ? await choose(first, host)
    : take ?? "theirs";
  if (chosen === undefined) throw new VerbError(choiceText(first));
  if (chosen === "leave") return success(`Left ${scope.settings} as it is`);
  const change = planHooks(host, scope.settings, binary, chosen);
  if ("flaw" in change) throw new VerbError(refusalText(change, "install into"));
  if (options.flag("dry-run")) return dryRun(change, skills, take);
  return success(await carryOut(change, skills), surprises(scope, host));
}

/** What is not wrong with the file, and will surprise all the same. */
function surprises({ scope }: InstallScope, host: Host): string[] {
  const lines: string[] = [];
  if (scope === "project") {
    lines.push(
      "A project's settings are shared: the program must be at this path on every machine",
    );
  }
  const project = projectDirectory(host);
  const plugins = findPlugins(host, new Sources(host), project, []);
  if (plugins.some(({ name }) => name === "skillhook")) {
    lines.push(
      "The plugin skillhook is on as well, so every event is answered twice: turn one of the two off",
    );
  }
  return lines;
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

async function skillPlan(
  host: Host,
  binary: string,
  target: string,
  take: Take,
): Promise<SkillPlan> {
  const source = shippedSkills(host, binary);
  if (source !== undefined) return await planSkills(host, source, target, take === "ours");
  throw new VerbError(
    `Cannot install skills: there is no folder "skills" next to the program's own folder: ${binary}`,
  );
}

/** Each edited entry as it is and as we would write it, and the three ways to go on. */
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

async function choose(change: SettingsChange, host: Host): Promise<Take | "leave"> {
  const question = `${choiceText(change)}\nTake [o]urs, [t]heirs, or [l]eave the file? `;
  const answer = await ask(question, host);
  if (answer === undefined) return undefined;
  return answer.startsWith("o") ? "ours" : answer.startsWith("t") ? "theirs" : "leave";
}

function dryRun(change: SettingsChange, skills: SkillPlan | undefined, take: Take): Outcome {
  const { path, before = "", after = "" } = change;
  const names = [change.before === undefined ? "/dev/null" : path, path] as const;
  const diff = unifiedDiff(before, after, names) + skillLines(skills).join("");
  const note = change.edited.length > 0 && take === undefined ? `${choiceText(change)}\n` : "";
  if (diff !== "") return { stdout: diff, stderr: note, code: 0 };
  return { stdout: `Nothing to do: ${path} has every entry\n`, stderr: note, code: 0 };
}

async function carryOut(change: SettingsChange, skills: SkillPlan | undefined): Promise<string> {
  const { path, before, after, events } = change;
  const lines: string[] = [];
  if (after === before) lines.push(`Nothing to do: ${path} has every entry`);
  else {
    const applied = await change.apply();
    if ("flaw" in applied) throw new VerbError(`Cannot write "${path}": ${applied.flaw}`);
    const what = events.length > 0 ? events.join(", ") : "our entries in place of edited ones";
    lines.push(`Installed in ${path}: ${what}`);
    if (applied.backup !== undefined) lines.push(`A copy of what it was before: ${applied.backup}`);
  }
  const flaw = skills?.apply();
  if (flaw !== undefined) throw new VerbError(`Cannot copy the skills: ${flaw}`);
  lines.push(...skillLines(skills).map((line) => line.trimEnd()), "Try: skillhook doctor");
  return lines.join("\n");
}

const STEP_WORDS = { write: "+", remove: "-", same: "=", edited: "!" } as const;

/** One line for each file that is not left as it is. */
function skillLines(plan: SkillPlan | undefined): string[] {
  return (plan?.steps ?? []).filter(({ step }) => step !== "same").map(({ step, path }) =>
    `${STEP_WORDS[step]} ${path}${step === "edited" ? " (edited: left as it is)" : ""}\n`
  );
}

/** Why a file is left alone, with the place. */
function refusalText({ flaw, ...place }: Refusal, action: string): string {
  return formatDiagnostic(
    diagnose("json-uneditable", place, `Cannot ${action} this file: ${flaw}`),
  );
}

/** The project that `--project` and `--local` are about. */
function projectDirectory(host: Host): string {
  return host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
}

/** The scope, the user's when none is named. */
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
  return { scope, settings: joinPath(directory, name), skills: joinPath(directory, "skills") };
}

/** What was taken out; exit 1 when the file is left alone. */
export async function uninstallVerb(options: Given<"uninstall">, host: Host): Promise<Outcome> {
  const scope = installScope(options, host);
  const change = await planRemoval(host, scope.settings);
  if ("flaw" in change) throw new VerbError(refusalText(change, "uninstall from"));
  const skills = await planSkillRemoval(host, scope.skills);
  const { path, before = "", after, events } = change;
  if (options.flag("dry-run")) {
    const names = [path, after === undefined ? "/dev/null" : path] as const;
    const diff = unifiedDiff(before, after ?? "", names) + skillLines(skills).join("");
    return success(diff === "" ? `There is nothing of ours in ${path}` : diff);
  }
  const flaw = skills.apply();
  if (flaw !== undefined) throw new VerbError(`Cannot remove the skills: ${flaw}`);
  const lines = skillLines(skills).map((line) => line.trimEnd());
  if (events.length === 0) {
    return success([`There is nothing of ours in ${path}`, ...lines].join("\n"));
  }
  const applied = await change.apply();
  if ("flaw" in applied) throw new VerbError(`Cannot write "${path}": ${applied.flaw}`);
  const gone = after === undefined ? " (nothing else was in the file: removed)" : "";
  const kept = applied.backup === undefined
    ? []
    : [`A copy of what it was before: ${applied.backup}`];
  return success(
    [`Removed from ${path}: ${events.join(", ")}${gone}`, ...kept, ...lines].join("\n"),
  );
}
