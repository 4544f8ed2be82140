/** `skillhook uninstall`: takes exactly our entries out of a settings file, and our unedited skills away. */
import { unifiedDiff } from "../base/unified_diff.ts";
import type { Host, Outcome } from "../host/host.ts";
import { planRemoval } from "../install/install_hooks.ts";
import { planSkillRemoval } from "../install/install_skills.ts";
import { installScope, refusalText, skillLines } from "./install.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

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
