/** `skillhook agent manifest`: the list of a project's skills, made from the skills themselves. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { makeManifest, manifestDrift } from "../payload/make_manifest.ts";
import { loadManifest, MANIFEST_PLACES } from "../payload/skill_lookup.ts";
import { projectOption } from "./project_option.ts";
import type { AGENT_VERBS } from "./agent_verbs.ts";
import { failure, type Options, success } from "./verb.ts";

/** With `--write` it is written; with `--check` exit 1 when the one there is is out of date or has flaws. */
export function manifestVerb(
  options: Options<typeof AGENT_VERBS["agent manifest"]>,
  host: Host,
): Outcome {
  const projectDir = projectOption(options, host);
  const old = loadManifest(host, projectDir);
  const path = old?.path ?? newPath(host, projectDir);
  if (path === undefined) {
    return failure(
      `There are no skills in "${projectDir}/skills" or "${projectDir}/.claude/skills"`,
    );
  }
  const made = makeManifest(host, parentPath(path)!, old);
  const flaws = (old?.diagnostics ?? []).map(formatDiagnostic);
  if (options.flag("check")) {
    if (old === undefined) return failure(`There is no manifest "${path}": make one with --write`);
    const lines = [...flaws, ...manifestDrift(old, made)];
    if (lines.length > 0) return { ...failure(lines.join("\nskillhook: ")) };
    return success(`${path} is up to date: ${made.skills.length} skills`);
  }
  const text = `${JSON.stringify({ skills: made.skills }, undefined, 2)}\n`;
  const stderr = [...flaws, ...made.problems].map((line) => `skillhook: ${line}\n`).join("");
  if (!options.flag("write")) return { stdout: text, stderr, code: 0 };
  // What cannot be read cannot be kept: writing over it would lose what somebody wrote by hand.
  if (flaws.length > 0) {
    return failure(
      `${flaws.join("\nskillhook: ")}\nskillhook: Did not write "${path}": correct it first`,
    );
  }
  try {
    host.writeText(path, text);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return failure(`Cannot write "${path}": ${error.code}`);
  }
  return { stdout: `Wrote ${path}: ${made.skills.length} skills\n`, stderr, code: 0 };
}

/** Beside the skills, where the first of the usual places has any. */
function newPath(host: Host, projectDir: string): string | undefined {
  const places = MANIFEST_PLACES.map((place) => joinPath(projectDir, place));
  return places.find((place) => host.stat(parentPath(place)!)?.kind === "directory");
}
