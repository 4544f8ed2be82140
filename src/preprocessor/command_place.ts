/** Where a text's commands run: shell, directory, environment. */
import type { Host } from "../host/host.ts";
import type { PreprocessContext } from "./context.ts";
import { commandEnvironment } from "./environment.ts";
import { parentPath } from "./project_boundary.ts";
import type { CommandPlace } from "./run_directive.ts";

/**
 * @param context What the text runs with.
 * @param host The machine.
 * @returns The place, the same for all commands of the text.
 */
export function commandPlace(context: PreprocessContext, host: Host): CommandPlace {
  const { variables, cwd, policy, path } = context;
  const given = context.arguments ?? { whole: "", words: [] };
  const own = context.arguments === undefined ? {} : { ARGUMENTS: given.whole };
  const project = variables.CLAUDE_PROJECT_DIR ?? cwd;
  return {
    shell: policy.shell,
    cwd: firstDirectory(host, [cwd, parentPath(path)]),
    env: commandEnvironment(host, { ...own, ...variables }, project),
    isKnown: (name) =>
      Object.hasOwn(variables, name) || Object.hasOwn(own, name) ||
      Object.hasOwn(given.words, name),
    arguments: given,
  };
}

/** The project may be gone, or a name only: then the skill's own directory. */
function firstDirectory(host: Host, paths: readonly (string | undefined)[]): string {
  const found = paths.find((path) =>
    path !== undefined && path !== "" && host.stat(path)?.kind === "directory"
  );
  return found ?? "/";
}
