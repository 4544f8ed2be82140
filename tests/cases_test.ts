/**
 * Golden cases: `tests/cases/<event>/<case>.json`, and of other agents `tests/agents/<agent>/<case>.json`, each driven through the built program. With
 * UPDATE_CASES=1 the answers are written anew: read the difference before committing it.
 */
import { assertEquals } from "@std/assert";
import { AGENTS } from "../src/agents/table.ts";
import { EVENTS } from "../src/events/table.ts";
import { runBinary } from "./support/binary.ts";
import { cooperativeSkill, withWorld } from "./support/world.ts";
import { inProject } from "../.ci/tasks/project.ts";

interface GoldenCase {
  /** What the case shows. */
  readonly summary: string;
  /** Cooperative skills of the project, with their default exits. */
  readonly skills?: Readonly<Record<string, readonly string[]>>;
  readonly project?: Readonly<Record<string, string>>;
  readonly home?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Events that come first, in the same world; their answers do not count. */
  readonly before?: readonly unknown[];
  /** The event, or the text on standard input as it stands. */
  readonly event?: unknown;
  readonly stdin?: string;
  /** Of the program; none: it runs as a hook all the same. */
  readonly args?: readonly string[];
  /** `stdout` is the parsed document, the text where it is none, or null for silence. */
  readonly expect: { readonly code: number; readonly stdout: unknown; readonly stderr: string };
}

const FOLDER = inProject("tests/cases");
const AGENTS_FOLDER = inProject("tests/agents");
const UPDATE = Deno.env.get("UPDATE_CASES") === "1";

Deno.test("every event has cases", () => {
  const folders = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
  const expected = Object.keys(EVENTS).map((event) =>
    event.replaceAll(/(?<=.)[A-Z]/g, "_$&").toLowerCase()
  );
  assertEquals(folders, expected.sort());
});

Deno.test("every agent but Claude Code has cases", () => {
  const folders = [...Deno.readDirSync(AGENTS_FOLDER)].filter(({ isDirectory }) => isDirectory);
  const others = Object.keys(AGENTS).filter((name) => name !== "claude");
  assertEquals(folders.map(({ name }) => name).sort(), others.sort());
});

for (const folder of [FOLDER, AGENTS_FOLDER]) {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    for (const file of isDirectory ? Deno.readDirSync(`${folder}/${name}`) : []) {
      const path = `${folder}/${name}/${file.name}`;
      const golden: GoldenCase = JSON.parse(Deno.readTextFileSync(path));
      Deno.test(`${name}/${file.name.replace(".json", "")}: ${golden.summary}`, () =>
        drive(golden, path));
    }
  }
}

async function drive(golden: GoldenCase, path: string): Promise<void> {
  const skills = Object.entries(golden.skills ?? {}).map(([name, exits]) =>
    [`.claude/skills/${name}/SKILL.md`, cooperativeSkill(name, exits)] as const
  );
  const project = { ...Object.fromEntries(skills), ...golden.project };
  await withWorld({ project, home: golden.home ?? {} }, async ({ env, fill, project, home }) => {
    const stdin = fill(golden.stdin ?? JSON.stringify(golden.event));
    const added = Object.entries(golden.env ?? {}).map(([name, value]) => [name, fill(value)]);
    const { args = [] } = golden;
    const call = { args, stdin, cwd: project, env: { ...env, ...Object.fromEntries(added) } };
    for (const earlier of golden.before ?? []) {
      assertEquals((await runBinary({ ...call, stdin: fill(JSON.stringify(earlier)) })).code, 0);
    }
    const { code, stdout, stderr } = await runBinary(call);
    const hide = (text: string) => text.replaceAll(project, "{P}").replaceAll(home, "{H}");
    if (stdout !== "") assertEquals(stdout.at(-1), "\n");
    const answer = {
      code,
      stdout: stdout === "" ? null : stdout[0] === "{" ? JSON.parse(hide(stdout)) : hide(stdout),
      stderr: hide(stderr),
    };
    if (UPDATE) {
      const text = JSON.stringify({ ...golden, expect: answer }, undefined, 2);
      Deno.writeTextFileSync(path, text + "\n");
    } else assertEquals(answer, golden.expect);
  });
}
