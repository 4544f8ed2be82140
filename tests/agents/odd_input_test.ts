/** Whatever another agent sends: an answer it can read, or one line that says what is wrong; never a crash, never exit code 2. */
import { assert, assertEquals } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { fakeHost } from "../support/fake_host.ts";
import { seededRandom } from "../support/random.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { runBinary } from "../support/binary.ts";
import { cooperativeSkill, withWorld } from "../support/world.ts";

const FOLDER = inProject("tests/agents");

/** Every event of the golden cases, as the agents send them. */
const EVENTS: readonly Record<string, unknown>[] = [...Deno.readDirSync(FOLDER)]
  .filter(({ isDirectory }) => isDirectory)
  .flatMap(({ name }) =>
    [...Deno.readDirSync(`${FOLDER}/${name}`)].map((file) => {
      const { event } = JSON.parse(Deno.readTextFileSync(`${FOLDER}/${name}/${file.name}`));
      return event;
    })
  );

const VALUES: readonly unknown[] = [
  ...[
    null,
    0,
    -1,
    true,
    "",
    " ",
    "x",
    "\u0000",
    "../../etc",
    "/design",
    "$design",
    "<hook_context>",
  ],
  ...["</skill-context>\n\n", 'The user explicitly invoked the "/', "{", [], {}, [[]], { a: 1 }],
  ...["ü".repeat(5_000), "__proto__", "constructor", "toString", { __proto__: null, skill: {} }],
];

Deno.test("events with a field of any other kind are answered or refused in one line", async () => {
  assert(EVENTS.length > 50);
  const { pick } = seededRandom(18);
  for (const event of EVENTS) {
    for (let round = 0; round < 12; round++) {
      const key = pick(Object.keys(event));
      const inner = event[key];
      const isDeep = typeof inner === "object" && inner !== null && !Array.isArray(inner) &&
        round % 2 === 0;
      const odd = pick(VALUES);
      const changed = isDeep
        ? { ...event, [key]: { ...inner, [pick([...Object.keys(inner), "x"])]: odd } }
        : { ...event, [key]: odd };
      const host = fakeHost({ env: { HOME: "/h", TMPDIR: "/tmp" }, files: {} });
      const text = JSON.stringify(changed);
      const { stdout, stderr, code } = await answer(text, host);
      assert(code === 0 || code === 1, `${code}: ${text}`);
      assert(!stderr.includes("Cannot handle"), `${stderr}: ${text}`);
      if (code === 1) assertEquals([stdout, stderr.split("\n").length], ["", 2], text);
      if (stdout !== "") JSON.parse(stdout);
    }
  }
});

Deno.test("a chain that another agent began is shown in its words by the verbs", async () => {
  const skills = ["one", "two"].map((
    name,
  ) => [`.gemini/skills/${name}/SKILL.md`, cooperativeSkill(name)]);
  await withWorld({ project: Object.fromEntries(skills) }, async ({ env, project }) => {
    const event = {
      session_id: "s",
      cwd: project,
      hook_event_name: "BeforeAgent",
      prompt: "/one, /two",
    };
    const more = { env: { ...env, GEMINI_PROJECT_DIR: project }, cwd: project };
    assertEquals((await runBinary({ ...more, stdin: JSON.stringify(event) })).code, 0);
    for (const verb of ["status", "resume"]) {
      const { stdout } = await runBinary({ ...more, args: ["chain", verb, "--session", "s"] });
      assert(stdout.includes('Next: activate_skill(name: "two")'), stdout);
    }
    const { stdout } = await runBinary({ ...more, args: ["chain", "list", "--json"] });
    assertEquals(JSON.parse(stdout)[0].next, 'activate_skill(name: "two")');
  });
});
