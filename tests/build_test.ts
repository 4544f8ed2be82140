/**
 * The built program runs in the folders of strangers: nothing that lies there, and nothing that is
 * missing around it, may change what it does.
 */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { build } from "../.ci/tasks/build.ts";
import { inProject } from "../.ci/tasks/project.ts";
import { builtBinary } from "./support/binary.ts";
import { BUN } from "./support/bun.ts";
import { newFolder } from "./support/folder.ts";

/** A registered skill in another project, which a hostile `.env` points at. */
const FOREIGN_SKILL = `---
name: foreign
continuation:
  cooperative: true
  default-exit: []
---
Body
`;

const HOSTILE_SCRIPT = `console.log("hostile"); console.error("hostile"); process.exit(3);\n`;

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function ask(
  prompt: string,
  cwd: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Answer> {
  const child = new Deno.Command(await builtBinary(), {
    args: options.args ?? [],
    cwd,
    clearEnv: true,
    // Windows programs do not start without it.
    env: { ...systemRoot(), ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const event = { session_id: "s", cwd, hook_event_name: "UserPromptSubmit", prompt };
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(event))).catch(() => undefined);
  await writer.close().catch(() => undefined);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function systemRoot(): Record<string, string> {
  const root = Deno.env.get("SYSTEMROOT");
  return root === undefined ? {} : { SYSTEMROOT: root };
}

async function inTemporaryFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = newFolder();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function plant(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const whole = `${folder}/${path}`;
    await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(whole, text);
  }
}

Deno.test("the binary obeys no configuration file of the folder it runs in", async () => {
  await inTemporaryFolder(async (folder) => {
    const [clean, hostile] = [`${folder}/clean`, `${folder}/hostile`];
    await plant(folder, {
      "clean/README.md": "x",
      "foreign/.claude/skills/foreign/SKILL.md": FOREIGN_SKILL,
      "hostile/evil.ts": HOSTILE_SCRIPT,
      "hostile/bunfig.toml": `preload = ["./evil.ts"]\n[run]\npreload = ["./evil.ts"]\n`,
      "hostile/.env": `CLAUDE_PROJECT_DIR=${folder}/foreign\nSKILLHOOK_ENGINE=evil\nNO_COLOR=1\n`,
      "hostile/.env.local": `CLAUDE_PROJECT_DIR=${folder}/foreign\n`,
      "hostile/.env.production": `CLAUDE_CONFIG_DIR=${folder}/foreign/.claude\n`,
      "hostile/tsconfig.json": `{"compilerOptions":{"paths":{"*":["./evil.ts"]}}}`,
      "hostile/package.json": `{"main":"./evil.ts","imports":{"#x":"./evil.ts"}}`,
      "hostile/deno.json": `{"imports":{"@std/":"./evil.ts"},"tasks":{"hook":"echo hostile"}}`,
      "hostile/node_modules/js-yaml/index.js": HOSTILE_SCRIPT,
    });
    const env = { TMPDIR: `${folder}/tmp` };
    await Deno.mkdir(env.TMPDIR);
    for (const prompt of ["hello", "/foreign", "?", "s"]) {
      const answer = await ask(prompt, hostile, { env });
      assertEquals(answer, await ask(prompt, clean, { env }), prompt);
      assertEquals(answer.code, 0, answer.stderr);
    }
    // The bait works where the user, not the folder, sets the variable.
    const named = { env: { ...env, CLAUDE_PROJECT_DIR: `${folder}/foreign` } };
    assertStringIncludes((await ask("/foreign", clean, named)).stdout, "Current: /foreign");
  });
});

Deno.test({
  name: "no variable makes the engine in the binary run another program",
  // Binaries for macOS are signed by Bun: see .ci/tasks/seal.ts.
  ignore: Deno.build.os === "darwin",
  fn: async () => {
    await inTemporaryFolder(async (folder) => {
      const evil = `${folder}/evil.js`;
      await plant(folder, { "evil.js": HOSTILE_SCRIPT });
      const calm = await ask("hello", folder);
      const version = await ask("", folder, { args: ["--version"] });
      for (
        const env of [
          { BUN_OPTIONS: `--preload=${evil}` },
          { BUN_OPTIONS: `--preload ${evil}` },
          { BUN_BE_BUN: "1" },
          { BUN_INSPECT: "ws://127.0.0.1:1/x?wait=1" },
          { BUN_INSPECT_PRELOAD: evil },
          { BUN_CONFIG_PRELOAD: evil },
          { NODE_OPTIONS: `--require=${evil}` },
          { NODE_OPTIONS: `--import=${evil}` },
          { DENO_COMPAT: "1", DENO_NODE_OPTIONS: `--require=${evil}` },
        ]
      ) {
        const about = JSON.stringify(env);
        assertEquals(await ask("hello", folder, { env }), calm, about);
        assertEquals(await ask("", folder, { env, args: ["--version"] }), version, about);
      }
    });
  },
});

Deno.test("the binary runs with an empty environment", async () => {
  await inTemporaryFolder(async (folder) => {
    assertEquals(await ask("hello", folder), { code: 0, stdout: "", stderr: "" });
    assertEquals((await ask("", folder, { args: ["--version"] })).code, 0);
  });
});

Deno.test({
  name: "the binary runs in a folder that cannot be written",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await inTemporaryFolder(async (folder) => {
      const closed = `${folder}/closed`;
      await Deno.mkdir(closed);
      await Deno.chmod(closed, 0o555);
      assertEquals(await ask("hello", closed), { code: 0, stdout: "", stderr: "" });
      assertEquals([...Deno.readDirSync(closed)], []);
    });
  },
});

Deno.test("--version names the engine that the binary was built with", async () => {
  await inTemporaryFolder(async (folder) => {
    const { version } = JSON.parse(
      await Deno.readTextFile(inProject("deno.json")),
    );
    const { stdout } = await ask("", folder, { args: ["--version"] });
    assertEquals(stdout.split(" ").slice(0, 2), ["skillhook", version]);
    assertMatch(stdout, /\((deno|bun) \d+\.\d+\.\d+/);
  });
});

Deno.test({
  name: "build() takes Bun unless it is told otherwise",
  ignore: BUN === undefined,
  fn: async () => {
    await inTemporaryFolder(async (folder) => {
      const name = `skillhook${Deno.build.os === "windows" ? ".exe" : ""}`;
      const output = `.build/test-${crypto.randomUUID()}-${name}`;
      try {
        assertEquals(await build({ output }), "bun");
        const { stdout } = await new Deno.Command(inProject(output), {
          args: ["--version"],
          cwd: folder,
        }).output();
        assertStringIncludes(new TextDecoder().decode(stdout), " (bun ");
      } finally {
        await Deno.remove(inProject(output));
      }
    });
  },
});
