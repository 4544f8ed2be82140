/** OpenCode 1.18 has no command hooks: a plugin that `install` writes asks us, in Claude Code's words. */
import { joinPath } from "../base/path.ts";
import { type Agent, type AgentFiles, belowHome, calling, namesOf, waysOf } from "./agent.ts";
import plugin from "./opencode_plugin.js" with { type: "text" };

const SHARED = [".claude/skills", ".agents/skills"];
const config = belowHome(".config", "XDG_CONFIG_HOME");
const directory: AgentFiles["directory"] = (host) => {
  const place = config(host);
  return place && joinPath(place, "opencode");
};

export const opencode: Agent = {
  tools: namesOf("skill=Skill task=Agent bash=Bash read=Read write=Write edit=Edit"),
  hears: "PostToolUse",
  ways: waysOf(directory, {
    agent: "opencode",
    projectSkills: [".opencode/skills", ...SHARED],
    call: calling("skill", "name"),
  }, ...SHARED),
  answer: { inputKey: "updatedInput" },
  files: {
    project: ".opencode/plugins/skillhook.js",
    directory,
    file: "plugins/skillhook.js",
    advice: "OpenCode has no hook that could remind at the end of a turn",
    events: {},
    program: ([program, ...words]) =>
      plugin.replace('"skillhook";', () => `${JSON.stringify(program)};`)
        .replace('["hook", "--agent", "opencode"];', () => `${JSON.stringify(words)};`),
  },
};
