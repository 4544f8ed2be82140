/** `skillhook hooks check --try`: asks, starts the hooks that were checked, and says what became of them. */
import { counted } from "../base/fitted_text.ts";
import { isInside, joinPath, parentPath } from "../base/path.ts";
import { configDirectory } from "../catalog/places.ts";
import { type Handler, wholeActionText } from "../hooks/handler.ts";
import { attempt, type Host } from "../host/host.ts";
import { type checkHookFile, type HookFinding, placeTried } from "../lint/check_hooks.ts";
import { sampleEvents } from "../lint/sample_event.ts";
import { quietHost, tryHooks } from "../lint/try_hooks.ts";
import { tryingHost } from "../trust/project_sandbox.ts";
import { ask } from "./named_input.ts";
import { VerbError } from "./verb.ts";

type Checked = ReturnType<typeof checkHookFile>;

/** Files that most projects have, for samples of tools that are about one. */
const USUAL_FILES = ["README.md", "package.json", "Cargo.toml", "pyproject.toml", "go.mod"];

/** @param isAgreed You have said yes already. Ends the verb where you cannot be asked, or say no. */
export async function triedFindings(
  host: Host,
  checked: readonly Checked[],
  projectDir: string,
  isAgreed: boolean,
): Promise<{ readonly findings: HookFinding[]; readonly notes: readonly string[] }> {
  const handlers = checked.flatMap(({ handlers }) => handlers);
  const commands = handlers.filter(({ action }) => action.type === "command");
  const samples = (file: string) => sampleEvents(host, handlers, { projectDir, file });
  if (commands.length === 0) {
    return { findings: news(checked, await tryHooks(host, samples(""), true)), notes: [] };
  }
  const machine = await tryingHost(host, projectDir, shownFiles(host, commands));
  const isConfined = "host" in machine;
  const where = isConfined
    ? "in a sandbox, without network, home directory or anything to write to"
    : `WITHOUT a sandbox (${machine.why}): they may do whatever you may`;
  if (!isConfined && machine.isDemanded) {
    throw new VerbError(
      `Nothing was tried: your skillhook.yaml wants a sandbox: ${machine.why}: see to that, or leave --try out`,
    );
  }
  const count = counted(commands.length, "command");
  const start = `${count}, each started with a sample of its event, ${where}`;
  if (!isAgreed) {
    // All of each: what is cut off could be the point of it.
    const list = commands.map(({ event, action, origin: { path, key } }) => {
      const text = wholeActionText(action).replaceAll("\n", "\n      ");
      return `  ${event}: ${text}  (${path}: ${key})`;
    });
    const answer = await ask(`${list.join("\n")}\n${start}\nGo on? [y/N] `, host);
    if (answer === undefined) {
      const hint = "there is no terminal to ask on: look at them, then say --yes";
      throw new VerbError([`Nothing was tried: ${hint}`, ...list, start]);
    }
    if (!answer.startsWith("y")) throw new VerbError("Nothing was tried: answer y to try them");
  }
  // Without a sandbox a formatter that is tried would change a file that is there.
  const there = isConfined && USUAL_FILES.map((name) => joinPath(projectDir, name))
    .find((path) => attempt(() => host.stat(path)) !== undefined);
  const file = there || joinPath(projectDir, "skillhook-try.md");
  const quiet = quietHost(isConfined ? machine.host : host);
  const tried = await tryHooks(quiet, samples(file), isConfined);
  return { findings: news(checked, tried), notes: isConfined ? [] : [`Tried ${start}`] };
}

function news(checked: readonly Checked[], tried: Parameters<typeof placeTried>[1]): HookFinding[] {
  const said = checked.flatMap(({ findings }) => findings);
  return placeTried(checked, tried).filter(({ code, path, key = "" }) =>
    !said.some((one) => one.code === code && one.path === path && one.key?.startsWith(key))
  );
}

/** What a sandbox would hide of the user's own hooks: plugins, scripts that settings name, and programs on PATH. */
function shownFiles(host: Host, handlers: readonly Handler[]): string[] {
  const home = host.env("HOME") ?? "/";
  const own = configDirectory(host) ?? home;
  const scripts = handlers.flatMap(({ action, origin: { scope, plugin, path } }) => {
    if (plugin !== undefined) return [plugin.root];
    if (scope === "settings") return [parentPath(path) ?? path];
    if (scope !== "user" && scope !== "managed") return [];
    // Neither the home directory nor the agent's own, where keys lie, but what is below.
    const words = wholeActionText(action).matchAll(/(?:~|\$\{?HOME\}?)?\/[\w.@/-]+/g);
    return [...words].map(([word]) => {
      const file = word.replace(/^(?:~|\$\{?HOME\}?)/, home);
      const parent = parentPath(file) ?? file;
      return isInside(own, parent, host.platform) && parent !== own ? parent : file;
    });
  });
  const programs = (host.env("PATH") ?? "").split(":").filter((path) => path.startsWith("/"))
    .map((path) => MANAGERS_REGEXP.exec(path)?.[0] ?? path);
  return [...new Set([...scripts, ...programs])]
    .filter((path) => !isInside(path, home, host.platform));
}

/** `~/.pyenv` for `~/.pyenv/shims`: programs of version managers live of what lies beside them; there are no keys there. */
const MANAGERS_REGEXP =
  /^\/(?:[^/]+\/){0,8}?\.(?:pyenv|rbenv|nodenv|goenv|jenv|nvm|asdf|volta|fnm|sdkman|deno|bun|rustup|mise|nix-profile|local\/share\/(?:mise|fnm|uv|pnpm))(?=\/)/;
