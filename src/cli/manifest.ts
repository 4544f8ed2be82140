/** `skillhook agent manifest`: the list of a project's skills, made from the skills themselves. */
import { counted } from "../base/fitted_text.ts";
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { makeManifest, manifestDrift, manifestPath } from "../payload/make_manifest.ts";
import { loadManifest } from "../payload/manifest.ts";
import { projectOption, writeNamed } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** With `--write` it is written; with `--check` exit 1 when the one there is is out of date or has flaws. */
export async function manifestVerb(options: Given<"agent manifest">, host: Host) {
  const projectDir = projectOption(options, host);
  const old = loadManifest(host, projectDir);
  const path = old?.path ?? manifestPath(host, projectDir);
  if (path === undefined) {
    const places = `"${projectDir}/skills" or "${projectDir}/.claude/skills"`;
    const remedy = "write one there, or name another --project";
    throw new VerbError(`There are no skills in ${places}: ${remedy}`);
  }
  const made = await makeManifest(host, path, old);
  const flaws = (old?.diagnostics ?? []).map(formatDiagnostic);
  if (options.flag("check")) {
    if (old === undefined) {
      throw new VerbError(`There is no manifest "${path}": make one with --write`);
    }
    const lines = [...flaws, ...manifestDrift(old, made)];
    if (lines.length > 0) throw new VerbError(lines);
    return success(`${path} is up to date: ${counted(made.skills.length, "skill")}`);
  }
  const text = `${JSON.stringify({ skills: made.skills }, undefined, 2)}\n`;
  const notes = [...flaws, ...made.problems];
  if (!options.flag("write")) return success(text, notes);
  // What cannot be read cannot be kept: writing over it would lose what was written by hand.
  if (flaws.length > 0) {
    throw new VerbError([...flaws, `Did not write "${path}": correct it first`]);
  }
  writeNamed(host, path, text);
  return success(`Wrote ${path}: ${counted(made.skills.length, "skill")}`, notes);
}
