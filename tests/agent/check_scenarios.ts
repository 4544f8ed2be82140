/** What `hooks check` says about the agent, shown by the agent: which hooks it runs, and what a broken one costs. */
import { is, lacks, newIn } from "./check.ts";
import { runProgram } from "./run_program.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

type Hooks = Record<string, unknown[]>;

/** A hook that leaves a file of its name. */
function leaves(world: World, name: string | number, more: Record<string, unknown> = {}) {
  return { type: "command", command: `echo x >> ${world.folder}/tmp/ran-${name}`, ...more };
}

/** Names of the hooks that ran, with how often where that is not once. */
function ran(world: World): string[] {
  const names = [...Deno.readDirSync(`${world.folder}/tmp`)].map(({ name }) => name);
  return names.filter((name) => name.startsWith("ran-")).map((name) => {
    const times = Deno.readTextFileSync(`${world.folder}/tmp/${name}`).trim().split("\n").length;
    return name.slice("ran-".length) + (times === 1 ? "" : ` ${times} times`);
  }).sort();
}

function settings(world: World, hooks: Hooks, more: Record<string, unknown> = {}): void {
  world.write(".claude/settings.json", JSON.stringify({ ...more, hooks }));
}

const BASH = { name: "Bash", input: { command: "echo hi" } };

/** One call of a tool, without our plugin. */
async function call(world: World, tools = [BASH as { name: string; input: object }], more = {}) {
  return await world.run(
    {
      prompts: ["go"],
      turns: [...tools.map((tool) => ({ tools: [tool] })), { text: "Done." }],
      plugin: null,
      args: ["--allowedTools", "Bash,Write,mcp__memory__create"],
      ...more,
    } as Parameters<World["run"]>[0],
  );
}

/** Codes by which the check says that a hook never runs. */
const NEVER = ["hook-matcher-dead", "hook-matcher-tool", "hook-matcher-regex", "hook-if-dead"]
  .concat("hook-if-excluded");

/** Numbers of the groups of PreToolUse that the check calls dead. */
async function calledDead(world: World): Promise<string[]> {
  const args = ["hooks", "check", "--json", ".claude/settings.json"];
  const place = { cwd: world.project, env: { HOME: world.home, PATH: "/bin" }, limit: 30_000 };
  const { stdout } = await runProgram(`${world.lab.plugin}/bin/skillhook`, args, place);
  const found: { code: string; key: string }[] = JSON.parse(stdout).findings;
  const dead = found.filter(({ code }) => NEVER.includes(code));
  return [...new Set(dead.map(({ key }) => /\[(\d+)\]/.exec(key)![1]!))].sort();
}

/** For each row a group; those that ran must be those that the check does not call dead, and the table's. */
async function compare(
  world: World,
  rows: readonly (readonly [written: string, runs: boolean])[],
  group: (written: string) => Record<string, unknown>,
  tool: { name: string; input: object },
  more = {},
): Promise<void> {
  const groups = rows.map(([written], at) => {
    const { if: rule, ...rest } = group(written);
    return { ...rest, hooks: [leaves(world, at, rule === undefined ? {} : { if: rule })] };
  });
  settings(world, { PreToolUse: groups });
  await call(world, [tool], more);
  const shown = (numbers: readonly string[]) => numbers.map((at) => rows[Number(at)]![0]).sort();
  const expected = rows.filter(([, runs]) => runs).map(([written]) => written).sort();
  is("what ran", shown(ran(world)).join("\n"), expected.join("\n"));
  const others = rows.filter(([, runs]) => !runs).map(([written]) => written).sort();
  is("what is called dead", shown(await calledDead(world)).join("\n"), others.join("\n"));
}

/** A server of one tool, `create`, in as much of MCP as that takes. */
const MCP_SERVER = `#!/bin/sh
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
  [ -n "$id" ] || continue
  case $line in
    *'"initialize"'*) r='{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"memory","version":"1"}}' ;;
    *tools/list*) r='{"tools":[{"name":"create","description":"x","inputSchema":{"type":"object","properties":{}}}]}' ;;
    *tools/call*) r='{"content":[{"type":"text","text":"ok"}]}' ;;
    *) r='{}' ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$r"
done
`;

/** Variables that the check calls unset. */
const UNSET =
  "TOOL_NAME TOOL_INPUT TOOL_OUTPUT CLAUDE_TOOL_NAME CLAUDE_TOOL_INPUT CLAUDE_FILE_PATHS " +
  "CLAUDE_TOOL_INPUT_FILE_PATH CLAUDE_SESSION_ID CLAUDE_HOOK_EVENT STDIN_JSON HOOK_INPUT HOOK_EVENT";

/** Commands of a guard → whether the call goes through all the same. */
const GUARDS: readonly (readonly [command: string, goesOn: boolean])[] = [
  [`echo '{"permissionDecision": "deny"}'`, true],
  [`echo '{"decision": "approve"}'`, true],
  [
    `echo '{"hookSpecificOutput": {"hookEventName": "PostToolUse", "permissionDecision": "deny"}}'`,
    true,
  ],
  ["echo no; exit 1", true],
  [`echo '{"hookSpecificOutput": {"permissionDecision": "deny"}'`, true],
  [
    `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}'`,
    false,
  ],
  ["echo no >&2; exit 2", false],
];

export const CHECK_SCENARIOS: readonly Scenario[] = [
  {
    name:
      "hooks are read from settings, not from .claude/hooks.json, and variables of the event are not set",
    async play(world) {
      const file = `${world.folder}/tmp/variables`;
      const echo = `echo "[${UNSET.split(" ").map((name) => `$${name}`).join("")}]" > ${file}`;
      settings(world, { PreToolUse: [{ hooks: [{ type: "command", command: echo }] }] });
      for (const [at, name] of ["hooks.json", "hooks/hooks.json"].entries()) {
        const hooks = { PreToolUse: [{ hooks: [leaves(world, at)] }] };
        world.write(`.claude/${name}`, JSON.stringify({ hooks }));
      }
      await call(world);
      is("what ran", ran(world).join(), "");
      is("the variables", Deno.readTextFileSync(file).trim(), "[]");
    },
  },
  {
    name: "with exit code 2 the reason comes from standard error alone",
    brokenHooks: true,
    async play(world) {
      settings(world, {
        PreToolUse: [{ hooks: [{ type: "command", command: "echo on-stdout; exit 2" }] }],
      });
      const run = await call(world);
      lacks(newIn(run, 1), ["]: on-stdout"]);
    },
  },
  {
    name: "without a shell only names in braces are filled in, and no tilde",
    brokenHooks: true,
    async play(world) {
      const script = (name: string) => `#!/bin/sh\necho x >> ${world.folder}/tmp/ran-${name}\n`;
      for (const name of ["braces", "bare", "tilde"]) {
        world.write(`${name}.sh`, script(name));
        Deno.chmodSync(`${world.project}/${name}.sh`, 0o755);
      }
      Deno.copyFileSync(`${world.project}/tilde.sh`, `${world.home}/tilde.sh`);
      const commands = [
        "${CLAUDE_PROJECT_DIR}/braces.sh",
        "$CLAUDE_PROJECT_DIR/bare.sh",
        "~/tilde.sh",
      ];
      const hooks = commands.map((command) => ({ type: "command", command, args: [] }));
      settings(world, { PreToolUse: [{ hooks }] });
      await call(world);
      is("what ran", ran(world).join(), "braces");
    },
  },
  {
    name: "of two guards that differ the stricter counts, in either order",
    async play(world) {
      const decide = (word: string) => ({
        type: "command",
        command:
          `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "${word}"}}'`,
      });
      for (const words of [["allow", "deny"], ["deny", "allow"]]) {
        settings(world, {
          PreToolUse: words.map((word) => ({ matcher: "Bash", hooks: [decide(word)] })),
          PostToolUse: [{ hooks: [leaves(world, words.join())] }],
        });
        await call(world);
      }
      is("what ran", ran(world).join(), "");
    },
  },
  ...GUARDS.map(([command, goesOn]): Scenario => ({
    brokenHooks: true,
    name: `a guard that says ${command} ${goesOn ? "refuses nothing" : "refuses"}`,
    async play(world) {
      settings(world, {
        PreToolUse: [{ hooks: [{ type: "command", command }] }],
        PostToolUse: [{ hooks: [leaves(world, "call")] }],
      });
      await call(world);
      is("what ran", ran(world).join(), goesOn ? "call" : "");
    },
  })),
  {
    name: "matchers are names to the letter, lists of them, or regular expressions",
    play: (world) =>
      compare(
        world,
        [
          ...["Bash", "Bash|", "|Bash", "Bash, Edit", " Bash ", "", "*", ".*", "^Bash$", "Bas.*"]
            .concat("(Bash|Edit)").map((one) => [one, true] as const),
          ...["bash", "BASH|bash", "Bash(gh pr create:*)", "Bash(echo hi)", 'tool == "Bash"']
            .concat("toolName == 'Bash'", "Ba", "Bash Edit", "/Bash/", "Bash(", "*.ts", "**")
            .concat("Edit(*.ts)|Bash", "mcp__memory").map((one) => [one, false] as const),
        ],
        (matcher) => ({ matcher }),
        BASH,
      ),
  },
  {
    name: "an empty alternative of a regular expression fits every tool",
    async play(world) {
      const matchers = ["mcp__x.*|", "(Edit|Write)?"];
      const groups = matchers.map((matcher, at) => ({ matcher, hooks: [leaves(world, at)] }));
      settings(world, { PreToolUse: groups });
      await call(world);
      is("what ran", ran(world).join(), "0,1");
    },
  },
  {
    name: "a server's name alone is no matcher for its tools",
    async play(world) {
      world.write("mcp.sh", MCP_SERVER);
      const servers = { memory: { command: "/bin/sh", args: [`${world.project}/mcp.sh`] } };
      world.write("mcp.json", JSON.stringify({ mcpServers: servers }));
      const rows = [
        ...["mcp__memory__.*", "mcp__memory__create", "mcp__.*", "^mcp__memory"]
          .concat("if: mcp__memory__create").map((one) => [one, true] as const),
        ...["mcp__memory", "mcp__memory__", "if: mcp__memory", "if: mcp__memory__*"]
          .map((one) => [one, false] as const),
      ];
      await compare(
        world,
        rows,
        (one) => one.startsWith("if: ") ? { if: one.slice("if: ".length) } : { matcher: one },
        { name: "mcp__memory__create", input: {} },
        {
          args: [
            ...["--mcp-config", `${world.project}/mcp.json`],
            ...["--allowedTools", "mcp__memory__create"],
          ],
        },
      );
    },
  },
  {
    name: '"if" is one rule, to the letter, for single commands of a line',
    play: (world) =>
      compare(
        world,
        [
          ...["", "Bash", "Bash(*)", "Bash(echo *)", "Bash(echo:*)", "Bash(cat)"]
            .map((one) => [one, true] as const),
          ...[
            "Bash(echo *)|Edit(*)",
            "Bash|Edit",
            "bash(echo *)",
            "*",
            " Bash(echo *) ",
            "Bash(echo",
          ]
            .concat("Bash(echo *),Bash(ls *)", "Bash(echo hi | cat)", "Bash(echo * | cat)")
            .map((one) => [one, false] as const),
        ],
        (rule) => ({ matcher: "Bash", if: rule }),
        { name: "Bash", input: { command: "echo hi | cat" } },
      ),
  },
  {
    name: '"if" for a file wants the tool itself, and knows no alternatives in a path',
    play: (world) =>
      compare(
        world,
        [
          ...["Write(*)", "Write(*.txt)", "Write(**/*.txt)"].map((one) => [one, true] as const),
          ...["Edit(*)", "Write(*.{txt,ts})", "Write(*.txt|*.ts)", "Edit|Write"]
            .map((one) => [one, false] as const),
        ],
        (rule) => ({ matcher: "Write", if: rule }),
        { name: "Write", input: { file_path: `${world.project}/a.txt`, content: "x" } },
      ),
  },
  {
    name:
      "Stop and UserPromptSubmit ignore matchers; sources and reasons are compared to the letter",
    async play(world) {
      const group = (matcher: string, name: string) => ({ matcher, hooks: [leaves(world, name)] });
      settings(world, {
        Stop: [group("never", "stop")],
        UserPromptSubmit: [group("never", "prompt")],
        SessionStart: [group("startup", "start"), group("Startup", "no"), group("start", "no")],
        SessionEnd: [group("other", "end"), group("exit", "no")],
      });
      await call(world);
      is("what ran", ran(world).join(), "end,prompt,start,stop");
    },
  },
  {
    name: "a guard that cannot be read takes the whole file with it, permissions and all",
    async play(world) {
      const broken = [
        { timeout: "5" },
        { onFailure: "allow" },
        { timeout: null },
        { async: "yes" },
      ];
      for (const [at, more] of broken.entries()) {
        settings(world, {
          PreToolUse: [{ hooks: [leaves(world, `guard-${at}`, more)] }],
          Stop: [{ hooks: [leaves(world, `stop-${at}`)] }],
        }, { permissions: { deny: ["Bash(touch *)"] } });
        await call(world, [{
          name: "Bash",
          input: { command: `touch ${world.project}/made-${at}` },
        }], { args: ["--allowedTools", "Bash(touch *)"] });
        is("the forbidden file", existsIn(world, `made-${at}`), true);
      }
      is("what ran", ran(world).join(), "");
    },
  },
  {
    name: "any other hook that cannot be read is left out alone",
    async play(world) {
      settings(world, {
        PreToolUse: [{ hooks: [leaves(world, "guard")] }],
        Stop: [leaves(world, "flat"), { hooks: [leaves(world, "no", { timeout: "5" })] }, {
          hooks: [leaves(world, "stop")],
        }],
      });
      await call(world);
      is("what ran", ran(world).join(), "guard,stop");
    },
  },
  {
    name: "a hook with a relative path is not found after cd, and one with a variable is",
    brokenHooks: true,
    async play(world) {
      world.write("run.sh", `echo x >> ${world.folder}/tmp/ran-relative\n`);
      world.write("other.sh", `echo x >> ${world.folder}/tmp/ran-absolute\n`);
      const commands = ["sh run.sh", 'sh "$CLAUDE_PROJECT_DIR"/other.sh'];
      const hooks = commands.map((command) => ({ type: "command", command }));
      settings(world, { PreToolUse: [{ hooks }] });
      const moves = { name: "Bash", input: { command: "mkdir -p sub; cd sub" } };
      await call(world, [moves, BASH]);
      is("what ran", ran(world).join(), "absolute 2 times,relative");
    },
  },
  {
    name: "an asynchronous guard refuses nothing, a missing Python script everything",
    brokenHooks: true,
    async play(world) {
      const makes = (name: string) => ({
        name: "Bash",
        input: { command: `touch ${world.project}/${name}` },
      });
      const guard = { type: "command", command: "exit 2" };
      settings(world, { PreToolUse: [{ hooks: [{ ...guard, async: true }] }] });
      await call(world, [makes("a")]);
      settings(world, { PreToolUse: [{ hooks: [{ ...guard, command: "python3 gone.py" }] }] });
      await call(world, [makes("b")]);
      is("files made", ["a", "b"].map((name) => existsIn(world, name)).join(), "true,false");
    },
  },
  {
    name: '"once" counts for nothing in settings, and a plugin repeats what settings have',
    async play(world) {
      world.write("plug/.claude-plugin/plugin.json", '{"name": "plug", "version": "1.0.0"}');
      const both = { hooks: [leaves(world, "both")] };
      world.write("plug/hooks/hooks.json", JSON.stringify({ hooks: { Stop: [both] } }));
      settings(world, {
        PreToolUse: [{ hooks: [leaves(world, "once", { once: true })] }],
        Stop: [both],
      });
      await call(world, [BASH, BASH], { plugin: `${world.project}/plug` });
      is("what ran", ran(world).join(), "both 2 times,once 2 times");
    },
  },
  {
    name: "a plugin's time does not lengthen the end of a session",
    brokenHooks: true,
    async play(world) {
      const slow = (name: string) => {
        const { command } = leaves(world, name);
        return [{ hooks: [{ type: "command", command: `sleep 3; ${command}`, timeout: 10 }] }];
      };
      world.write("plug/.claude-plugin/plugin.json", '{"name": "plug", "version": "1.0.0"}');
      const hooks = { hooks: { SessionEnd: slow("plugin") } };
      world.write("plug/hooks/hooks.json", JSON.stringify(hooks));
      await call(world, [BASH], { plugin: `${world.project}/plug` });
      is("what ran", ran(world).join(), "");
      settings(world, { SessionEnd: slow("settings") });
      await call(world, [BASH]);
      is("what ran", ran(world).join(), "settings");
    },
  },
  {
    name: "a plugin's events outside of hooks are not loaded",
    async play(world) {
      world.write("plug/.claude-plugin/plugin.json", '{"name": "plug", "version": "1.0.0"}');
      const events = { Stop: [{ hooks: [leaves(world, "stop")] }] };
      world.write("plug/hooks/hooks.json", JSON.stringify(events));
      const run = await call(world, [BASH], { plugin: `${world.project}/plug` });
      is("what ran", ran(world).join(), "");
      lacks(newIn(run, 0), ["Stop hook"]);
    },
  },
];

function existsIn(world: World, name: string): boolean {
  return [...Deno.readDirSync(world.project)].some((entry) => entry.name === name);
}
