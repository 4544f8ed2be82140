/** A denied call stays denied whatever hook is added before or behind the one that denies, through real shells. */
import { assertEquals } from "@std/assert";
import { firePlace } from "./fire_support.ts";

const CALL = { tool_name: "Bash", tool_input: { command: "rm x" } };

function run(command: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: "command", command, ...more };
}

function answer(fields: Record<string, unknown>): string {
  const hookSpecificOutput = { hookEventName: "PreToolUse", ...fields };
  return `echo '${JSON.stringify({ hookSpecificOutput })}'`;
}

const DENIES: readonly [name: string, item: Record<string, unknown>][] = [
  ["exit 2 of a group", { hooks: [run("exit 2")] }],
  ["a JSON deny", { matcher: "Bash", hooks: [run(answer({ permissionDecision: "deny" }))] }],
  ["a flat failure", run("exit 1")],
  ["a guard that cannot start", { hooks: [run("/no/such", { onFailure: "block" })] }],
];

const ADDED: readonly [name: string, item: unknown][] = [
  ["an allow", { hooks: [run(answer({ permissionDecision: "allow" }))] }],
  ["an ask", { hooks: [run(answer({ permissionDecision: "ask" }))] }],
  ["a changed input", { hooks: [run(answer({ updatedInput: { command: "ls" } }))] }],
  ["a stop", { hooks: [run(`echo '{"continue":false}'`)] }],
  ["a failure", { hooks: [run("exit 1")] }],
  ["a time-out", { hooks: [run("sleep 300", { timeout: 0.05 })] }],
  ["broken JSON", { hooks: [run("echo '{oops}'")] }],
  ["a copy without onFailure", { hooks: [run("/no/such")] }],
  ["a copy for once", { hooks: [run("/no/such", { once: true }), run("exit 2", { once: true })] }],
  ["a copy in the background", { hooks: [run("exit 2", { async: true })] }],
  ["a flat success", run("true")],
  ["a prompt", { type: "prompt", prompt: "Allow it" }],
  ["a bad matcher", { matcher: "(", hooks: [run("true")] }],
  ["nonsense", 7],
];

for (const [denying, deny] of DENIES) {
  Deno.test(`a call denied by ${denying} stays denied whatever is added`, async () => {
    await using place = await firePlace();
    for (const [name, added] of ADDED) {
      for (const list of [[added, deny], [deny, added]]) {
        const hooks = { PreToolUse: list };
        const { json, code } = await place.fire("PreToolUse", CALL, { hooks });
        assertEquals([json.merged.decision, code], ["deny", 2], name);
      }
    }
  });
}
