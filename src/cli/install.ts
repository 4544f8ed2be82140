/** `skillhook setup`, `install`, `upgrade` and `uninstall`: our hooks in a settings file, our skills where the agent looks for them. */
import { loaderOf } from "../agents/table.ts";
import { counted } from "../base/fitted_text.ts";
import { parentPath } from "../base/path.ts";
import { openTrust } from "../trust/trust_store.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import { fromCommand } from "../hooks/run.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { forget, isInstalled } from "../install/own_files.ts";
import { installedFiles, planRemoval } from "../install/install_hooks.ts";
import { copiedPrograms, planSkills, skillTargets } from "../install/install_skills.ts";
import { agentIn } from "../install/own_places.ts";
import {
  apply,
  binaryOption,
  carryOut,
  choiceText,
  choose,
  copiesTo,
  copySkills,
  difference,
  dryRun,
  hasPlugin,
  type Installation,
  planInstallation,
  refusable,
  shippedAt,
  skillLines,
  surprises,
} from "./installation.ts";
import { installScope, installScopes, projectDirectory } from "./install_scope.ts";
import { ask } from "./named_input.ts";
import type { Given } from "./table.ts";
import { noteLines, success, VerbError } from "./verb.ts";

const FIRST_CHAIN = "/design plans/foo, /plan-adhoc and /orchestrate";

export async function setupVerb(options: Given<"setup">, host: Host): Promise<Outcome> {
  const where = installScope(options, host);
  const take = options.text("take");
  const binary = binaryOption(options, host);
  const first = await planInstallation(where, binary, take, true, host);
  if (options.flag("dry-run")) return dryRun(first, take === undefined);
  const lines = summary(first);
  if (lines.length > 0 && !options.flag("yes")) {
    const answer = await ask(`${lines.join("\n")}\nGo on? [y]es or [n]o: `, host);
    const hint = "Nothing was written: there is no terminal to ask on: say --yes";
    if (answer === undefined) throw new VerbError(`${lines.join("\n")}\n${hint}`);
    if (!answer.startsWith("y")) return success("Nothing was written");
  }
  const chosen = await choose(first, take, host);
  if (chosen === undefined) return success(`Left ${where.settings} as it is`);
  const done = await carryOut(chosen);
  const took = await tryChain(chosen, host);
  const text = [
    // A line for each copied file is more than you would read here.
    ...done.filter((line) => !line.startsWith("+ ")),
    `Skills: ${where.skills}`,
    `Tried: a chain of skills was answered in ${took.toFixed(0)} ms`,
    `\nStart the agent anew, and type:\n\n    ${FIRST_CHAIN}`,
  ];
  return success(text.join("\n"), surprises(where, host));
}

function summary({ where, change, skills }: Installation): string[] {
  const events = change?.events.length ?? 0;
  const files = skills?.steps.filter(({ step }) => step === "write").length ?? 0;
  if (events + files + (change?.edited.length ?? 0) === 0) return [];
  return [
    "skillhook writes",
    ...events > 0 ? [`  hooks for ${counted(events, "event")} into ${where.settings}`] : [],
    ...files > 0 ? [`  ${counted(files, "file")} of skills into ${where.skills}`] : [],
    `Everything else stays as it is, byte for byte; "skillhook uninstall" takes it all away again`,
  ];
}

/** As the agent will ask, but of no session: nothing is remembered. Milliseconds. */
async function tryChain({ where, binary }: Installation, host: Host): Promise<number> {
  const cwd = projectDirectory(host);
  const event = { hook_event_name: "UserPromptSubmit", cwd, prompt: FIRST_CHAIN };
  const { CLAUDE_PLUGIN_ROOT: _, CLAUDE_PLUGIN_DATA: __, ...environment } = host.environment();
  const result = await host.run({
    program: binary,
    args: ["hook", ...where.pins],
    cwd,
    env: { ...environment, CLAUDE_PROJECT_DIR: cwd },
    stdin: JSON.stringify(event),
    deadlineMs: 10_000,
    outputCap: 1024 * 1024,
  });
  const { code, reason, stdout, stderr, durationMs } = fromCommand(result);
  if (code === 0 && stdout.includes("[CONTINUATION-PASSING]")) return durationMs;
  const why = reason || stderr.trim() || "the skills are there and take no part in chains";
  const cannot = `Installed, but "${FIRST_CHAIN}" was not answered`;
  throw new VerbError(`${cannot}: ${why}: "skillhook doctor" says more`);
}

export async function installVerb(options: Given<"install">, host: Host): Promise<Outcome> {
  const scopes = await installScopes(options, host);
  const binary = binaryOption(options, host);
  const take = options.text("take");
  return await together(scopes.map((where) => async () => {
    const first = await planInstallation(where, binary, take, options.flag("skills"), host);
    if (options.flag("dry-run")) return dryRun(first, take === undefined);
    const chosen = await choose(first, take, host);
    if (chosen === undefined) return success(`Left ${where.settings} as it is`);
    const lines = await carryOut(chosen);
    const agent = agentIn(where.pins);
    const more = agent === undefined ? "" : ` --agent ${agent}`;
    return success([...lines, `Try: skillhook doctor${more}`].join("\n"), surprises(where, host));
  }));
}

/** One after the other. A file that is refused keeps no other from its turn, or what was done from being said. */
async function together(jobs: readonly (() => Promise<Outcome>)[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const job of jobs) {
    try {
      outcomes.push(await job());
    } catch (error) {
      const said = error instanceof HostError ? new VerbError(error.message) : error;
      if (!(said instanceof VerbError)) throw error;
      outcomes.push({ stdout: "", stderr: noteLines(said.messages), code: said.code });
    }
  }
  const joined = (stream: "stdout" | "stderr") => outcomes.map((one) => one[stream]).join("");
  const code = Math.max(0, ...outcomes.map((one) => one.code));
  return { stdout: joined("stdout"), stderr: joined("stderr"), code };
}

export async function uninstallVerb(options: Given<"uninstall">, host: Host): Promise<Outcome> {
  const scopes = await installScopes(options, host);
  const isDryRun = options.flag("dry-run");
  return await together(scopes.map((scope) => async () => {
    const path = scope.settings;
    const plan = () => scope.program === undefined ? planRemoval(host, path) : undefined;
    const change = await refusable("Cannot uninstall from this file", plan, path);
    const skills = await planSkills(host, {}, copiesTo(scope), false);
    const nothing = `There is nothing of ours in ${path}`;
    if (isDryRun) return success(difference(change, skills) || nothing);
    await refusable("Cannot remove the skills", skills.apply);
    const lines = skillLines(skills);
    const wasThere = change?.events.length || skills.steps.length > 0;
    if (change?.events.length) {
      const gone = change.after === undefined ? " (nothing else was in the file: removed)" : "";
      const events = change.events.join(", ");
      lines.unshift(`Removed from ${path}: ${events}${gone}`, ...await apply(change));
    } else if (change !== undefined || !wasThere) lines.unshift(nothing);
    if (wasThere && !isInstalled(host) && !hasPlugin(host)) {
      const store = openTrust(host, projectBoundary(host, projectDirectory(host)));
      forget(host, "flaw" in store ? undefined : store.directory);
    }
    return success(lines.join("\n"));
  }));
}

export async function upgradeVerb(options: Given<"upgrade">, host: Host): Promise<Outcome> {
  const take = options.text("take");
  const binary = binaryOption(options, host);
  const isDryRun = options.flag("dry-run");
  const copied = async (files: Readonly<Record<string, string>>, target: string) => {
    const plan = await planSkills(host, files, target, take === "ours");
    if (!isDryRun) await copySkills(plan);
    return success(skillLines(plan).join("\n"));
  };
  const outcome = await together([
    ...installedFiles(host).map(({ path: settings, pins }) => async () => {
      const where = { settings, skills: "", pins };
      const plan = await planInstallation(where, binary, take, false, host);
      const lines = isDryRun ? [dryRun(plan, false).stdout.trimEnd()] : await carryOut(plan);
      const { change } = plan;
      const isAsked = take === undefined && change?.edited.length;
      return success([...lines, ...isAsked ? [choiceText(change)] : []].join("\n"));
    }),
    ...copiedPrograms(host).map(({ path, words }) => async () => {
      const { files } = await loaderOf(agentIn(words)!)!();
      const text = files.program!([binary, ...words]);
      return await copied({ [path]: text }, parentPath(path)!);
    }),
    ...skillTargets(host).map((target) => async () =>
      await copied(await shippedAt(target, binary), target)
    ),
  ]);
  const isNothing = outcome.stdout === "" && outcome.stderr === "";
  return isNothing ? success('Nothing is installed: try "skillhook setup"') : outcome;
}
