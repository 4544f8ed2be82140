/**
 * Approval covers a command and the files it names, not what those read in turn. A sandbox does: no network, no home
 * directory, no sockets, nothing to write to. Where it cannot be had nothing runs (docs/security.md).
 */
import { isInside, joinPath } from "../base/path.ts";
import { attempt, type Command, type CommandResult, type Host } from "../host/host.ts";

export interface Sandbox {
  /** Real path; read-only unless {@linkcode isWritable}. */
  readonly project: string;
  readonly isWritable: boolean;
  /** Absolute paths in hidden places that stay readable: toolchains. */
  readonly shown: readonly string[];
  /** Environment variables that are passed on besides the harmless ones. */
  readonly passed: readonly string[];
}

type Placed = Command & { readonly cwd: string };
type Confined = Placed | { readonly refusal: string };

/** Only where the system installs programs: PATH may be another user's. */
const BUBBLEWRAP = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/run/current-system/sw/bin/bwrap"];
const SANDBOX_EXEC = "/usr/bin/sandbox-exec";

/** Where homes, sockets, removable media and other people's temporary files are. */
const HIDDEN = ["/home", "/root", "/run", "/var/run", "/tmp", "/var/tmp", "/mnt", "/media", "/srv"];
/** What a later session outside would act upon; read-only even in a project that may be written to. */
const GUARDED = ".git .claude .agents .codex .gemini .mcp.json .envrc .vscode".split(" ");

const HARMLESS =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TERM|NO_COLOR|GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS)|ARGUMENTS|CLAUDECODE|CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA|SKILL_DIR|SESSION_ID|CODE_SESSION_ID|EFFORT)|HOOK_(?:EVENT|PROMPT)|TOOL_(?:NAME|INPUT|OUTPUT|IS_ERROR)|USER_MESSAGE|SKILLHOOK_FIRING)$/;
/** A skill's named arguments look like this; so do `https_proxy` and others of your own, with passwords. */
const ARGUMENT_REGEXP = /^[a-z_][a-z0-9_]*$/;

/** Every command runs in the sandbox or, where it cannot be confined or a text says why there is none, not at all. */
export function confinedHost(host: Host, sandbox: Sandbox | string): Host {
  const run = async (command: Command): Promise<CommandResult> => {
    const made = typeof sandbox === "string" ? refuse(sandbox) : confine(command, sandbox, host);
    if (!("refusal" in made)) return await host.run(made);
    const nothing = { head: new Uint8Array(), tail: new Uint8Array(), dropped: 0 };
    const end = { kind: "unstartable", code: 126, signal: "", reason: made.refusal } as const;
    return { ...end, stdout: nothing, stderr: nothing, durationMs: 0 };
  };
  return Object.assign(Object.create(host) as Host, { run });
}

function refuse(why: string): { readonly refusal: string } {
  return { refusal: `Cannot run it in the sandbox: ${why}` };
}

export function confine(command: Command, sandbox: Sandbox, host: Host): Confined {
  const named = host.env("HOME");
  const home = named && (attempt(() => host.realPath(named)) ?? named);
  const { project, passed } = sandbox;
  if (project === "/" || (home !== undefined && isInside(project, home, host.platform))) {
    return refuse(`the project "${project}" holds your home directory`);
  }
  const isArgument = (name: string) => ARGUMENT_REGEXP.test(name) && host.env(name) === undefined;
  const env = Object.entries(command.env).filter(([name]) =>
    HARMLESS.test(name) || isArgument(name) || passed.includes(name)
  );
  // A directory that is hidden cannot be worked in: the project takes its place.
  const real = attempt(() => command.cwd === undefined ? undefined : host.realPath(command.cwd));
  const cwd = real !== undefined && isInside(project, real, host.platform) ? real : project;
  const placed = { ...command, env: { ...Object.fromEntries(env), TMPDIR: "/tmp" }, cwd };
  if (host.platform === "linux") return onLinux(placed, sandbox, host, home);
  if (host.platform === "darwin") return onMac(placed, sandbox, host, home);
  return refuse(`there is none for ${host.platform}`);
}

function onLinux(command: Placed, sandbox: Sandbox, host: Host, home?: string): Confined {
  const { project, isWritable, shown } = sandbox;
  const program = BUBBLEWRAP.find((path) => kindOf(host, path) !== undefined);
  if (program === undefined) return refuse(`bubblewrap is missing: install "bubblewrap"`);
  const hidden = [...HIDDEN, ...home === undefined ? [] : [home]]
    .filter((path) => kindOf(host, path) === "directory")
    // The outer one first: what is mounted later lies on top.
    .sort((a, b) => a.length - b.length);
  const guarded = isWritable ? GUARDED.map((name) => joinPath(project, name)) : [];
  const args = [
    ...["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...hidden.flatMap((path) => ["--tmpfs", path]),
    ...[...shown, host.executable()].flatMap((path) => ["--ro-bind-try", path, path]),
    ...[isWritable ? "--bind" : "--ro-bind", project, project],
    ...guarded.flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--chdir", command.cwd, "--", command.program, ...command.args],
  ];
  return { ...command, program, args, cwd: "/" };
}

/** Written from Apple's documented rules and not proven: no such machine was at hand. The last rule that fits wins. */
function onMac(command: Placed, sandbox: Sandbox, host: Host, home?: string): Confined {
  const { project, isWritable, shown } = sandbox;
  if (kindOf(host, SANDBOX_EXEC) === undefined) return refuse(`"${SANDBOX_EXEC}" is missing`);
  const below = (...paths: string[]) =>
    paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(" ");
  const guarded = GUARDED.map((name) => joinPath(project, name));
  const rules = [
    "(version 1)",
    "(allow default)",
    "(deny network*)",
    "(deny file-write*)",
    `(allow file-write* (literal "/dev/null") (literal "/dev/stdout") (literal "/dev/stderr"))`,
    `(deny file-read-data ${below("/Users", "/Volumes", "/private/tmp", "/private/var/folders")})`,
    ...home === undefined ? [] : [`(deny file-read-data ${below(home)})`],
    `(allow file-read* ${below(project, ...shown, host.executable())})`,
    ...isWritable
      ? [`(allow file-write* ${below(project)})`, `(deny file-write* ${below(...guarded)})`]
      : [],
  ];
  const args = ["-p", rules.join("\n"), command.program, ...command.args];
  return { ...command, program: SANDBOX_EXEC, args };
}

function kindOf(host: Host, path: string): string | undefined {
  return attempt(() => host.linkStat(path))?.kind;
}
