/** install → doctor → uninstall through the built program, on settings files as found in the wild. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { builtBinary, LAUNCHER, runBinary } from "../support/binary.ts";
import { withWorld, type World, write } from "../support/world.ts";
import { SETTINGS_ROWS } from "./settings_files.ts";

const NAMED = LAUNCHER === undefined ? [] : ["--binary", LAUNCHER];
const isPosix = Deno.build.os !== "windows";

/** The program in a world of its own; nothing of the real home is seen. */
function program({ env, project }: World) {
  return (verb: string, ...args: string[]) =>
    runBinary({ args: [verb, ...verb === "install" ? NAMED : [], ...args], env, cwd: project });
}

function bytes(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
}

/** Every file and link below a directory, with its content. */
function tree(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory, isSymlink }): string[] => {
    const path = `${directory}/${name}`;
    if (isDirectory) return [`${path}/`, ...tree(path)];
    return [`${path} ${isSymlink ? Deno.readLinkSync(path) : bytes(path)}`];
  }).sort();
}

for (const { name, text, refused } of SETTINGS_ROWS) {
  Deno.test(`install, doctor, uninstall: ${name}`, async () => {
    await withWorld({}, async (world) => {
      const run = program(world);
      const path = `${world.home}/.claude/settings.json`;
      write(path, text);
      // What others' hooks start is there: the doctor looks at theirs as well.
      write(`${world.home}/.claude/guard.sh`, "#!/bin/sh\n");
      if (isPosix) Deno.chmodSync(`${world.home}/.claude/guard.sh`, 0o755);
      const before = tree(world.home);
      const installed = await run("install");
      if (refused !== undefined) {
        assertEquals(installed.code, 1);
        assert(installed.stderr.includes(`${path}${refused}`), installed.stderr);
        assertEquals((await run("uninstall")).code, 1);
        assertEquals(tree(world.home), before);
        return;
      }
      assertEquals([installed.code, installed.stderr], [0, ""]);
      const once = bytes(path);
      assertEquals((await run("install")).code, 0);
      assertEquals(bytes(path), once);
      const doctor = await run("doctor", "--json");
      const { ok, findings } = JSON.parse(doctor.stdout);
      const problems = findings.filter(({ level }: { level: string }) => level === "problem");
      assertEquals([ok, problems, doctor.code], [true, [], 0]);
      const tried = findings.filter(({ topic }: { topic: string }) => topic === "commands");
      assert(tried.length >= 6);
      assertEquals((await run("uninstall")).code, 0);
      assertEquals(bytes(path), text);
      assertEquals(tree(world.home).filter((file) => !isState(file)), before);
    });
  });
}

/** What hooks themselves remember of the events the doctor sent. */
function isState(file: string): boolean {
  return /\/home\/\.local\//.test(file);
}

Deno.test("install makes a file that is not there, uninstall takes it away again", async () => {
  for (const scope of ["--user", "--project", "--local"]) {
    await withWorld({}, async (world) => {
      const run = program(world);
      assertEquals((await run("install", scope)).code, 0);
      const name = scope === "--local" ? "settings.local.json" : "settings.json";
      const path = `${scope === "--user" ? world.home : world.project}/.claude/${name}`;
      assertEquals(Deno.statSync(path).isFile, true);
      const { code, stdout } = await run("uninstall", scope);
      assertEquals(code, 0);
      assertMatch(stdout, /nothing else was in the file: removed/);
      assertEquals(tree(`${world.home}/..`).filter((file) => /\.claude/.test(file)), []);
    });
  }
});

Deno.test("install writes through links, keeps them, the mode and the other files", async () => {
  if (!isPosix) return;
  await withWorld({ home: { "dotfiles/claude.json": '{\n  "a": 1\n}\n' } }, async (world) => {
    const run = program(world);
    const path = `${world.home}/.claude/settings.json`;
    Deno.mkdirSync(`${world.home}/.claude`);
    Deno.symlinkSync("../dotfiles/claude.json", path);
    Deno.chmodSync(`${world.home}/dotfiles/claude.json`, 0o640);
    assertEquals((await run("install")).code, 0);
    assertEquals(Deno.readLinkSync(path), "../dotfiles/claude.json");
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o640);
    assert(bytes(path).includes('"UserPromptSubmit"'));
    assertEquals([...Deno.readDirSync(`${world.home}/dotfiles`)].length, 1);
    await run("uninstall");
    assertEquals(bytes(path), '{\n  "a": 1\n}\n');
    Deno.removeSync(`${world.home}/dotfiles/claude.json`);
    const { code, stderr } = await run("install");
    assertEquals(code, 1);
    assertMatch(stderr, /a link that leads nowhere/);
  });
});

Deno.test("install leaves read-only files, directories and other encodings alone", async () => {
  if (!isPosix) return;
  const rows: [string, (path: string) => void, RegExp][] = [
    ["read-only", (path) => Deno.chmodSync(path, 0o444), /read-only/],
    ["a directory", (path) => {
      Deno.removeSync(path);
      Deno.mkdirSync(path);
    }, /not a regular file/],
    ["UTF-16", (path) => Deno.writeFileSync(path, new Uint8Array([0xff, 0xfe, 0x7b, 0])), /UTF-8/],
  ];
  for (const [name, change, message] of rows) {
    await withWorld({ home: { ".claude/settings.json": "{}" } }, async (world) => {
      const path = `${world.home}/.claude/settings.json`;
      change(path);
      const { code, stderr } = await program(world)("install");
      assertEquals(code, 1, name);
      assertMatch(stderr, message);
      if (Deno.statSync(path).isFile) Deno.chmodSync(path, 0o644);
    });
  }
});

Deno.test("install --dry-run shows a diff that patch could apply, and changes nothing", async () => {
  await withWorld({ home: { ".claude/settings.json": '{\n  "a": 1\n}\n' } }, async (world) => {
    const before = tree(world.home);
    const run = program(world);
    const { code, stdout, stderr } = await run("install", "--dry-run", "--skills");
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^--- .*\n\+\+\+ .*\n@@ -1,3 \+1,\d+ @@\n {\n- {2}"a": 1\n\+ {2}"a": 1,\n/);
    assertMatch(stdout, /\n\+ .*\/skills\/commit\/SKILL\.md\n/);
    assertEquals(tree(world.home), before);
  });
});

Deno.test("install keeps what a file held, dated, for its owner only", async () => {
  await withWorld({ home: { ".claude/settings.json": '{"token": "x"}' } }, async (world) => {
    const run = program(world);
    const { stdout } = await run("install");
    const [, backup = ""] = /A copy of what it was before: (.*)/.exec(stdout) ?? [];
    assertMatch(backup, /\/backups\/\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{12}-settings\.json$/);
    assertEquals(bytes(backup), '{"token": "x"}');
    if (isPosix) assertEquals(Deno.statSync(backup).mode! & 0o777, 0o600);
    const path = `${world.home}/.claude/settings.json`;
    Deno.writeTextFileSync(path, bytes(path).replace('"x"', '"y"'));
    await run("uninstall");
    assertEquals(bytes(path), '{"token": "y"}');
  });
});

Deno.test("install shows edited entries and takes what it is told", async () => {
  await withWorld({}, async (world) => {
    const run = program(world);
    const path = `${world.home}/.claude/settings.json`;
    await run("install");
    const edited = bytes(path).replace('"timeout": 10', '"timeout": 20');
    Deno.writeTextFileSync(path, edited);
    const shown = await run("install");
    assertEquals([shown.code, shown.stdout], [1, ""]);
    assertMatch(
      shown.stderr,
      /:\d+: Our entry for UserPromptSubmit has been edited\n {2}theirs: .*20.*\n {2}ours: .*10/,
    );
    assertMatch(shown.stderr, /--take ours .* --take theirs/);
    assertEquals(bytes(path), edited);
    assertEquals((await run("install", "--take", "theirs")).code, 0);
    assertEquals(bytes(path), edited);
    assertEquals((await run("install", "--take", "ours")).code, 0);
    assertEquals((await run("doctor")).code, 0);
    assertEquals((await run("install", "--take", "both")).code, 64);
    assertEquals((await run("install", "--user", "--local")).code, 64);
  });
});

Deno.test("install --skills copies our skills; uninstall leaves the edited ones", async () => {
  await withWorld({ home: { ".claude/skills/mine/SKILL.md": "mine" } }, async (world) => {
    const run = program(world);
    const before = tree(`${world.home}/.claude`);
    assertEquals((await run("install", "--skills")).code, 0);
    const skill = `${world.home}/.claude/skills/commit/SKILL.md`;
    assert(bytes(skill).length > 0);
    assertMatch((await run("install", "--skills")).stdout, /Nothing to do/);
    assertEquals((await run("uninstall")).code, 0);
    assertEquals(tree(`${world.home}/.claude`), before);
    await run("install", "--skills");
    Deno.writeTextFileSync(skill, "edited");
    assertMatch((await run("install", "--skills")).stdout, /! .*commit\/SKILL\.md \(edited/);
    await run("uninstall");
    assertEquals(bytes(skill), "edited");
  });
});

Deno.test("install names only the built program", async () => {
  await withWorld({ home: { "other": "x" } }, async (world) => {
    const run = program(world);
    for (const binary of [`${world.home}/other`, `${world.home}/skillhook`]) {
      const { code, stderr } = await run("install", "--binary", binary);
      assertEquals(code, 1);
      assertMatch(
        stderr,
        /Cannot install ".*": (?:it is not called skillhook|there is no such file)/,
      );
    }
    const binary = await builtBinary();
    await run("install", "--binary", binary);
    assert(bytes(`${world.home}/.claude/settings.json`).includes(JSON.stringify(binary)));
  });
});
