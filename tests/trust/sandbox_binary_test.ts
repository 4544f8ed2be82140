/** The sandbox through the built program: what the user's settings say of it is what happens to a project's commands. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { withWorld, type World } from "../support/world.ts";
import { canConfine } from "./can_confine.ts";

const isPossible = await canConfine();
const SKILL = ".claude/skills/x/SKILL.md";
const GUARD = JSON.stringify({
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: 'cat "$HOME/key" >&2; exit 2' }] }] },
});
const WORLD = {
  project: {
    [SKILL]: '---\nname: x\n---\n!`cat "$HOME/key" || echo hidden; touch made || true`\n',
    ".claude/settings.json": GUARD,
  },
  home: { key: "secret" },
};

/** What a skill's command and a hook's say with these settings of the user's. */
async function said(world: World, settings: string): Promise<[skill: string, hook: string]> {
  const { project, home, env } = world;
  Deno.mkdirSync(`${home}/.claude`, { recursive: true });
  Deno.writeTextFileSync(`${home}/.claude/skillhook.yaml`, settings);
  const run = (args: string[], stdin = "") => runBinary({ args, cwd: project, env, stdin });
  assertEquals((await run(["allow", "--yes"])).code, 0);
  const skill = await run(["preprocess", SKILL]);
  const event = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: project,
    tool_name: "Bash",
    tool_input: {},
  };
  const hook = await run(["fire", "PreToolUse", "--json"], JSON.stringify(event));
  return [skill.stdout + skill.stderr, hook.stdout + hook.stderr];
}

function test(
  name: string,
  settings: (world: World) => string,
  check: (skill: string, hook: string, world: World) => void,
) {
  if (!isPossible) return;
  Deno.test({
    name,
    fn: () =>
      withWorld(WORLD, async (world) => check(...await said(world, settings(world)), world)),
  });
}

const isMade = ({ project }: World) =>
  [...Deno.readDirSync(project)].some((file) => file.name === "made");

test(
  "without the setting a project's commands run on the machine",
  () => "log: off\n",
  (skill, hook, world) => {
    assertStringIncludes(skill, "secret");
    assertStringIncludes(hook, "secret");
    assert(isMade(world));
  },
);
test(
  "`sandbox: on` keeps a project's skills and hooks from the home directory and from writing",
  () => "sandbox: on\n",
  (skill, hook, world) => {
    assertStringIncludes(skill, "hidden");
    assert(!(skill + hook).includes("secret"), skill + hook);
    assert(!isMade(world));
  },
);
test(
  "`project: writable` opens the project, and nothing else",
  () => "sandbox: { use: on, project: writable }\n",
  (skill, _, world) => {
    assertStringIncludes(skill, "hidden");
    assert(isMade(world));
  },
);
test(
  "`except` names projects that it is not for",
  ({ project }) => `sandbox: { use: on, except: ["${project}"] }\n`,
  (skill) => {
    assertStringIncludes(skill, "secret");
  },
);
test(
  "`only` names the projects it is for",
  () => "sandbox: { use: on, only: [/somewhere/else] }\n",
  (skill) => {
    assertStringIncludes(skill, "secret");
  },
);
test(
  "settings that cannot be read let nothing of a project run",
  () => "sandbox: [\n",
  (skill, hook) => {
    assertStringIncludes(skill, "Cannot run it in the sandbox");
    assert(!(skill + hook).includes("secret"), skill + hook);
  },
);

const JUDGE =
  `judge: 'printf "{\\"ok\\": false, \\"reason\\": \\"%s\\"}" "$(cat "$HOME/key" || echo hidden)"'\n`;
const ASKING = JSON.stringify({
  hooks: { PreToolUse: [{ hooks: [{ type: "prompt", prompt: "Well?" }] }] },
});
const OWNERS: readonly [name: string, project: string, user: string, reason: string][] = [
  ["a project's judge runs in the sandbox", JUDGE, "sandbox: on\n", "hidden"],
  ["your own judge does not", "failure: open\n", `${JUDGE}sandbox: on\n`, "secret"],
  ["a judge of both is yours", JUDGE, `${JUDGE}sandbox: on\n`, "secret"],
  ["a project's judge runs on the machine without the setting", JUDGE, "log: off\n", "secret"],
];

for (const [name, projects, users, reason] of isPossible ? OWNERS : []) {
  for (const whose of ["project", "home"] as const) {
    Deno.test(`asked by a hook of the ${whose}'s settings, ${name}`, () =>
      withWorld({
        project: { ".git/HEAD": "x", ".claude/skillhook.yaml": projects },
        home: { key: "secret", ".claude/skillhook.yaml": users },
      }, async (world) => {
        const { project, env } = world;
        Deno.mkdirSync(`${world[whose]}/.claude`, { recursive: true });
        Deno.writeTextFileSync(`${world[whose]}/.claude/settings.json`, ASKING);
        assertEquals((await runBinary({ args: ["allow", "--yes"], cwd: project, env })).code, 0);
        const stdin = JSON.stringify({ tool_name: "Bash", tool_input: {} });
        const call = { args: ["fire", "PreToolUse"], cwd: project, env, stdin };
        const { code, stderr } = await runBinary(call);
        assertEquals([code, stderr], [2, `${reason}\n`]);
      }));
  }
}
