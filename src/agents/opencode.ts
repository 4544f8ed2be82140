/** OpenCode 1.18 has no command hooks: a plugin that `install` writes asks us, in Claude Code's words. */
import { joinPath } from "../base/path.ts";
import { type Agent, type HomeHost, inHome, withArguments } from "./agent.ts";
import plugin from "./opencode_plugin.js" with { type: "text" };

export const opencode: Agent = {
  tools: {
    skill: "Skill",
    task: "Agent",
    bash: "Bash",
    read: "Read",
    write: "Write",
    edit: "Edit",
  },
  hears: "PostToolUse",
  ways(host) {
    const config = configDirectory(host);
    return {
      agent: "opencode",
      projectSkills: [".opencode/skills", ".claude/skills", ".agents/skills"],
      userSkills: [
        ...config === undefined ? [] : [joinPath(config, "skills")],
        ...inHome(host, ".claude/skills", ".agents/skills"),
      ],
      call: (skill, args) => withArguments(`skill(name: ${JSON.stringify(skill)})`, args),
    };
  },
  answer: { inputKey: "updatedInput" },
  files: {
    project: ".opencode/plugins/skillhook.js",
    directory: configDirectory,
    file: "plugins/skillhook.js",
    advice: "OpenCode has no hook that could remind at the end of a turn",
    events: {},
    entry: () => ({}),
    program: ([program, ...words]) =>
      plugin.replace('"skillhook";', () => `${JSON.stringify(program)};`)
        .replace('["hook", "--agent", "opencode"];', () => `${JSON.stringify(words)};`),
  },
};

function configDirectory(host: HomeHost): string | undefined {
  const config = host.env("XDG_CONFIG_HOME") ?? inHome(host, ".config")[0];
  return config && joinPath(config, "opencode");
}
