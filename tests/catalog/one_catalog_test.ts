/**
 * One of each: whatever is listed can be named in a chain, loaded, spawned and inspected under the name that
 * is shown, in every form and from every directory. Worlds are drawn at random; a failing seed is in the name.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { verb } from "../support/verb.ts";

interface Listed {
  readonly invoke: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly path: string;
  readonly shadowed_by: string | null;
}

interface World {
  readonly host: () => FakeHost;
  /** Where the session was started. */
  readonly start: string;
  readonly skills: number;
}

const WORLDS = 120;
const NAMES = ["a", "bb", "c-c", "dd_1", "e.e", "notes", "status", "größe"];
const PLACES = ["/r", "/r/pkg", "/r/pkg/a", "/r/pkg/a/deep/er", "/r/other"];
const KIT = "/kit";
const list = verb("skill list");

/** Files of one skill, with a description that nobody else has. */
function skillFiles(random: Random, index: number): Record<string, string> {
  const name = random.pick(NAMES);
  const said = random.below(3) === 0 ? `name: ${random.pick(NAMES)}\n` : "";
  const head = `${said}version: 1.0.0\ndescription: Skill number ${index}.\n` +
    "continuation: {cooperative: true}\n";
  const text = `---\n${head}---\nText number ${index}.\n`;
  const level = random.pick([...PLACES, "/h"]);
  const own = `${level}/.claude/skills`;
  const yaml = `${head}types: [prompt]\n`;
  return random.pick<Record<string, string>>([
    { [`${own}/${name}/SKILL.md`]: text },
    { [`${own}/${name}/SKILL.md`]: text },
    { [`${own}/group/${name}/SKILL.md`]: text },
    { [`${own}/${name}.md`]: text },
    { [`${own}/${name}-y/SKILL.yaml`]: yaml },
    { [`${own}/${name}-z/SKILL.yaml`]: yaml, [`${own}/${name}-z/SKILL.md`]: text },
    { [`${level}/.agents/skills/${name}/SKILL.md`]: text },
    { [`${KIT}/skills/${name}/SKILL.md`]: text },
  ]);
}

function world(seed: number): World {
  const random = seededRandom(seed);
  const files: Record<string, string | FakeFile> = {
    "/tmp": { directory: true, mode: 0o1777, owner: 0 },
    "/r/.git/HEAD": "",
    "/h/.claude/settings.json": '{"enabledPlugins":{"kit@shop":true}}',
    "/h/.claude/plugins/installed_plugins.json":
      '{"version":2,"plugins":{"kit@shop":[{"scope":"user","installPath":"/kit"}]}}',
  };
  for (const place of PLACES) {
    files[`${place}/.skillhook/tasks.json`] = '[{"id":"T1","title":"t","description":"d"}]';
  }
  const skills = 1 + random.below(14);
  for (let index = 0; index < skills; index++) Object.assign(files, skillFiles(random, index));
  const start = random.pick(PLACES);
  const isNamed = random.below(2) === 0;
  const own: Record<string, string> = isNamed ? { CLAUDE_PROJECT_DIR: start } : {};
  const env = { HOME: "/h", CLAUDE_PLUGIN_DATA: "/data", CLAUDE_CODE_SESSION_ID: "s", ...own };
  const host = () => {
    const made = fakeHost({ files, env, cwd: isNamed ? random.pick(["/", start]) : start });
    made.advance(10_000);
    return made;
  };
  return { host, start, skills };
}

async function chainOf(host: FakeHost, prompt: string, cwd: string): Promise<string> {
  const input = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd, prompt };
  const { stdout } = await answer(JSON.stringify(input), host);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

for (let seed = 1; seed <= WORLDS; seed++) {
  Deno.test(`what is listed is reached everywhere, world ${seed}`, async () => {
    const { host, start, skills } = world(seed);
    const listed: Listed[] = JSON.parse((await list(["--json"], host())).stdout);
    assert(listed.length <= skills);
    const reached = listed.filter(({ shadowed_by }) => shadowed_by === null);
    assertEquals(new Set(reached.map(({ invoke }) => invoke)).size, reached.length);
    for (const { invoke, aliases, description, path } of reached) {
      const about = `${invoke}: ${path}`;
      for (const name of [invoke, ...aliases]) {
        const parsed = await verb("chain parse")([`/${name} x, /${name} y`, "--json"], host());
        const { current, continuation } = JSON.parse(parsed.stdout);
        assertEquals([current.skill, current.args], [invoke, "x"], about);
        assertEquals([continuation[0].skill, continuation[0].args], [invoke, "y"], about);
      }
      assertStringIncludes(
        await chainOf(host(), `/${invoke} x`, start),
        `Current: /${invoke} x\n`,
        about,
      );
      const loaded = await verb("skill load")([invoke], host());
      assertEquals([loaded.code, loaded.stderr.includes("nothing to load")], [0, true], about);
      const inspected = await verb("skill inspect")([invoke, "--json"], host());
      assertEquals(JSON.parse(inspected.stdout).description, description, about);
      const spawned = await verb("agent spawn")(["T1", invoke], host());
      assertEquals(spawned.code, 0, `${about}: ${spawned.stderr}`);
      const number = /number (\d+)/.exec(description)![1];
      assertStringIncludes(spawned.stdout, `number ${number}.`, about);
    }
  });
}
