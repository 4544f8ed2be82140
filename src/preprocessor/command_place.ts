/** Where a text's commands run: shell, directory, environment. */
import type { Host } from "../host/host.ts";
import type { PreprocessContext } from "./context.ts";
import { commandEnvironment } from "./environment.ts";
import { parentPath } from "../base/path.ts";
import type { CommandArguments, CommandPlace } from "./run_directive.ts";

/** The place, the same for all commands of the text. */
export function commandPlace(context: PreprocessContext, host: Host): CommandPlace {
  const { variables, cwd, policy, path } = context;
  const given = context.arguments ?? { whole: "", words: [] };
  const project = variables.CLAUDE_PROJECT_DIR ?? cwd;
  const env = commandEnvironment(host, variables, project);
  const own: Record<string, string> = context.arguments === undefined
    ? {}
    : argumentVariables(given, env);
  return {
    shell: policy.shell,
    cwd: firstDirectory(host, [cwd, parentPath(path)]),
    env: { ...own, ...env },
    isKnown: (name) => Object.hasOwn(variables, name),
    isArgument: (name) => Object.hasOwn(own, name) || Object.hasOwn(given.words, name),
    isEmpty: (name) => own[name]?.trim() === "",
    arguments: given,
  };
}

/** An argument must not take the place of a variable that programs act upon, such as PATH. */
function argumentVariables(
  given: CommandArguments,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const named = Object.entries(given.named ?? {}).filter(([name]) =>
    /^[a-z_][a-z0-9_]*$/.test(name) && !Object.hasOwn(env, name)
  );
  return { ...Object.fromEntries(named), ARGUMENTS: given.whole };
}

/** The project may be gone, or a name only: then the skill's own directory. */
function firstDirectory(host: Host, paths: readonly (string | undefined)[]): string {
  const found = paths.find((path) =>
    path !== undefined && path !== "" && host.stat(path)?.kind === "directory"
  );
  return found ?? "/";
}
