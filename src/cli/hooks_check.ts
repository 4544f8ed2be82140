/** `skillhook hooks check`: what the agent makes of the hooks that are configured, or of the files that are named. */
import { counted } from "../base/fitted_text.ts";
import { formatDiagnostic, wholeMessage } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { fixFiles } from "../lint/fix_text.ts";
import { asOthers, configuredFiles, namedFile } from "../lint/hook_files.ts";
import { checkHookFile, checkRepeated, type HookFinding } from "../lint/check_hooks.ts";
import { absolutePath, projectOption, readNamed } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** The findings; exit 1 when one of ours is an error. */
export async function hooksCheckVerb(options: Given<"hooks check">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const isNamed = options.operands.length > 0;
  const read = () =>
    isNamed
      ? options.operands.map((path) =>
        namedFile(host, absolutePath(path, host), readNamed(host, path))
      )
      : configuredFiles(host, projectDir).files;
  const notes = options.flag("fix") ? await fixFiles(host, read, isNamed) : [];
  const checked = read().map((file) => checkHookFile(host, file));
  const all = checked.flatMap(({ findings }) => findings);
  const findings = isNamed ? all : [...all, ...checkRepeated(checked)];
  const own = findings.filter(({ plugin }) => isNamed || plugin === undefined);
  const others = isNamed
    ? []
    : findings.flatMap((finding) =>
      finding.plugin === undefined ? [] : [asOthers(host, finding, finding.plugin)]
    );
  return findingsOutcome(own, others, options.flag("json"), counted(checked.length, "file"), notes);
}

/**
 * A line for each, those of other people's plugins last; exit 1 when one of the user's own is an error.
 *
 * @param checked What was looked at: `3 files`.
 */
export function findingsOutcome(
  own: readonly HookFinding[],
  others: readonly HookFinding[],
  isJson: boolean,
  checked: string,
  notes: readonly string[],
): Outcome {
  const errors = own.filter(({ severity }) => severity === "error").length;
  const warnings = own.filter(({ severity }) => severity === "warning").length;
  const code = errors > 0 ? 1 : 0;
  if (isJson) {
    const [findings, plugins] = [own, others].map((list) =>
      list.map(({ fix, plugin, ...one }) => {
        return { ...one, plugin: plugin?.name, fixable: fix !== undefined };
      })
    );
    return success(JSON.stringify({ checked, errors, warnings, findings, plugins }), notes, code);
  }
  const blocks = others.length === 0 ? [] : ["", "In plugins of others:", ...others.map(line), ""];
  const sum = `${checked}: ${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  return success([...own.map(line), ...blocks, sum].join("\n"), notes, code);
}

function line(finding: HookFinding): string {
  const { remedy: _, ...flaw } = finding;
  const message = `${flaw.severity}: ${wholeMessage(finding)} [${flaw.code}]`;
  return formatDiagnostic({ ...flaw, message });
}
