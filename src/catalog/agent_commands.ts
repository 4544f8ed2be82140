/** Slash commands of the agent itself: its built-in ones, and files in `commands/`. */
import { joinPath } from "../base/path.ts";
import { wordSet } from "../base/word_set.ts";
import { attempt } from "../host/host.ts";
import type { Sources } from "./sources.ts";

/** Commands and bundled skills of Claude Code up to 2.1.330, which mean this whatever is on disk. ADD ONE: a word. */
export const AGENT_COMMANDS = wordSet(`
  access add-dir advisor agents artifacts auto-mode-setup autocompact autofix-pr background
  batch branch brief btw bug cd claude-api clear cloud-plugins code-review color compact config
  context copy daemon dataviz debug deep-research design design-consent design-login
  design-revoke desktop diff doctor effort exit export extra-usage fast feedback
  fewer-permission-prompts focus fork goal heapdump help hooks ide import init insights install
  install-github-app install-slack-app list-agents login logout loop mcp memory mobile model
  output-style passes pause-memory permissions plan plugin plugin-authoring powerup
  privacy-settings project radio rate-limit-options recap reload-plugins reload-skills
  remote-control remote-env rename restart resume rewind run run-skill-generator schedule
  scroll-speed security-review session setup-bedrock setup-vertex simplify skill-doctor skills
  status statusline stickers stop subtask tasks team-onboarding teleport terminal-setup theme
  tui ultraplan ultrareview update-config upgrade usage usage-credits use-case verify version
  voice web-setup wellbeing workflow-authoring workflows

  allowed-tools android app bashes checkpoint continue ios keybindings new plugins quit rc reset
  review routines settings tp undo

  cost pr-comments release-notes todos vim`);

const MAX_DEPTH = 4;
const MAX_FILES = 2_000;

/** `name` or `sub:name` → path, of the files in `commands` directories; strongest first, they may be absent. */
export function commandFiles(sources: Sources, directories: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const directory of directories) {
    let files = 0;
    const pending = [{ path: directory, prefix: "", depth: 0 }];
    for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
      const { path: parent, prefix, depth } = here;
      if (sources.observe(parent)?.kind !== "directory") continue;
      for (const { name, kind } of attempt(() => sources.host.list(parent)) ?? []) {
        const path = joinPath(parent, name);
        if (kind === "directory" && depth < MAX_DEPTH) {
          pending.push({ path, prefix: `${prefix}${name}:`, depth: depth + 1 });
        } else if (name.endsWith(".md") && files++ < MAX_FILES) {
          const command = prefix + name.slice(0, -3);
          if (!names.has(command)) names.set(command, path);
        }
      }
    }
  }
  return names;
}
