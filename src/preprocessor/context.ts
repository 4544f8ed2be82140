/** What the commands of a text run with. */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { wordSet } from "../base/word_set.ts";
import type { Host } from "../host/host.ts";
import type { DirectivePolicy } from "../trust/directive_policy.ts";
import type { TrustVerdict } from "../trust/judge_trust.ts";
import { projectBoundary } from "../trust/project_boundary.ts";

export interface PreprocessContext {
  /** Directory commands run in: the project, else the skill's directory. */
  readonly cwd: string;
  /** Exported to commands, filled in as `${NAME}` in plain text, never pasted into a command. */
  readonly variables: Readonly<Record<string, string>>;
  readonly trust: TrustVerdict;
  readonly policy: DirectivePolicy;
  /** Where outputs may be kept; `undefined`: nowhere. */
  readonly stateDir: string | undefined;
  /** Milliseconds for the whole text. */
  readonly deadlineMs: number;
  readonly path: string;
  /** `$ARGUMENTS` and `$0` to `$9` in commands, through the environment. */
  readonly arguments?: {
    readonly whole: string;
    readonly list: readonly string[];
    /** By the names the skill gives them; a name the environment has already is left to it. */
    readonly named?: Readonly<Record<string, string>>;
  };
  /** Fills variables (and arguments) into plain text; {@linkcode substituteVariables} unless told. */
  readonly expandText?: (text: string) => string;
}

export type CommandPlace = ReturnType<typeof commandPlace>;

export function commandPlace(context: PreprocessContext, host: Host) {
  const { variables, cwd, policy, path } = context;
  const given = context.arguments ?? { whole: "", list: [] };
  const env = commandEnvironment(host, variables, variables.CLAUDE_PROJECT_DIR ?? cwd);
  // An argument must not take the place of a variable that programs act upon, such as PATH.
  const named = Object.entries(given.named ?? {}).filter(([name]) =>
    /^[a-z_][a-z0-9_]*$/.test(name) && !Object.hasOwn(env, name)
  );
  const own: Record<string, string> = context.arguments === undefined
    ? {}
    : { ...Object.fromEntries(named), ARGUMENTS: given.whole };
  // The project may be gone, or a name only: then the skill's own directory.
  const directory = [cwd, parentPath(path) ?? ""].find((one) =>
    one !== "" && host.stat(one)?.kind === "directory"
  );
  return {
    shell: policy.shell,
    cwd: directory ?? "/",
    env: { ...own, ...env },
    // Which `${NAME}` are variables of ours, which `$NAME` and `$0` arguments, and which of those were not given.
    isKnown: (name: string) => Object.hasOwn(variables, name),
    isArgument: (name: string) => Object.hasOwn(own, name) || Object.hasOwn(given.list, name),
    isEmpty: (name: string) => own[name]?.trim() === "",
    arguments: given,
  };
}

// The whole environment of a command (docs/preprocessor.md): keys and tokens in the agent's are none of its business.

const PASSED_ON = wordSet(`
  HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR CLAUDE_CONFIG_DIR
  XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR`);
/** Programs on Windows do not start without them. */
const PASSED_ON_WINDOWS = wordSet(`
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP
  USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES`);
/** No colours, no questions, and no lock files of `git status` in the agent's way. */
const FIXED = { TERM: "dumb", NO_COLOR: "1", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" };
const FALLBACK_PATH = "/usr/local/bin:/usr/bin:/bin";

/** The known variables win over everything inherited. */
function commandEnvironment(host: Host, variables: Record<string, string>, projectDir: string) {
  const isWindows = host.platform === "windows";
  const project = projectBoundary(host, projectDir);
  const isAbsolute = (place: string) => isAbsolutePath(place, host.platform);
  // In a session in the home directory everything of the user's lies in the project.
  const isOfProject = (place: string) => !project.isHome && project.holds(place);
  const result: Record<string, string> = { ...FIXED };
  let path = isWindows ? "" : FALLBACK_PATH;
  for (const [name, value] of Object.entries(host.environment())) {
    const plain = isWindows ? name.toUpperCase() : name;
    if (plain === "PATH") path = value || path;
    const passes = PASSED_ON.has(plain) || plain.startsWith("LC_") ||
      isWindows && PASSED_ON_WINDOWS.has(plain);
    // A home in the project would let the project configure git and the like.
    if (passes && !(isAbsolute(value) && isOfProject(value))) result[plain] = value;
  }
  // Programs are looked up in the plugin's `bin`, as the agent has it, then in PATH; relative entries, and those inside
  // the project, are left out, for a project must not choose what `git` means.
  const separator = isWindows ? ";" : ":";
  const { CLAUDE_PLUGIN_ROOT: root, CLAUDE_SESSION_ID: session } = variables;
  const places = path.split(separator);
  if (root !== undefined && !root.includes(separator)) places.unshift(joinPath(root, "bin"));
  result.PATH = places.filter((place) => isAbsolute(place) && !isOfProject(place)).join(separator);
  // The agent's own name for it, which skills in the wild read.
  if (session !== undefined) result.CLAUDE_CODE_SESSION_ID = session;
  return { ...result, ...variables };
}
