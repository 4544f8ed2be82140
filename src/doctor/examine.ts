/** The whole examination: settings in every scope, wiring, commands, skills, directories, approvals. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { placeOfKey } from "../base/json_path.ts";
import { readJsonTree } from "../base/json_tree.ts";
import { placeOf } from "../base/text_place.ts";
import { loadConfig } from "../config/config_file.ts";
import { loadConfigured } from "../hooks/configured.ts";
import type { Handler } from "../hooks/handler.ts";
import { attempt, type Host } from "../host/host.ts";
import { mergeShortcuts } from "../shortcuts/merge.ts";
import { checkPlaces } from "./check_places.ts";
import { checkSkills } from "./check_skills.ts";
import { checkTrust } from "./check_trust.ts";
import { checkWiring } from "./check_wiring.ts";
import { type Finding, type FindingPlace, fromDiagnostics } from "./finding.ts";
import { tryCommands } from "./try_commands.ts";

const OFF = "Hooks are off";

/**
 * Examines the installation.
 *
 * @param host The machine.
 * @param projectDir The project.
 * @returns Findings by topic.
 */
export async function examine(host: Host, projectDir: string): Promise<Finding[]> {
  const { loaded } = await loadConfigured(host, { projectDir, settings: [], shape: undefined });
  const settings = await loadConfig(host, projectDir);
  const flaws = [...loaded.diagnostics, ...mergeShortcuts(settings).diagnostics];
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string) => {
    if (!texts.has(path)) texts.set(path, readQuietly(host, path));
    return texts.get(path);
  };
  const subject = {
    handlers: loaded.handlers,
    projectDir,
    isOff: loaded.diagnostics.some(({ message }) => message.startsWith(OFF)),
    placeOf: (handler: Handler) => originPlace(handler, textOf),
  };
  const approvals = flaws.filter(isAboutApproval);
  return [
    ...fromDiagnostics(
      "settings",
      flaws.filter((flaw) => !isAboutApproval(flaw)).map((flaw) => located(flaw, textOf)),
      remedyOf,
    ),
    ...fromDiagnostics("settings", approvals, remedyOf, "advice"),
    ...checkWiring(host, subject),
    ...await tryCommands(host, subject),
    ...(await checkSkills(host, projectDir)).filter(({ path, message }) =>
      // The registry reads settings for plugins: a file that is no JSON is named once.
      !(message.startsWith("Cannot read file") && flaws.some((flaw) => flaw.path === path))
    ),
    ...checkPlaces(host),
    ...await checkTrust(host, projectDir),
  ];
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

/** Adds the line that a message about a JSON file is about. */
function located(flaw: Diagnostic, textOf: (path: string) => string | undefined): Diagnostic {
  if (flaw.line !== undefined || !flaw.path.endsWith(".json")) return flaw;
  const text = textOf(flaw.path);
  if (text === undefined) return flaw;
  const tree = readJsonTree(text);
  if ("flaw" in tree) {
    const { line, column } = placeOf(text, tree.offset);
    const message = `Cannot read the file: ${tree.flaw} (column ${column})`;
    return { ...flaw, line, column, message };
  }
  const key = flaw.message.startsWith(OFF)
    ? "disableAllHooks"
    : flaw.message.slice(0, flaw.message.indexOf(": "));
  const place = placeOfKey(text, key);
  return place === undefined ? flaw : { ...flaw, line: place.line };
}

function isAboutApproval({ message }: Diagnostic): boolean {
  return message.includes("not approved");
}

function remedyOf({ message }: Diagnostic): string {
  if (message.startsWith(OFF)) return "Take that key out, or set it to false";
  if (message.startsWith("Cannot read the file")) {
    return "Correct the file: the agent ignores all of it";
  }
  const near = /did you mean "([^"]+)"/.exec(message)?.[1];
  if (near !== undefined) return `Write "${near}"`;
  if (isAboutApproval({ path: "", message })) return 'Look at the file, then run "skillhook allow"';
  return "Correct what the line says";
}
