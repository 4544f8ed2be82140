/**
 * Nothing outside of a project is read because a link in the project leads there: every file that we look for, as
 * a link, through every verb and every event. And each link that is refused is named.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { operandRows, optionRows } from "../../src/cli/options.ts";
import { VERBS } from "../support/verbs.ts";
import { EVENTS } from "../../src/events/table.ts";
import { answer } from "../../src/runner.ts";
import { projectBoundary } from "../../src/trust/project_boundary.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const SECRET = "TOPSECRET";
const SKILL = `---
name: x
version: 1.0.0
description: About ${SECRET}
continuation: { cooperative: true, default-exit: ["/y ${SECRET}"] }
triggers: { files: ["*.md"], words: ["word"] }
---
# Title ${SECRET}
`;
const HOOKS = { Stop: [{ hooks: [{ type: "prompt", prompt: SECRET }] }] };

/** What a project may hold where we look, and what of it would be shown. */
const SLOTS: Readonly<Record<string, string>> = {
  "/p/.claude/skills/x/SKILL.md": SKILL,
  "/p/.claude/skills/x-first-use/SKILL.md": SKILL,
  "/p/.claude/skills/x/first-use.md": SKILL,
  "/p/.claude/skills/x/reference.md": SKILL,
  "/p/.claude/skills/reference.md": SKILL,
  "/p/.claude/skills/x/references/more.md": SECRET,
  "/p/.agents/skills/x/SKILL.md": SKILL,
  "/p/.claude/settings.json": JSON.stringify({ hooks: HOOKS }),
  "/p/.claude/settings.local.json": JSON.stringify({ hooks: HOOKS }),
  "/p/.claude/skillhook.yaml": `shortcuts: { zz: { text: ${SECRET} } }\n`,
  "/p/.skillhook/tasks.json": JSON.stringify([{ id: "T1", title: SECRET, description: SECRET }]),
  "/p/skills/manifest.json": JSON.stringify({
    skills: [{ name: SECRET, path: ".claude/skills/x", version: "1.0.0" }],
  }),
  "/p/text.md": `${SECRET}\n`,
};
const LINKED_DIRECTORIES = [
  "/p/.claude",
  "/p/.claude/skills",
  "/p/.claude/skills/x",
  "/p/.agents",
];
/** What stands beside a slot, so that the slot is asked for. */
const BESIDE = {
  "/p/.git/HEAD": "ref: refs/heads/main\n",
  "/p/.claude/skills/y/SKILL.md": SKILL.replaceAll(SECRET, "y").replace("name: x", "name: y"),
  "/p/.claude/skills/x/SKILL.md": SKILL.replaceAll(SECRET, "x") + "@../../../text.md\n",
  "/p/.claude/skills/x-first-use/SKILL.md": "Whole.\n",
  "/p/.skillhook/tasks.json": JSON.stringify([{ id: "T1", title: "t", description: "@text.md" }]),
};

type Files = Record<string, string | FakeFile | undefined>;

/** Files that would be taken before a slot's. */
const HIDING: Readonly<Record<string, string>> = {
  "/p/.claude/skills/x/first-use.md": "/p/.claude/skills/x-first-use/SKILL.md",
  "/p/.claude/skills/x/references/more.md": "/p/.claude/skills/x-first-use/SKILL.md",
};

function world(files: Files, stdin = ""): FakeHost {
  const host = fakeHost({
    files: present({ ...BESIDE, ...files }),
    env: { HOME: "/home/ada", CLAUDE_CODE_SESSION_ID: "s", CLAUDE_PROJECT_DIR: "/p" },
    cwd: "/p",
    stdin,
    commands: [[/^/, ""]],
  });
  host.advance(10_000);
  return host;
}

function present(files: Files): Record<string, string | FakeFile> {
  return Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string | FakeFile] =>
      entry[1] !== undefined
    ),
  );
}

const EVENT = { session_id: "s", cwd: "/p", hook_event_name: "Stop" };

/** Every verb, bare and with its options and operands filled in as somebody would who looks for trouble. */
async function allVerbs(files: Files): Promise<string[]> {
  const said: string[] = [];
  for (const [name, verbRow] of Object.entries(VERBS)) {
    if (name === "trust allow") continue;
    const [options, operands] = [optionRows(verbRow), operandRows(verbRow)];
    const few = Math.max(1, operands.length);
    const words = [
      [],
      ...[["x"], ["T1", "x"], ["Stop"], ["text.md"], [".claude/skills/x/SKILL.md"], ["/c a, /y b"]]
        .map((one) => one.slice(0, few)),
      // A load counts as the first one only for a session that is named.
      ...Object.hasOwn(options, "session")
        ? [["x", "--session", "s"].slice(operands.length ? 0 : 1)]
        : [],
    ];
    const flags = Object.entries(options).flatMap(([option, row]) =>
      row.takes === undefined
        ? [[`--${option}`]]
        : (row.choices ?? []).map((word) => [`--${option}`, word])
    );
    for (const args of words.flatMap((one) => [one, ...flags.map((flag) => [...one, ...flag])])) {
      const host = world(files, JSON.stringify(EVENT));
      // What is loaded a second time is another text.
      for (let use = 1; use <= 2; use++) {
        const { stdout, stderr } = await verb(name)(args, host);
        said.push(stdout, stderr);
      }
      said.push(written(host));
    }
  }
  return said;
}

const INPUTS: readonly object[] = [
  { prompt: "/x a, /y b" },
  { prompt: "zz" },
  { prompt: "a word, /x" },
  { expansion_type: "slash_command", command_name: "x" },
  { tool_name: "Skill", tool_input: { skill: "x" }, tool_use_id: "1" },
  { tool_name: "Edit", tool_input: { file_path: "/p/a.md" }, tool_use_id: "1" },
  { tool_name: "Task", tool_input: { prompt: "x", subagent_type: "x" }, tool_use_id: "1" },
  { source: "startup" },
  { agent_id: "a", agent_type: "Explore" },
];

async function allEvents(files: Files): Promise<string[]> {
  const said: string[] = [];
  for (const event of Object.keys(EVENTS)) {
    for (const input of INPUTS) {
      const host = world(files);
      const text = JSON.stringify({ ...EVENT, hook_event_name: event, ...input });
      const { stdout, stderr } = await answer(text, host);
      said.push(stdout, stderr, written(host));
    }
  }
  return said;
}

/** What we keep of it: caches, pages, records. */
function written({ files }: FakeHost): string {
  const isGiven = (path: string) => /^\/(?:p|proc|home\/ada\/private)\//.test(path);
  return Object.entries(files).filter(([path]) => !isGiven(path))
    .map(([path, text]) => `${path}: ${text}`).join("\n");
}

/** Or the skill's directory, where that is what the link may not leave. */
function isNamed(said: string, target: string): boolean {
  return said.includes(`leaves the project, to "${target}"`) ||
    said.includes(`leaves the skill's directory, to "${target}"`);
}

for (const [slot, text] of Object.entries(SLOTS)) {
  Deno.test(`a link in place of ${slot} leads nowhere outside, and is named`, async () => {
    const hiding = HIDING[slot] === undefined ? {} : { [HIDING[slot]]: undefined };
    const honest = { ...hiding, [slot]: text };
    const own = [...await allVerbs(honest), ...await allEvents(honest)];
    assert(own.some((one) => one.includes(SECRET)), "the file is shown nowhere: nothing is proved");
    for (const target of ["/home/ada/private/file", "/proc/self/environ"]) {
      const files = { ...hiding, [slot]: { link: target }, [target]: text };
      const said = [...await allVerbs(files), ...await allEvents(files)];
      for (const one of said) assert(!one.includes(SECRET), one);
      assert(said.some((one) => isNamed(one, target)), "not named");
    }
  });
}

for (const directory of LINKED_DIRECTORIES) {
  Deno.test(`a link in place of the directory ${directory} leads nowhere outside, and is named`, async () => {
    const isInside = (path: string) => path.startsWith(`${directory}/`);
    const files: Files = { [directory]: { link: "/home/ada/private" } };
    for (const path of Object.keys(BESIDE).filter(isInside)) files[path] = undefined;
    for (const [path, text] of Object.entries(SLOTS).filter(([path]) => isInside(path))) {
      files[`/home/ada/private${path.slice(directory.length)}`] = text;
    }
    const said = [...await allVerbs(files), ...await allEvents(files)];
    for (const one of said) assert(!one.includes(SECRET), one);
    assert(
      said.some((one) => one.includes('leaves the project, to "/home/ada/private')),
      "not named",
    );
  });
}

Deno.test("a link can be approved, and then leads where it was shown to lead", async () => {
  const [slot, text] = ["/p/.claude/skills/x-first-use/SKILL.md", "Whole !`echo ran`\n"];
  const host = world({ [slot]: { link: "/shared/x.md" }, "/shared/x.md": text });
  const load = async () => await verb("skill load")(["x", "--session", crypto.randomUUID()], host);
  assertStringIncludes((await load()).stderr, "if you trust that, run: skillhook");
  const { stdout } = await verb("trust allow")(["--yes"], host);
  assertStringIncludes(stdout, "allow /shared/x.md");
  assertStringIncludes(stdout, `through the link: ${slot}`);
  assertStringIncludes(stdout, "echo ran");
  assertStringIncludes((await load()).stdout, "Whole <skill-output>");
  const { approvals } = JSON.parse((await verb("trust list")(["--json"], host)).stdout);
  assertEquals(approvals.map(({ state }: { state: string }) => state), ["allowed", "allowed"]);
  host.change("/home/ada/.ssh/id", SECRET);
  host.change(slot, { link: "/home/ada/.ssh/id" });
  assertStringIncludes((await load()).stderr, 'leaves the project, to "/home/ada/.ssh/id"');
});

Deno.test("a link to the user's own skills needs no approval", async () => {
  const slot = "/p/.claude/skills/x-first-use/SKILL.md";
  const target = "/home/ada/.claude/skills/mine/SKILL.md";
  const host = world({ [slot]: { link: target }, [target]: "Mine.\n" });
  assertEquals((await verb("skill load")(["x"], host)).stdout, "Mine.\n");
});

Deno.test("a file without end is named and not read", async () => {
  const bytes = new Uint8Array(16 * 1024 * 1024 + 1);
  for (const slot of ["/p/.claude/settings.json", "/p/.claude/skills/x-first-use/SKILL.md"]) {
    const host = world({ [slot]: { bytes } });
    const said = await verb(slot.endsWith(".json") ? "hooks list" : "skill load")(
      slot.endsWith(".json") ? [] : ["x"],
      host,
    );
    assertStringIncludes(said.stderr, "over ");
    assert(!host.log.includes(`readText ${slot}`), "it was read");
  }
});

Deno.test("a worktree of a home that is a repository makes nothing else of the home the project's", () => {
  const host = fakeHost({
    files: {
      "/home/ada/.git/worktrees/w/gitdir": "/home/ada/w/.git\n",
      "/home/ada/w/.git": "gitdir: /home/ada/.git/worktrees/w\n",
      "/home/ada/.claude/settings.json": "{}",
    },
    env: { HOME: "/home/ada" },
  });
  const { holds } = projectBoundary(host, "/home/ada/w");
  assertEquals(["/home/ada/w/x", "/home/ada/.claude/settings.json"].map(holds), [true, false]);
});
