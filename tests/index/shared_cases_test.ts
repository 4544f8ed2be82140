/** The shared cases of instruction skills and flat skills, in memory and through the built program. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, runBinary } from "../support/binary.ts";
import { fakeHost } from "../support/fake_host.ts";
import { sharedCases } from "../support/shared.ts";
import { withWorld } from "../support/world.ts";
import { verb } from "../support/verb.ts";

const inspectVerb = verb("skill inspect");
const skillsVerb = verb("skills");

type Fields = Record<string, unknown>;

const instruction = sharedCases("instruction_skill.json");
const flat = sharedCases("markdown_skills.json");

/** In memory, then as a process. */
async function inspect(text: string): Promise<Answer[]> {
  const answers: Answer[] = [await inspectVerb(["--json", "-"], fakeHost({ stdin: text }))];
  await withWorld({}, async ({ env, project }) => {
    const args = ["inspect", "--json", "-"];
    answers.push(await runBinary({ args, stdin: text, env, cwd: project }));
  });
  return answers;
}

async function skillsOf(tree: Readonly<Record<string, string>>): Promise<Fields[][]> {
  const files = Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [`/r/${path}`, text]),
  );
  const root = { directory: true } as const;
  const host = fakeHost({ files: { "/r": root, ...files } });
  const lists = [JSON.parse((await skillsVerb(["--root", "/r", "--json"], host)).stdout)];
  await withWorld({ project: tree }, async ({ env, project }) => {
    const args = ["skills", "--root", project, "--json"];
    lists.push(JSON.parse((await runBinary({ args, env, cwd: project })).stdout));
  });
  return lists;
}

function assertFields(actual: Fields, expected: Fields): void {
  for (const [key, value] of Object.entries(expected)) assertEquals(actual[key], value, key);
}

for (const row of instruction?.cases ?? []) {
  Deno.test(`skillhook inspect meets shared case ${row.id}`, async () => {
    const { error_contains: wanted, ...fields } = row.expected;
    for (const { code, stdout, stderr } of await inspect(row.text)) {
      assertEquals(code, wanted === undefined ? 0 : 1, stderr);
      assertFields(JSON.parse(stdout), fields);
      for (const part of [wanted ?? []].flat()) assertStringIncludes(stderr, part);
    }
  });
}

for (const row of instruction?.scan_cases ?? []) {
  Deno.test(`skillhook skills meets shared case ${row.id}`, async () => {
    for (const skills of await skillsOf(row.tree)) {
      const byName = new Map(skills.map((skill) => [skill.name as string, skill]));
      assertEquals([...byName.keys()].sort(), Object.keys(row.expected).sort());
      for (const [name, fields] of Object.entries<Fields>(row.expected)) {
        assertFields(byName.get(name)!, fields);
      }
    }
  });
}

for (const row of flat?.cases ?? []) {
  Deno.test(`skillhook inspect meets shared case ${row.id} of flat skills`, async () => {
    for (const { stdout } of await inspect(row.text)) {
      assertFields(JSON.parse(stdout), row.expected);
    }
    // A name that is not written is the file's, and a file that says nothing is no skill.
    if (row.expected.name === "") return;
    for (const [skill] of await skillsOf({ "some-file.md": row.text })) {
      assert(skill !== undefined);
      assertFields(skill, row.expected);
    }
  });
}
