/** `install --agent` → the agent's own command line → `doctor` → `uninstall`, through the built program. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { AGENTS, loaderOf } from "../../src/agents/table.ts";
import { type Agent, grouped } from "../../src/agents/agent.ts";
import { shellQuote } from "../../src/base/fitted_text.ts";
import { shellWords } from "../../src/install/own_places.ts";
import { writtenHooks } from "../../src/agents/written_hooks.ts";
import { builtBinary, LAUNCHER, runBinary } from "../support/binary.ts";
import { cooperativeSkill, withWorld, type World, write } from "../support/world.ts";

const NAMED = LAUNCHER === undefined ? [] : ["--binary", LAUNCHER];
const isPosix = Deno.build.os !== "windows";
const OTHERS = Object.keys(AGENTS).filter((name) => name !== "claude");

/** Files as people have them: `{E}` is an event of the agent's. */
const BEFORE: readonly string[] = [
  "",
  "{}",
  '{"version":1,"hooks":{}}\n',
  '{\n\t"theme": "ü",\n\t"hooks": {\n\t\t"{E}": [{"hooks":[{"type":"command","command":"other"}]}]\n\t}\n}',
  '\ufeff{"hooks": {"{E}": []}, "a": [1,\r\n 2]}\r\n',
];

function program({ env, project }: World) {
  return (verb: string, ...args: string[]) =>
    runBinary({ args: [verb, ...verb === "install" ? NAMED : [], ...args], env, cwd: project });
}

function tree(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }): string[] => {
    const path = `${directory}/${name}`;
    return isDirectory ? tree(path) : [`${path} ${bytes(path)}`];
  }).filter((file) => !file.includes("/.local/")).sort();
}

function bytes(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
}

async function load(name: string): Promise<Agent> {
  return await loaderOf(name)!();
}

for (const name of OTHERS) {
  Deno.test(`install --agent ${name}, twice, and uninstall leave every byte as it was`, async () => {
    const { files } = await load(name);
    const [event = "none"] = Object.keys(files.events);
    for (const scope of ["--user", "--project"]) {
      for (const text of files.program === undefined ? [undefined, ...BEFORE] : [undefined]) {
        await withWorld({}, async (world) => {
          const run = program(world);
          const directory = files.directory({ env: (key) => world.env[key], platform: "linux" });
          const path = scope === "--user"
            ? `${directory}/${files.file}`
            : `${world.project}/${files.project}`;
          if (text !== undefined) write(path, text.replace("{E}", event));
          const before = tree(`${world.home}/..`);
          assertEquals((await run("install", scope, "--agent", name)).code, 0);
          const once = bytes(path);
          assert(once.includes(name), once);
          const again = await run("install", scope, "--agent", name);
          assertEquals([again.code, bytes(path)], [0, once], again.stdout);
          assertEquals((await run("uninstall", scope, "--agent", name)).code, 0);
          assertEquals(tree(`${world.home}/..`), before, `${scope} ${text}`);
        });
      }
    }
  });
}

for (const name of OTHERS.filter((name) => name !== "opencode")) {
  Deno.test(`what install writes for ${name} starts us, and the doctor says so`, async () => {
    if (!isPosix) return;
    const { files, ways } = await load(name);
    const skill = {
      [`${ways({ env: () => "/h", platform: "linux" }).projectSkills[0]}/one/SKILL.md`]:
        cooperativeSkill("one"),
    };
    await withWorld({ project: skill }, async (world) => {
      const run = program(world);
      // A place with blanks, quotation marks and umlauts in it.
      const odd = `${world.home}/it's "ä" $x/skillhook`;
      Deno.mkdirSync(odd.slice(0, odd.lastIndexOf("/")));
      Deno.symlinkSync(await builtBinary(), odd);
      assertEquals((await run("install", "--binary", odd, "--agent", name)).code, 0);
      const directory = files.directory({ env: (key) => world.env[key], platform: "linux" });
      const hooks = writtenHooks(JSON.parse(bytes(`${directory}/${files.file}`)));
      assertEquals(hooks.map(({ event }) => event), Object.keys(files.events));
      const { bash, command } = hooks.find(({ event }) =>
        /prompt|beforeagent/i.test(event)
      )!.handler;
      const event = {
        hook_event_name: "UserPromptSubmit",
        session_id: "s",
        prompt: "/one, /one",
        cwd: world.project,
      };
      const { HOME: _, ...env } = world.env;
      const shell = new Deno.Command("sh", {
        args: ["-c", String(bash ?? command)],
        env,
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const writer = shell.stdin.getWriter();
      await writer.write(new TextEncoder().encode(JSON.stringify(event)));
      await writer.close();
      const { code, stdout } = await shell.output();
      assertEquals(code, 0);
      const said = new TextDecoder().decode(stdout);
      // Cursor hears nothing at a prompt.
      assertEquals(said.includes("[CONTINUATION-PASSING]"), name !== "cursor", said);
      const doctor = await run("doctor", "--json", "--agent", name);
      const { findings } = JSON.parse(doctor.stdout);
      const found = findings.map(({ code }: { code: string }) => code);
      assert(found.includes("hook-works"), doctor.stdout);
      assert(!found.includes("hook-not-wired"), doctor.stdout);
    });
  });
}

Deno.test("timeouts are whole seconds for Codex and milliseconds for Gemini", async () => {
  for (
    const [name, isFine] of [
      ["codex", (timeout: number) => Number.isInteger(timeout) && timeout < 100],
      ["gemini", (timeout: number) => timeout >= 1000],
    ] as const
  ) {
    const { files } = await load(name);
    for (const [event, matcher] of Object.entries(files.events)) {
      const [hook] = writtenHooks({
        hooks: { [event]: [(files.entry ?? grouped)("x", 1.5, matcher)] },
      });
      assert(isFine(Number(hook?.handler.timeout)), `${name} ${event}`);
    }
  }
});

Deno.test("a file of one agent that is refused keeps no other from its turn", async () => {
  const broken = { ".codex/x": "", ".cursor/hooks.json": "{", ".gemini/x": "" };
  await withWorld({ home: broken }, async (world) => {
    const run = program(world);
    for (const [verb, said] of [["install", "Installed in "], ["uninstall", "Removed from "]]) {
      const { code, stdout, stderr } = await run(verb!, "--agent", "codex,cursor,gemini");
      assertEquals(code, 1);
      assertMatch(stderr, /\.cursor\/hooks\.json:1:\d+: Cannot /);
      for (const name of [".codex/hooks.json", ".gemini/settings.json"]) {
        assert(stdout.includes(`${said}${world.home}/${name}`), stdout);
      }
    }
  });
});

Deno.test("a link that leads nowhere is not replaced by OpenCode's plugin", async () => {
  if (!isPosix) return;
  await withWorld({ home: { ".config/opencode/plugins/x": "" } }, async (world) => {
    const path = `${world.home}/.config/opencode/plugins/skillhook.js`;
    Deno.symlinkSync("/nowhere", path);
    const { code, stderr } = await program(world)("install", "--agent", "opencode");
    assertEquals(code, 1);
    assertMatch(stderr, /is a link that leads nowhere/);
    assertEquals(Deno.readLinkSync(path), "/nowhere");
  });
});

Deno.test("install --agent all is for the agents that are here", async () => {
  await withWorld({ home: { ".codex/config.toml": "", ".qwen/x": "" } }, async (world) => {
    const run = program(world);
    const { code, stdout } = await run("install", "--agent", "all");
    assertEquals(code, 0);
    assertEquals([...stdout.matchAll(/Installed in \S*\/(\.\w+)\//g)].map(([, name]) => name), [
      ".codex",
      ".qwen",
    ]);
    assertEquals((await run("uninstall", "--agent", "all")).code, 0);
    assertEquals(tree(world.home).map((file) => file.trim().replace(world.home, "")), [
      "/.codex/config.toml",
      "/.qwen/x",
    ]);
  });
  await withWorld({}, async (world) => {
    const { code, stderr } = await program(world)("install", "--agent", "all");
    assertEquals(code, 1);
    assertMatch(stderr, /No agent has a directory here/);
  });
});

Deno.test("unknown agents, and a file that one does not have, are wrong usage", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    for (
      const args of [["--agent", "codx"], ["--agent", ""], ["--agent", "codex,"], [
        "--local",
        "--agent",
        "codex",
      ]]
    ) {
      for (const verb of ["install", "uninstall"]) {
        assertEquals((await run(verb, ...args)).code, 64, args.join(" "));
      }
    }
    assertMatch((await run("install", "--agent", "codx")).stderr, /codex/);
    assertEquals(tree(world.home), []);
  });
});

Deno.test("an edited entry stays, unless ours is wanted; upgrade knows the files of all agents", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    assertEquals((await run("install", "--agent", "codex,copilot,opencode")).code, 0);
    const path = `${world.home}/.codex/hooks.json`;
    const edited = bytes(path).replace('"timeout": 10', '"timeout": 20');
    Deno.writeTextFileSync(path, edited);
    const plugin = `${world.home}/.config/opencode/plugins/skillhook.js`;
    const written = bytes(plugin);
    assertEquals((await run("install", "--agent", "codex")).code, 1);
    assertEquals(bytes(path), edited);
    const { code, stdout } = await run("upgrade", ...NAMED);
    assertEquals(code, 0);
    assert(
      stdout.includes(path) && stdout.includes(`${world.home}/.copilot/hooks/skillhook.json`),
      stdout,
    );
    assertEquals([bytes(path), bytes(plugin)], [edited, written]);
    assertEquals((await run("install", "--agent", "codex", "--take", "ours")).code, 0);
    assert(bytes(path).includes('"timeout": 10'));
  });
});

Deno.test("the doctor names what keeps hooks of Codex from running", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    const codes = async () => {
      const { stdout } = await run("doctor", "--json", "--agent", "codex");
      return JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
    };
    assert((await codes()).includes("hook-not-wired"));
    assertEquals((await run("install", "--agent", "codex")).code, 0);
    assert((await codes()).includes("hook-unreviewed"));
    const path = `${world.home}/.codex/hooks.json`;
    const real = Deno.realPathSync(path);
    const names = [
      "session_start",
      "session_end",
      "user_prompt_submit",
      "pre_tool_use",
      "pre_compact",
      "subagent_start",
      "stop",
    ];
    const marks = names.map((name) =>
      `[hooks.state."${real}:${name}:0:0"]\ntrusted_hash = "sha256:0"\n`
    );
    write(`${world.home}/.codex/config.toml`, marks.join("\n"));
    const reviewed = await codes();
    assertEquals([reviewed.includes("hook-unreviewed"), reviewed.includes("hook-not-wired")], [
      false,
      false,
    ]);
    Deno.writeTextFileSync(path, bytes(path).replace('"timeout": 10', '"timeout": 1.5'));
    assert((await codes()).includes("hook-not-wired"));
  });
});

Deno.test("the doctor tries the program in OpenCode's plugin, and knows a plugin that is not ours", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    const codes = async () => {
      const { stdout } = await run("doctor", "--json", "--agent", "opencode");
      return JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
    };
    assertEquals((await run("install", "--agent", "opencode")).code, 0);
    assert((await codes()).includes("hook-works"));
    write(`${world.home}/.config/opencode/plugins/skillhook.js`, "export const Mine = () => ({});");
    assert((await codes()).includes("hook-not-wired"));
  });
});

Deno.test("explain says whose event it is", async () => {
  const event = {
    hook_event_name: "BeforeTool",
    tool_name: "activate_skill",
    tool_input: { name: "x" },
  };
  const { stdout } = await runBinary({ args: ["explain"], stdin: JSON.stringify(event) });
  assertMatch(stdout, /An event of gemini: none/);
});

Deno.test("hooks list --agent shows what stands in the agents' files", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    assertEquals((await run("install", "--agent", "copilot,opencode", "--project")).code, 0);
    write(`${world.home}/.gemini/settings.json`, "{");
    const list = await runBinary({
      args: ["hooks", "list", "--json", "--agent", "all"],
      env: world.env,
      cwd: world.project,
    });
    const { events, problems } = JSON.parse(list.stdout);
    assertEquals([events.Stop.length, events.plugin.length, problems.length], [1, 1, 1]);
    assertMatch(events.Stop[0].command, /hook --agent copilot$/);
  });
});

Deno.test("a line for a shell gives its words back", () => {
  for (
    const words of [["a", "b c"], ["it's", '"q"', "$x", "ä\\b", ""], [
      "/a b/ü'\"/skillhook",
      "hook",
    ]]
  ) {
    assertEquals(shellWords(words.map(shellQuote).join(" ")), words);
  }
  assertEquals(shellWords(`"/a b/skillhook" hook  'x y'z "\\$H"`), [
    "/a b/skillhook",
    "hook",
    "x yz",
    "$H",
  ]);
});
