/** Where hooks come from when nobody names a file, and which of them need an approval. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { firePlace } from "./fire_support.ts";
import { verb } from "../support/verb.ts";

const allowVerb = verb("trust allow");
const hooksVerb = verb("hooks list");

const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };

function settings(command: string, more: Record<string, unknown> = {}): string {
  const group = { hooks: [{ type: "command", command }] };
  return JSON.stringify({ hooks: { PreToolUse: [group] }, ...more });
}

const HOME = "/home/ada";
const PROJECT = "/code/app";

function machine(files: Record<string, string>) {
  const plugin = `${HOME}/.claude/plugins/cache/market/guard/1.0.0`;
  return fakeHost({
    env: { HOME },
    cwd: PROJECT,
    files: {
      [`${HOME}/.claude/plugins/installed_plugins.json`]: JSON.stringify({
        version: 2,
        plugins: { "guard@market": [{ scope: "user", installPath: plugin }] },
      }),
      [`${plugin}/.claude-plugin/plugin.json`]: '{"name":"guard","hooks":"./more.json"}',
      [`${plugin}/hooks/hooks.json`]: settings("plugin"),
      [`${plugin}/more.json`]: settings("manifest"),
      [`${PROJECT}/README.md`]: "",
      ...files,
    },
  });
}

// deno-lint-ignore no-explicit-any
async function listed(host: ReturnType<typeof machine>): Promise<any> {
  return JSON.parse((await hooksVerb(["--json"], host)).stdout);
}

Deno.test("hooks of all files are added up, in a fixed order, with their origin", async () => {
  const host = machine({
    "/etc/claude-code/managed-settings.json": settings("managed"),
    "/etc/claude-code/managed-settings.d/10-x.json": settings("drop-in"),
    [`${HOME}/.claude/settings.json`]: settings("user", {
      enabledPlugins: { "guard@market": true },
    }),
    [`${PROJECT}/.claude/settings.json`]: settings("project"),
    [`${PROJECT}/.claude/settings.local.json`]: settings("local"),
  });
  const { events, problems } = await listed(host);
  const rows = events.PreToolUse.map((row: Record<string, unknown>) =>
    [row.command, row.scope, row.approved].join(" ")
  );
  assertEquals(rows, [
    ...["managed managed true", "drop-in managed true", "user user true", "project project false"],
    ...["local local false", "plugin plugin true", "manifest plugin true"],
  ]);
  assertEquals(problems, []);
});

Deno.test("disableAllHooks and allowManagedHooksOnly count where they may", async () => {
  const commands = async (files: Record<string, string>) => {
    const { events } = await listed(machine(files));
    return (events.PreToolUse ?? []).map((row: { command: string }) => row.command);
  };
  const user = `${HOME}/.claude/settings.json`;
  const managed = "/etc/claude-code/managed-settings.json";
  assertEquals(await commands({ [user]: settings("user", { disableAllHooks: true }) }), []);
  const both = {
    [managed]: settings("managed"),
    [user]: settings("user", { disableAllHooks: true }),
  };
  assertEquals(await commands(both), ["managed"]);
  const only = {
    [managed]: settings("managed", { allowManagedHooksOnly: true }),
    [user]: settings("user"),
  };
  assertEquals(await commands(only), ["managed"]);
  // A project that nobody has approved cannot switch the user's guards off.
  const hostile = {
    [user]: settings("user"),
    [`${PROJECT}/.claude/settings.json`]: '{"disableAllHooks":true}',
  };
  assertEquals(await commands(hostile), ["user"]);
});

Deno.test("a file that is no JSON, or cannot be read, is named and the others count", async () => {
  const host = machine({
    [`${HOME}/.claude/settings.json`]: settings("user"),
    [`${PROJECT}/.claude/settings.json`]: '{"hooks": {',
    [`${PROJECT}/.claude/settings.local.json`]: "[]",
  });
  const { events, problems } = await listed(host);
  assertEquals(events.PreToolUse.length, 1);
  assertEquals(problems.length, 2);
  assertStringIncludes(problems[0], `${PROJECT}/.claude/settings.json:1:12: Cannot read hooks`);
});

Deno.test("hooks of a project run only after skillhook trust allow, and again after a change", async () => {
  await using place = await firePlace();
  const script = "project/.claude/guard.sh";
  place.write(script, "#!/bin/sh\nexit 2\n", 0o755);
  const command = '"$CLAUDE_PROJECT_DIR"/.claude/guard.sh';
  const file = place.write("project/.claude/settings.json", settings(command));
  const project = `${place.directory}/project`;
  const allow = async () => {
    const { denoHost } = await import("../../src/host/deno.ts");
    const env: Record<string, string> = { HOME: `${place.directory}/home` };
    const host = { ...denoHost(), env: (name: string) => env[name], cwd: () => project };
    assertEquals((await allowVerb(["--yes"], host)).code, 0);
  };
  const fire = (args: string[] = []) => place.fire("PreToolUse", CALL, { args });

  const before = await fire();
  assertEquals(before.code, 0);
  assertStringIncludes(JSON.parse(before.stdout).systemMessage, `skillhook trust allow ${file}`);
  // Naming the project's own settings is not a way around.
  assertEquals((await fire(["--settings", file])).code, 0);

  await allow();
  assertEquals((await fire()).code, 2);
  place.write("project/.claude/settings.json", settings(command, { permissions: { allow: [] } }));
  assertEquals((await fire()).code, 2, "what has nothing to do with hooks may change");
  place.write(script, "#!/bin/sh\nexit 2 # changed\n", 0o755);
  assertEquals((await fire()).code, 0, "a script that changed is not the one that was approved");
  await allow();
  assertEquals((await fire()).code, 2);
  place.write("project/.claude/settings.json", settings(`${command} --more`));
  assertEquals((await fire()).code, 0, "hooks that changed are not the ones that were approved");
});

Deno.test("a pattern of an unapproved project cannot keep a fire busy", async () => {
  await using place = await firePlace();
  const group = { matcher: "^(a+)+$", hooks: [{ type: "command", command: "exit 2" }] };
  place.write("project/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: [group] } }));
  const input = { tool_name: `${"a".repeat(60)}!`, tool_input: {} };
  const { code, stdout } = await place.fire("PreToolUse", input, { args: [] });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "not approved");
});

Deno.test("a project's skillhook.yaml cannot name a judge or open a gate unasked", async () => {
  await using place = await firePlace();
  place.write("home/.claude/skillhook.yaml", "failure: closed\n");
  const yaml = "failure: open\njudge: { command: touch stolen }\n";
  const file = place.write("project/.claude/skillhook.yaml", yaml);
  const hooks = {
    PreToolUse: [{
      hooks: [{ type: "command", command: "/no/such" }, { type: "prompt", prompt: "?" }],
    }],
  };
  const { json, code } = await place.fire("PreToolUse", CALL, { hooks });
  assertEquals([code, place.read("project/stolen")], [2, undefined]);
  assertStringIncludes(json.diagnostics[0], `skillhook trust allow ${file}`);
});

Deno.test("a home or configuration directory in the project names no judge either", async () => {
  await using place = await firePlace();
  const yaml = "judge: { command: touch stolen }\n";
  place.write("project/own/.claude/skillhook.yaml", yaml);
  place.write("project/.claude/skillhook.yaml", yaml);
  const hooks = { PreToolUse: [{ hooks: [{ type: "prompt", prompt: "?" }] }] };
  const project = `${place.directory}/project`;
  for (
    const env of [
      { HOME: `${project}/own` },
      { HOME: project },
      { CLAUDE_CONFIG_DIR: `${project}/own/.claude` },
      { CLAUDE_CONFIG_DIR: `${project}/.claude` },
    ]
  ) {
    const { json } = await place.fire("PreToolUse", CALL, { hooks, env });
    assertEquals(place.read("project/stolen"), undefined, JSON.stringify(env));
    assertStringIncludes(json.diagnostics.join("\n"), "not approved");
  }
});

Deno.test("settings behind a link of a project that is reached by a link need an approval", async () => {
  await using place = await firePlace();
  place.write("elsewhere/.claude/settings.json", settings("exit 2"));
  Deno.symlinkSync("../elsewhere/.claude", `${place.directory}/project/.claude`);
  Deno.symlinkSync("project", `${place.directory}/linked`);
  const project = `${place.directory}/linked`;
  for (const named of [[], ["--settings", `${project}/.claude/settings.json`]]) {
    const { code } = await place.fire("PreToolUse", CALL, {
      args: ["--json", "--project", project, ...named],
    });
    assertEquals(code, 0);
  }
});
