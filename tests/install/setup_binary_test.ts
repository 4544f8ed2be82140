/** setup → chain → upgrade → uninstall through the built program: the binary is all there is. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { shippedSkills } from "../../src/install/shipped_skills.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { builtBinary, LAUNCHER, runBinary } from "../support/binary.ts";
import { sourceFiles } from "../support/source_files.ts";
import { withWorld, type World, write } from "../support/world.ts";
import { SETTINGS_ROWS } from "./settings_files.ts";

const NAMED = LAUNCHER === undefined ? [] : ["--binary", LAUNCHER];
const CHAIN = "/design plans/foo, /plan-adhoc and /orchestrate";

function program({ env, project }: World) {
  return ([verb, ...args]: readonly string[], stdin = "", more: Record<string, string> = {}) => {
    const named = ["setup", "install", "upgrade"].includes(verb!) ? NAMED : [];
    return runBinary({
      args: [verb!, ...named, ...args],
      env: { ...env, ...more },
      cwd: project,
      stdin,
    });
  };
}

/** Every file and directory below a directory, with its content. */
function tree(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }): string[] => {
    const path = `${directory}/${name}`;
    return isDirectory ? [`${path}/`, ...tree(path)] : [`${path} ${Deno.readTextFileSync(path)}`];
  }).sort();
}

Deno.test("shippedSkills() holds every file of skills/, and changes nothing but commands of ours", () => {
  const files = [...sourceFiles("skills", ".md")].sort();
  const shipped = shippedSkills("/opt/skillhook");
  assertEquals(Object.keys(shipped).map((name) => `skills/${name}`).sort(), files);
  for (const [name, text] of Object.entries(shipped)) {
    const plain = Deno.readTextFileSync(inProject(`skills/${name}`));
    assertEquals(
      text.replaceAll("/opt/skillhook ", "skillhook "),
      plain.replaceAll("load skillhook:", "load "),
      name,
    );
  }
});

/** Place of the program → what skills call. */
const WORDS: readonly (readonly [string, string])[] = [
  ["/opt/bin/skillhook", "/opt/bin/skillhook"],
  ["/a b/skillhook", "'/a b/skillhook'"],
  ["/a$b/skillhook", "'/a$b/skillhook'"],
  ["C:\\bin\\skillhook.exe", "C:/bin/skillhook.exe"],
  ["/it's/skillhook", "skillhook"],
  ["/a`b/skillhook", "skillhook"],
];
for (const [path, word] of WORDS) {
  Deno.test(`shippedSkills() names the program ${path}`, () => {
    const stub = shippedSkills(path)["status/SKILL.md"]!;
    assertStringIncludes(stub, `\n!\`${word} load status\`\n`);
    assertStringIncludes(stub, `Bash(${word} load *)`);
  });
}

Deno.test("setup writes hooks and skills, tries a chain, and says what to type", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    const asked = await run(["setup"]);
    assertEquals([asked.code, asked.stdout], [1, ""]);
    assertMatch(
      asked.stderr,
      /hooks for \d+ events into .*\n.*\d+ files of skills into .*\n[^]*say --yes/,
    );
    assertEquals(tree(world.home), []);
    const { code, stdout, stderr } = await run(["setup", "--yes"]);
    assertEquals([code, stderr], [0, ""]);
    assertMatch(
      stdout,
      new RegExp(`Tried: a chain of skills was answered in \\d+ ms\n[^]*${CHAIN}`),
    );
    const event = {
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      cwd: world.project,
      prompt: CHAIN,
    };
    const answer = await run(["hook"], JSON.stringify(event));
    assertStringIncludes(
      answer.stdout,
      "Current: /design plans/foo\\nContinuation: /plan-adhoc, /orch",
    );
    const again = await run(["setup"]);
    assertEquals(again.code, 0);
    assertMatch(again.stdout, /Nothing to do/);
  });
});

Deno.test("a copied stub calls this program, which loads the companion that you edited", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    await run(["setup", "--yes"]);
    const skills = `${world.home}/.claude/skills`;
    const stub = Deno.readTextFileSync(`${skills}/status/SKILL.md`);
    const binary = (LAUNCHER ?? await builtBinary()).replaceAll("\\", "/");
    assert(
      stub.includes(`${binary} load status`) || stub.includes(`'${binary}' load status`),
      stub,
    );
    write(`${skills}/status-first-use/SKILL.md`, "---\nname: status-first-use\n---\nMine\n");
    const loaded = await run(["load", "status", "--session", "s", "--project", world.project]);
    assertEquals([loaded.code, loaded.stdout.trim()], [0, "Mine"]);
  });
});

Deno.test("a directive is about the directory that its session was started in", async () => {
  await withWorld({}, async (world) => {
    await program(world)(["setup", "--yes"]);
    const start = `${world.project}/a$b`;
    const cwd = `${start}/deep/down`;
    Deno.mkdirSync(cwd, { recursive: true });
    const { CLAUDE_PROJECT_DIR: _, ...env } = world.env;
    const projectOf = async () => {
      const { stdout } = await runBinary({ args: ["load", "status", "--session", "s"], env, cwd });
      return /^Project: .*$/m.exec(stdout)?.[0];
    };
    // Without a transcript nothing tells.
    assertEquals(await projectOf(), `Project: ${Deno.realPathSync(cwd)}`);
    const folder = Deno.realPathSync(start).replaceAll(/[^A-Za-z0-9]/g, "-");
    write(`${world.home}/.claude/projects/${folder}/s.jsonl`, "");
    assertEquals(await projectOf(), `Project: ${Deno.realPathSync(start)}`);
  });
});

Deno.test("upgrade replaces what nobody edited, keeps what you edited, and says when ours is newer", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    await run(["setup", "--yes"]);
    const skills = `${world.home}/.claude/skills`;
    const whole = tree(`${world.home}/.claude`);
    const [commit, design, old] = ["commit/SKILL.md", "design/SKILL.md", "old/SKILL.md"]
      .map((name) => `${skills}/${name}`) as [string, string, string];
    const record = `${world.home}/.local/state/skillhook/installed-skills.json`;
    const known = JSON.parse(Deno.readTextFileSync(record));
    // As an older version would have left them: one as it wrote it, one edited, one that we no longer ship.
    for (const path of [commit, old]) write(path, "older");
    write(design, "mine");
    const [digest, before] = await Promise.all(["older", "oldest"].map(sha256));
    write(record, JSON.stringify({ ...known, [commit]: digest, [old]: digest, [design]: before }));
    const shown = await run(["upgrade", "--dry-run"]);
    assertMatch(
      shown.stdout,
      /\+ .*commit\/SKILL\.md\n! .*design\/SKILL\.md \(edited, and ours is newer/,
    );
    assertEquals(Deno.readTextFileSync(commit), "older");
    assertEquals((await run(["upgrade"])).code, 0);
    assertMatch((await run(["upgrade", "--dry-run"])).stdout, /Nothing to do: .*settings\.json/);
    assertEquals(Deno.readTextFileSync(design), "mine");
    assertEquals((await run(["upgrade", "--take", "ours"])).code, 0);
    assertEquals(tree(`${world.home}/.claude`), whole);
    const kept = tree(`${world.home}/.local/state/skillhook/backups`);
    assert(kept.some((file) => file.endsWith("-SKILL.md mine")), kept.join());
    const hooks = `${world.home}/.claude/settings.json`;
    write(hooks, Deno.readTextFileSync(hooks).replace('"timeout": 10', '"timeout": 9'));
    assertMatch((await run(["upgrade"])).stdout, /entry for UserPromptSubmit has been edited/);
    assertEquals((await run(["upgrade", "--take", "ours"])).code, 0);
    assertEquals(tree(`${world.home}/.claude`), whole);
  });
});

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

for (const { name, text, refused } of SETTINGS_ROWS) {
  Deno.test(`setup, a session, uninstall leave nothing: ${name}`, async () => {
    await withWorld({}, async (world) => {
      const run = program(world);
      write(`${world.home}/.claude/settings.json`, text);
      const before = tree(world.home);
      const { code } = await run(["setup", "--yes"]);
      assertEquals(code, refused === undefined ? 0 : 1);
      if (refused === undefined) {
        const event = {
          hook_event_name: "UserPromptSubmit",
          session_id: "s",
          cwd: world.project,
          prompt: CHAIN,
        };
        await run(["hook"], JSON.stringify(event), { SKILLHOOK_LOG: "1" });
        assert(tree(world.home).some((file) => file.includes("/chains/s ")));
        assertEquals((await run(["uninstall"])).code, 0);
      }
      assertEquals(tree(world.home), before);
      assertEquals(tree(world.tmp), []);
    });
  });
}

Deno.test("uninstall forgets nothing as long as something of ours is installed", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    await run(["setup", "--yes"]);
    await run(["install", "--local"]);
    const marker = `${world.home}/.local/state/skillhook/sessions/session-s/main/skill-x`;
    write(marker, "");
    await run(["uninstall"]);
    assert(Deno.statSync(marker).isFile);
    await run(["uninstall", "--local"]);
    assertEquals(tree(world.home), []);
  });
});
