/** What a runner of configured hooks is asked to prove, end to end: the program, real scripts. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sourceCommand } from "../support/packages.ts";
import { program } from "../support/program.ts";
import { shellWords } from "../support/shell_words.ts";

const BASH_LS = JSON.stringify({ tool_name: "Bash", tool_input: { command: "ls" } });
const BASH_RM = JSON.stringify({ tool_name: "Bash", tool_input: { command: "rm -rf /" } });

function settings(event: string, command: string, type = "command"): string {
  return JSON.stringify({ hooks: { [event]: [{ type, command }] } });
}

Deno.test("verification 1: a PreToolUse hook logs the call", async () => {
  await using skillhook = await program();
  const { directory, write } = skillhook;
  write("log.sh", '#!/bin/sh\necho "$HOOK_EVENT $TOOL_NAME $TOOL_INPUT" >> "$LOG"\n', 0o755);
  write("settings.json", settings("PreToolUse", `LOG=${directory}/log ${directory}/log.sh`));
  const run = await skillhook(["fire", "PreToolUse", "--settings", "settings.json"], {
    stdin: BASH_LS,
  });
  assertEquals(run, { stdout: "", stderr: "", code: 0 });
  assertEquals(Deno.readTextFileSync(`${directory}/log`), 'PreToolUse Bash {"command":"ls"}\n');
});

Deno.test("verification 2: a PreToolUse hook blocks Bash calls with rm, and no others", async () => {
  await using skillhook = await program();
  const { directory, write } = skillhook;
  const script = '#!/bin/sh\ncase "$TOOL_INPUT" in *rm*) echo "no rm here" >&2; exit 1;; esac\n';
  write("guard.sh", script, 0o755);
  write("settings.json", settings("PreToolUse", `${directory}/guard.sh`));
  const args = ["fire", "PreToolUse", "--settings", "settings.json"];
  assertEquals(await skillhook(args, { stdin: BASH_LS }), { stdout: "", stderr: "", code: 0 });
  const { stdout, stderr, code } = await skillhook(args, { stdin: BASH_RM });
  assertEquals(code, 2);
  assertEquals(stderr, "no rm here\n");
  assertEquals(JSON.parse(stdout), {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no rm here",
    },
  });
});

Deno.test("verification 3: UserPromptSubmit hooks change the message, each the one before", async () => {
  await using skillhook = await program();
  skillhook.write(
    "settings.json",
    JSON.stringify({
      hooks: {
        UserPromptSubmit: [
          { type: "command", command: 'echo "Branch: main. $USER_MESSAGE"' },
          { type: "command", command: 'sed \'s/.*"prompt":"\\([^"]*\\)".*/Date: today. \\1/\'' },
        ],
      },
    }),
  );
  const args = ["fire", "UserPromptSubmit", "--settings", "settings.json"];
  const stdin = '{"prompt":"Fix it"}';
  const { stdout } = await skillhook([...args, "--json"], { stdin });
  assertEquals(JSON.parse(stdout).merged.message, "Date: today. Branch: main. Fix it");
  const answer = JSON.parse((await skillhook(args, { stdin })).stdout);
  assertEquals(
    answer.hookSpecificOutput.additionalContext,
    "Date: today. Branch: main. Fix it",
  );
});

Deno.test("verifications 4 and 5: SessionStart sets up, Stop cleans up", async () => {
  await using skillhook = await program();
  const { directory, write } = skillhook;
  write(
    "settings.json",
    JSON.stringify({
      hooks: {
        SessionStart: [{ type: "command", command: "mkdir scratch" }],
        Stop: [{ hooks: [{ type: "command", command: "rmdir scratch" }] }],
      },
    }),
  );
  const fire = (event: string) => skillhook(["fire", event, "--settings", "settings.json"]);
  assertEquals(await fire("SessionStart"), { stdout: "", stderr: "", code: 0 });
  assert(Deno.statSync(`${directory}/scratch`).isDirectory);
  assertEquals(await fire("Stop"), { stdout: "", stderr: "", code: 0 });
  assertEquals([...Deno.readDirSync(directory)].some(({ name }) => name === "scratch"), false);
});

Deno.test("verification 11: a subagent's tool call passes the same PreToolUse hooks", async () => {
  await using skillhook = await program();
  skillhook.write("settings.json", settings("PreToolUse", 'grep -q "agent-7" && exit 1; exit 0'));
  const args = ["fire", "PreToolUse", "--settings", "settings.json"];
  const call = { tool_name: "Bash", tool_input: { command: "ls" } };
  const sub = { ...call, agent_id: "agent-7", agent_type: "Explore" };
  assertEquals((await skillhook(args, { stdin: JSON.stringify(call) })).code, 0);
  const { code, stderr } = await skillhook(args, { stdin: JSON.stringify(sub) });
  assertEquals([code, stderr], [2, "exit status 1\n"]);
});

Deno.test("verification 12: a PermissionRequest hook answers, or leaves it to the user", async () => {
  await using skillhook = await program();
  const answer = (decision: unknown) =>
    `echo '${
      JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } })
    }'`;
  const group = (matcher: string, command: string) => ({
    matcher,
    hooks: [{ type: "command", command }],
  });
  skillhook.write(
    "settings.json",
    JSON.stringify({
      hooks: {
        PermissionRequest: [
          group("Read", answer({ behavior: "allow" })),
          group("Bash", answer({ behavior: "deny", message: "not today" })),
          group("Write", "true"),
        ],
      },
    }),
  );
  const fire = async (tool: string) => {
    const stdin = JSON.stringify({ tool_name: tool, tool_input: {} });
    const args = ["fire", "PermissionRequest", "--settings", "settings.json"];
    const { stdout, stderr, code } = await skillhook(args, { stdin });
    return [code, stderr, stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.decision];
  };
  assertEquals(await fire("Read"), [0, "", { behavior: "allow" }]);
  assertEquals(await fire("Bash"), [2, "not today\n", { behavior: "deny", message: "not today" }]);
  assertEquals(await fire("Write"), [0, "", ""]);
});

Deno.test("fire is a hook itself, and stops when a hook fires its own event", async () => {
  await using skillhook = await program();
  const self = shellWords(...await sourceCommand());
  const group = { hooks: [{ type: "command", command: `${self} fire PreToolUse` }] };
  skillhook.write("home/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: [group] } }));
  // The home directory must not lie in the project, or its settings would be the project's.
  skillhook.write("project/README", "");
  const cwd = `${skillhook.directory}/project`;
  const options = { stdin: BASH_LS, cwd };
  const { stdout, stderr, code } = await skillhook(["fire", "PreToolUse", "--json"], options);
  assertEquals(code, 0, stderr);
  const [handler] = JSON.parse(stdout).handlers;
  assertEquals(handler.exit, 1);
  assertStringIncludes(handler.stderr, "a hook of PreToolUse is firing it again");
});

Deno.test("wrong usage ends with 64, a file that is not there with 1, never with 2", async () => {
  await using skillhook = await program();
  const rows: [string[], string | undefined, number, string][] = [
    [["fire"], undefined, 64, "Missing argument EVENT"],
    [["fire", "PreToolUs"], "{}", 64, 'did you mean "PreToolUse"'],
    [["fire", "Stop", "--shape", "round"], "{}", 64, "one of auto, flat, agent"],
    [["fire", "Stop", "--timeout", "soon"], "{}", 64, "number of seconds"],
    [["fire", "Stop", "--settings", "none.json"], "{}", 1, "no such file"],
    [["fire", "Stop"], "[1", 1, "not valid JSON"],
    [["fire", "Stop"], '{"hook_event_name":"Notification"}', 1, "another event"],
  ];
  for (const [args, stdin, expected, message] of rows) {
    const { stdout, stderr, code } = await skillhook(args, stdin === undefined ? {} : { stdin });
    assertEquals([code, stdout], [expected, ""], args.join(" "));
    assertStringIncludes(stderr, message);
  }
});
