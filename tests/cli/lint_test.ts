/** `skillhook lint`: which files it takes, what it says of each kind, and how it ends. */
import { assertEquals, assertMatch } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const lint = verb("lint");
const SKILL = "---\nname: a\ndescription: Used for a\n---\nDo it.\n";
const HOOKS = '{"hooks": {"PreToolUse": [{"matcher": "bash", "hooks": []}]}}';

const FILES: Readonly<Record<string, string>> = {
  "/p/.claude/skills/a/SKILL.md": SKILL,
  "/p/.claude/skills/b/SKILL.md": SKILL,
  "/p/.claude/settings.json": HOOKS,
  "/p/.claude/skillhook.yaml": "shortcts: {}\n",
  "/p/.claude-plugin/plugin.json": '{"name": "p", "hooks": {"Stopp": []}}',
  "/p/hooks.json": '{"hooks": {}}',
  "/m/.claude-plugin/marketplace.json": '{"name": "m",}',
  "/p/README.md": "nothing to us",
  "/p/package-lock.json": "{}",
};

function host(more: Readonly<Record<string, string>> = {}) {
  return fakeHost({ files: { ...FILES, ...more }, env: { HOME: "/h", PATH: "/bin" }, cwd: "/p" });
}

async function codes(...args: string[]) {
  const { code, stdout } = await lint([...args, "--json"], host());
  const { findings } = JSON.parse(stdout) as { findings: { code: string; path: string }[] };
  return { code, found: findings.map(({ code, path }) => `${path} ${code}`).sort() };
}

const IN_PROJECT = [
  "/p/.claude/settings.json hook-matcher-dead",
  "/p/.claude/skillhook.yaml settings-unknown-key",
  "/p/.claude/skills/b/SKILL.md name-directory",
];

/** Arguments → exit code and findings. */
const ROWS: readonly (readonly [args: string[], code: number, found: string[]])[] = [
  [[], 1, IN_PROJECT],
  [["README.md", "package-lock.json"], 0, []],
  [[".claude/skills/a/SKILL.md"], 0, []],
  [[".claude/skills/b/SKILL.md"], 1, [IN_PROJECT[2]!]],
  [["README.md", ".claude/settings.json", ".claude/skillhook.yaml"], 1, IN_PROJECT.slice(0, 2)],
  [[".claude-plugin/plugin.json", "hooks.json"], 1, [
    "/p/.claude-plugin/plugin.json hook-unknown-event",
  ]],
  [["/m/.claude-plugin/marketplace.json"], 1, [
    "/m/.claude-plugin/marketplace.json json-unreadable",
  ]],
];

for (const [args, code, found] of ROWS) {
  Deno.test(`skillhook lint ${args.join(" ")}`, async () => {
    assertEquals(await codes(...args), { code, found });
  });
}

Deno.test("skillhook lint --fix corrects hooks, and says what is left", async () => {
  const machine = host();
  const { code, stdout, stderr } = await lint(["--fix", ".claude/settings.json"], machine);
  assertEquals([code, machine.readText("/p/.claude/settings.json")], [
    0,
    HOOKS.replace("bash", "Bash"),
  ]);
  assertMatch(stderr, /Changed "\/p\/\.claude\/settings\.json"/);
  assertEquals(stdout, "1 file: 0 errors, 0 warnings\n");
});

Deno.test("skillhook lint --fix corrects skills of the user's own, and what a manifest lacks is named", async () => {
  const path = "/p/.claude/skills/a/SKILL.md";
  const skill = SKILL.replace("Used for a", "Used: for a").replace(
    "---\nname",
    "---\nlicence: M\nname",
  );
  const machine = host({ [path]: skill, "/p/.claude-plugin/plugin.json": '{"version": 1}' });
  const { stdout, stderr } = await lint(["--fix", path, ".claude-plugin/plugin.json"], machine);
  const fixed = skill.replace("Used: for a", '"Used: for a"').replace("licence", "license");
  assertEquals(machine.readText(path), fixed);
  assertMatch(stderr, /Changed "\/p\/\.claude\/skills\/a\/SKILL\.md"/);
  assertMatch(
    stdout,
    /plugin\.json:1:2: error: version: It must be of the type string: got number/,
  );
  assertMatch(stdout, /2 files: 2 errors, 0 warnings\n$/);
});

Deno.test("skillhook lint --fix leaves skills of plugins as they are", async () => {
  const path = "/plug/skills/a/SKILL.md";
  const machine = host({
    [path]: SKILL.replace("Used for", "Used: for"),
    "/plug/.claude-plugin/plugin.json": '{"name": "plug"}',
    "/h/.claude/settings.json": '{"enabledPlugins": {"plug@m": true}}',
    "/h/.claude/plugins/installed_plugins.json": JSON.stringify({
      version: 2,
      plugins: { "plug@m": [{ scope: "user", installPath: "/plug", version: "1" }] },
    }),
  });
  const before = machine.readText(path);
  const { stdout } = await lint(["--fix"], machine);
  assertEquals(machine.readText(path), before);
  assertMatch(
    stdout,
    /In plugins of others:\n(?:.*\n)*\/plug\/skills\/a\/SKILL\.md:.*frontmatter-yaml/,
  );
});
