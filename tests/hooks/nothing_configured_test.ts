/** Hooks that are found without being looked for: none. */
import { assert, assertEquals } from "@std/assert";
import { loadConfigured } from "../../src/hooks/configured.ts";
import { fireableEvent } from "../../src/hooks/fired_event.ts";
import { nothingConfigured } from "../../src/hooks/nothing_configured.ts";
import { NO_POLICY } from "../../src/hooks/plan.ts";
import { fakeHost } from "../support/fake_host.ts";

const HOOKS = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
const PLUGIN = {
  version: 2,
  plugins: { "p@m": [{ scope: "user", installPath: "/plug" }] },
};

/** Files that may be there, and what they may hold. */
const FILES: readonly (readonly [path: string, ...texts: string[]])[] = [
  [
    "/h/.claude/settings.json",
    ...[{}, { model: "x" }, { hooks: HOOKS }, { hooks: {} }, HOOKS, { disableAllHooks: true }, []],
    ...[{ enabledPlugins: { "p@m": true } }, { enabledPlugins: 1 }],
    ...["", "{", '\uFEFF{"hooks":1}', '{"\\u0068ooks":{"Stop":1}}'],
  ].map((value) => typeof value === "string" ? value : JSON.stringify(value)) as [string],
  ["/h/.claude/plugins/installed_plugins.json", JSON.stringify(PLUGIN), "{"],
  ["/h/.claude/skillhook.yaml", "hooks: {failure: closed}", "hooks: ["],
  ["/r/.claude/skillhook.yaml", "hooks: {failure: closed}"],
  ["/r/a/.claude/skillhook.yaml", "hook: 1"],
  ["/r/a/.claude/settings.json", JSON.stringify({ hooks: HOOKS }), "{}"],
  ["/r/a/.claude/settings.local.json", JSON.stringify({ hooks: HOOKS }), "x"],
  ["/etc/claude-code/managed-settings.json", JSON.stringify({ hooks: HOOKS })],
  ["/r/.git/HEAD", ""],
];

Deno.test("nothingConfigured() says yes only where neither a hook nor a flaw is to be found", async () => {
  const said = { yes: 0, no: 0 };
  const worlds = FILES.flatMap(([path, ...texts]) => texts.map((text) => ({ [path]: text })));
  const pairs = worlds.flatMap((one, index) =>
    worlds.slice(index).map((other) => ({ ...one, ...other }))
  );
  for (const files of [{}, ...pairs]) {
    for (const start of ["/r/a", "/r", "/h", "/r/../r/a"]) {
      const host = fakeHost({ files: { "/r/a/x": "", "/h/x": "", ...files }, env: { HOME: "/h" } });
      const event = fireableEvent("Stop", `{"cwd":"${start}"}`, host);
      const isNothing = await nothingConfigured(host, event, "/state");
      said[isNothing ? "yes" : "no"]++;
      if (!isNothing) continue;
      const about = JSON.stringify([start, files]);
      const options = { projectDir: event.projectDir, settings: [], shape: undefined };
      const { loaded, policy } = await loadConfigured(host, options);
      assertEquals([loaded.handlers, loaded.diagnostics, policy], [[], [], NO_POLICY], about);
    }
  }
  assert(said.yes > 20 && said.no > 1000, JSON.stringify(said));
});

Deno.test("nothingConfigured() does not answer where something may have to be forgotten", async () => {
  const host = fakeHost({ files: {}, env: { HOME: "/h" } });
  const text = '{"cwd":"/r","session_id":"s"}';
  const event = fireableEvent("Stop", text, host);
  assertEquals(await nothingConfigured(host, event, "/state"), true);
  const { firedDirectory } = await import("../../src/hooks/session_state.ts");
  host.makeDirectory(firedDirectory("/state", "s"));
  assertEquals(await nothingConfigured(host, event, "/state"), false);
  const ours = fakeHost({ files: {}, env: { HOME: "/h", CLAUDE_PLUGIN_ROOT: "/plug" } });
  assertEquals(await nothingConfigured(ours, event, "/state"), false);
});
