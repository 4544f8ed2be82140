/** The examples of docs/library.md, run from outside: in Deno from the sources, in Node from one script. */
import { assert, assertEquals } from "@std/assert";
import { bundle } from "../.ci/tasks/bundle.ts";
import { packageFlags } from "../.ci/tasks/map.ts";
import { pathToFileURL } from "node:url";
import { inProject } from "../.ci/tasks/project.ts";
import { newFolder } from "./support/folder.ts";
import { withWorld, type World } from "./support/world.ts";
import * as library from "../src/mod.ts";

const TEXT = Deno.readTextFileSync(inProject("docs/library.md"));
const EXAMPLES = [...TEXT.matchAll(/```ts\n([^]*?)```\n\n```text\n([^]*?)```/g)]
  .map(([, code, shown]) => ({ code: code!, shown: shown! }));
const PROJECT = {
  ".claude/skills/design/SKILL.md":
    "---\nname: design\ndescription: Designs a part.\ncontinuation: { cooperative: true }\n---\nDraw the modules first.\n",
  ".claude/settings.json": JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
  }),
  "docs/goal.md": "Keep it small.\n",
};

Deno.test("docs/library.md has an example of every function", () => {
  const functions = Object.entries(library).filter(([, value]) => typeof value === "function");
  const shown = EXAMPLES.flatMap(({ code }) => /^import \{ (\w+) \}/.exec(code)?.[1] ?? []);
  const untold = functions.map(([name]) => name).filter((name) => name !== "estimateTokens");
  assertEquals(shown.sort(), untold.sort());
});

Deno.test("the package names its module", () => {
  const { name, version, exports } = JSON.parse(Deno.readTextFileSync(inProject("deno.json")));
  assertEquals(exports, "./src/mod.ts");
  assert(/^@[\w-]+\/[\w-]+$/.test(name) && /^\d+\.\d+\.\d+$/.test(version));
  assert(TEXT.includes(`\`${name}\``));
});

async function runExamples(
  module: string,
  file: string,
  command: (file: string, world: World) => Deno.Command,
): Promise<void> {
  for (const { code, shown } of EXAMPLES) {
    await withWorld({ project: PROJECT }, async (world) => {
      const path = `${world.tmp}/${file}`;
      Deno.writeTextFileSync(path, code.replace("@skillhook/skillhook", module));
      const run = await command(path, world).output();
      const decoder = new TextDecoder();
      assertEquals(run.code, 0, decoder.decode(run.stderr));
      // Node writes lists with other quotes.
      assertEquals(decoder.decode(run.stdout).replaceAll("'", '"'), shown, code);
    });
  }
}

Deno.test("the examples of docs/library.md print what it says, in Deno", async () => {
  const module = pathToFileURL(inProject("src/mod.ts")).href;
  const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  // A home of its own would have every package fetched again.
  const { denoDir } = JSON.parse(new TextDecoder().decode(info.stdout));
  // Outside the project nothing says where packages come from.
  const config = `--config=${inProject("deno.json")}`;
  const flags = ["run", "-A", "--quiet", "--no-check", config, ...await packageFlags()];
  await runExamples(module, "example.ts", (file, { project: cwd, env }) => {
    return new Deno.Command(Deno.execPath(), {
      args: [...flags, file],
      cwd,
      env: { ...env, DENO_DIR: denoDir },
    });
  });
});

Deno.test("the examples of docs/library.md pass the type check", async () => {
  const folder = newFolder();
  try {
    const module = pathToFileURL(inProject("src/mod.ts")).href;
    const files = EXAMPLES.map(({ code }, index) => {
      const path = `${folder}/example_${index}.ts`;
      Deno.writeTextFileSync(path, code.replace("@skillhook/skillhook", module));
      return path;
    });
    const args = ["check", "--quiet", ...await packageFlags(), ...files];
    const run = await new Deno.Command(Deno.execPath(), { args }).output();
    assertEquals(run.code, 0, new TextDecoder().decode(run.stderr));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

/** Absent, or too old for the library: a major version below 20. */
function isNodeMissing(): boolean {
  try {
    const { stdout } = new Deno.Command("node", { args: ["--version"] }).outputSync();
    return !(Number(/^v(\d+)/.exec(new TextDecoder().decode(stdout))?.[1]) >= 20);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return true;
  }
}

Deno.test("the examples of docs/library.md print what it says, in Node", async () => {
  if (isNodeMissing()) {
    console.warn("notice: there is no node: its half of the library test is skipped");
    return;
  }
  const folder = newFolder();
  try {
    const script = await bundle("src/mod.ts", folder);
    Deno.renameSync(script, `${folder}/mod.mjs`);
    Deno.writeTextFileSync(`${folder}/package.json`, `{"type": "module"}`);
    const module = pathToFileURL(`${folder}/mod.mjs`).href;
    await runExamples(module, "example.mjs", (file, { project: cwd, env }) => {
      return new Deno.Command("node", { args: [file], cwd, env });
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
