/** What a slash command means to the agent itself: its built-in commands, and files in `commands/`. */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Sources } from "./sources.ts";

/** Built-in commands and bundled skills of the agent. ADD ONE: a word, without the slash. */
export const AGENT_COMMANDS: ReadonlySet<string> = new Set(
  `add-dir agents allowed-tools android app autofix-pr bashes batch branch btw bug checkpoint chrome clear
  claude-api code-review color compact config context continue copy cost debug design desktop diff doctor effort
  exit export extra-usage fast feedback focus fork help heapdump hooks ide init insights install-github-app
  install-slack-app ios keybindings less-permission-prompts login logout loop mcp memory migrate-installer
  mobile model new output-style passes permissions plan plugin plugins pr-comments pr_comments powerup
  privacy-settings proactive quit radio rate-limit-options recap release-notes reload-plugins reload-skills
  remote-control remote-env rename reset resume review rewind sandbox schedule security-review settings
  setup-bedrock setup-vertex share simplify skills stats status statusline stickers stop tasks team-onboarding
  teleport terminal-setup theme think-back todos tui ultraplan ultrareview undo upgrade usage vim voice
  web-setup`.split(/\s+/),
);

const MAX_DEPTH = 4;
const MAX_FILES = 2_000;

/**
 * Names of the commands that lie in files.
 *
 * @param host The machine.
 * @param sources Remembers what the directories looked like.
 * @param directory A `commands` directory, which may be absent.
 * @returns Names without the slash, `sub:name` for one in a folder, with their paths.
 */
export function commandFiles(
  host: Pick<Host, "list">,
  sources: Sources,
  directory: string,
): Map<string, string> {
  const found = new Map<string, string>();
  const pending = [{ path: directory, prefix: "", depth: 0 }];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    if (sources.observe(here.path)?.kind !== "directory") continue;
    for (const { name, kind } of entries(host, here.path)) {
      const path = joinPath(here.path, name);
      if (kind === "directory" && here.depth < MAX_DEPTH) {
        pending.push({ path, prefix: `${here.prefix}${name}:`, depth: here.depth + 1 });
      } else if (name.endsWith(".md") && found.size < MAX_FILES) {
        found.set(here.prefix + name.slice(0, -3), path);
      }
    }
  }
  return found;
}

function entries(host: Pick<Host, "list">, path: string) {
  try {
    return host.list(path) ?? [];
  } catch (error) {
    if (error instanceof HostError) return [];
    throw error;
  }
}
