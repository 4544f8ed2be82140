/** Active skills: what is said of them is heeded by the index, `active`, `?`, touched files and the start of a session. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { runBinary } from "../support/binary.ts";
import { type FakeHost, fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { withWorld } from "../support/world.ts";
import { verb } from "../support/verb.ts";

const activeVerb = verb("active");
const S = "/p/.claude/skills";
const FILES = {
  "/p/.git/HEAD": "x",
  [`${S}/react/SKILL.md`]:
    "---\nname: react\ndescription: React ways\ntriggers:\n  files: ['src/**/*.tsx']\n---\nUse hooks.",
  [`${S}/py/SKILL.md`]:
    "---\nname: py\ndescription: Python ways\ntriggers:\n  languages: [python]\n---\nUse types.",
  [`${S}/notes.md`]:
    "---\nname: notes\ndescription: Writes notes\ntrigger: /note\n---\nWrite $ARGUMENTS down.",
  "/h/.claude/skills/mine/SKILL.md": "---\nname: mine\ndescription: My ways\n---\nAs I do.",
};

function world(more: FakeWorld = {}): FakeHost {
  const files = { ...FILES, ...more.files };
  const host = fakeHost({ cwd: "/p/sub", env: { HOME: "/h" }, ...more, files });
  host.advance(10_000);
  return host;
}

const run = async (host: FakeHost, line: string) => {
  const [name = "", ...args] = line.split(" ");
  return await verb(name)(args, host);
};

async function fire(host: FakeHost, event: string, fields: object = {}) {
  const input = { hook_event_name: event, session_id: "s1", cwd: "/p/sub", ...fields };
  const { stdout } = await answer(JSON.stringify(input), host);
  return stdout === "" ? {} : JSON.parse(stdout);
}

const contextOf = (document: { hookSpecificOutput?: { additionalContext?: string } }) =>
  document.hookSpecificOutput?.additionalContext ?? "";
const begin = async (host: FakeHost, source = "startup") =>
  contextOf(await fire(host, "SessionStart", { source }));

/** What is said, what is asked, the skills whose texts are printed, in their order. */
const CHOSEN: readonly [said: readonly string[], ask: string, names: string][] = [
  [[], "active", "mine py react notes"],
  [["deactivate py"], "active", "mine react notes"],
  [["activate py"], "active", "py"],
  [["activate py", "activate notes"], "active", "py notes"],
  [["activate py", "deactivate py"], "active", "mine react notes"],
  [["activate py", "activate --reset py"], "active", "mine py react notes"],
  [["activate py notes", "activate --reset"], "active", "mine py react notes"],
  [[], "active --for src/a.tsx", "react"],
  [[], "active --for ../src/a.tsx", ""],
  [[], "active --for /p/sub/src/deep/a.tsx", "react"],
  [[], "active --project /p --for /p/src/a.tsx", "react"],
  [[], "active --project /p --for x.py /p/src/a.tsx", "py react"],
  [[], "active --for README.md", ""],
  [["activate mine"], "active --for x.py", "mine py"],
  [["deactivate py"], "active --for x.py", ""],
  [["activate py --scope session --session s1"], "active", "mine py react notes"],
  [["activate py --scope session --session s1"], "active --session s1", "py"],
  [["activate py --project /p"], "active", "py"],
  [["activate py --project /elsewhere"], "active", ""],
  [["deactivate py"], "active py", "py"],
  [[], "active react --for x.py", "react py"],
  [["activate py"], "active --for x.tsx py", "py"],
];
Deno.test("active prints what was made active, and with --for what waits for such a file", async () => {
  for (const [said, ask, names] of CHOSEN) {
    const host = world();
    for (const line of said) {
      const { code, stderr } = await run(host, line);
      // A place that is said has to be there.
      assertEquals(code, line.includes("/elsewhere") ? 64 : 0, stderr);
    }
    const { stdout } = await run(host, ask);
    const found = [...stdout.matchAll(/^## (.*)$/gm)].map(([, name]) => name).join(" ");
    const expected = said.some((line) => line.includes("/elsewhere"))
      ? "mine py react notes"
      : names;
    assertEquals(found, expected, `${said}; ${ask}`);
  }
});

Deno.test("active resolves the texts that have room, names their root, and bounds the list of the others", async () => {
  const long = "A line of some words.\n".repeat(60);
  const many = Array.from({ length: 700 }, (_, at) => [
    `${S}/many/m${at}/SKILL.md`,
    `---\nname: m-${at}-${"x".repeat(30)}\ndescription: d\n---\n${long}!\`date\`\n`,
  ]);
  const host = world({
    files: {
      "/h/.claude/skills/whole/SKILL.md":
        "---\nname: whole\ndescription: d\n---\nSee @more.md in ${SKILL_ROOT}, {{X}}, !`date`\n",
      "/h/.claude/skills/whole/more.md": "the rest",
      ...Object.fromEntries(many),
    },
    commands: [[/date/, "today\n"]],
  });
  const { stdout, stderr } = await activeVerb([], host);
  assertStringIncludes(
    stdout,
    "## whole\n\n*d*\n\nSKILL_ROOT: /h/.claude/skills/whole\n\n" +
      "See the rest in /h/.claude/skills/whole, {{X}}, <skill-output>\ntoday\n</skill-output>",
  );
  assertEquals(host.ran.length, 1, "a project's commands are not allowed, others have no room");
  assertStringIncludes(stderr, "Unresolved token {{X}}");
  const tokens = Math.ceil(stdout.trimEnd().length / 4);
  assert(tokens <= 8_000 && tokens > 6_400, `${tokens}`);
  const notice = stdout.slice(stdout.lastIndexOf("[skillhook: left out"));
  assert(notice.length / 4 <= 8_000 * 0.05, notice);
  const named = notice.match(/m-\d/g)!.length;
  const [, more] = /and (\d+) more\]/.exec(notice)!;
  const shown = [...stdout.matchAll(/^## (?:m-|whole|mine)/gm)].length;
  assertEquals([named, named + Number(more) + shown], [10, 705]);
  const small = await activeVerb(["--budget", "120"], world({ files: Object.fromEntries(many) }));
  assert(Math.ceil(small.stdout.trimEnd().length / 4) <= 120, small.stdout);
});

Deno.test("an inactive skill is not listed, not named for a file, and not offered; the user may type its name", async () => {
  const said = async (host: FakeHost) => {
    const help = (await fire(host, "UserPromptSubmit", { prompt: "?" })).systemMessage as string;
    const touch = { tool_name: "Read", tool_input: { file_path: "/p/sub/src/a.tsx" } };
    return {
      help: help.includes("  /note Writes notes"),
      index: (await run(host, "index")).stdout.includes("react"),
      list: /react .* not active/.test((await run(host, "skills")).stdout),
      start: (await begin(host)).includes(
        "- notes: Writes notes (/note, /p/.claude/skills/notes.md)",
      ),
      touch: contextOf(await fire(host, "PostToolUse", touch)).includes('skill "react" is for'),
    };
  };
  const yes = { help: true, index: true, list: false, start: true, touch: true };
  assertEquals(await said(world()), yes);
  const host = world();
  await run(host, "deactivate react notes");
  assertEquals(await said(host), {
    help: false,
    index: false,
    list: true,
    start: false,
    touch: false,
  });
  const typed = await fire(host, "UserPromptSubmit", { prompt: "/note milk" });
  assertStringIncludes(contextOf(typed), "Write milk down.");
  await run(host, "activate --reset");
  assertEquals(await said(world()), yes);
});

Deno.test("SessionStart brings the texts of active skills, once per context, and lists them no more", async () => {
  const host = world();
  assertEquals((await begin(host)).includes("# Active Skills"), false);
  await run(host, "activate notes react --session s1");
  const text = await begin(host, "resume");
  assertStringIncludes(
    text,
    "## notes\n\n*Writes notes*\n\nSKILL_ROOT: /p/.claude/skills\n\nWrite",
  );
  assertStringIncludes(text, "## react");
  assertEquals(text.includes("- notes:"), false);
  assertEquals((await begin(host, "resume")).includes("# Active"), false, "it is in the context");
  for (const source of ["compact", "clear", "startup"]) {
    assertStringIncludes(await begin(host, source), "Use hooks.", source);
  }
  const other = contextOf(
    await fire(host, "SessionStart", { source: "startup", session_id: "s2" }),
  );
  assertEquals(other.includes("# Active"), false);
  const long = world({
    files: { [`${S}/big/SKILL.md`]: `---\nname: big\n---\n${"word ".repeat(9e3)}` },
  });
  await run(long, "activate big --session s1");
  const cut = await begin(long);
  assert(cut.length < 9_500 && cut.includes("left out"), `${cut.length}`);
});

Deno.test("a skill that is active and pinned comes once after a compaction", async () => {
  const stub = "---\nname: go\ndescription: d\nlifecycle: pinned\n---\nstub";
  const files = { [`${S}/go/SKILL.md`]: stub, [`${S}/go-first-use/SKILL.md`]: "All of it.\n" };
  const host = world({ files });
  await fire(host, "PreToolUse", { tool_name: "Skill", tool_input: { skill: "go" } });
  assertEquals((await begin(host, "compact")).split("All of it.").length, 2);
  await run(host, "activate go --session s1");
  const text = await begin(host, "compact");
  assertEquals([text.split("All of it.").length, text.includes("## go\n\n")], [2, true]);
});

/** Arguments, exit code, what is said. */
const REFUSED: readonly [line: string, code: number, said: string][] = [
  ["activate rect", 1, 'There is no skill "rect": did you mean "react"?'],
  ["activate", 64, "Missing argument NAME"],
  ["deactivate", 64, "Missing argument NAME"],
  ["activate py --scope session", 64, "Cannot tell which session is meant"],
  ["activate py --scope day", 64, 'must be one of session, project: got "day"'],
];
Deno.test("activate says what it cannot do", async () => {
  for (const [line, code, said] of REFUSED) {
    const outcome = await run(world(), line);
    assertEquals([outcome.code, outcome.stdout], [code, ""], line);
    assertStringIncludes(outcome.stderr, said);
  }
  const homeless = await run(world({ env: {} }), "activate py");
  assertEquals(homeless.code, 1);
  assertStringIncludes(homeless.stderr, "Cannot remember which skills are active");
});

/** A message, what is submitted for it. */
const MESSAGES: readonly [message: string, submitted: string][] = [
  ["/note buy milk\nand bread", "Write buy milk\nand bread down."],
  ["  /note x", "Write x down."],
  ["/note", "Write  down."],
  ["/notes x", "/notes x"],
  ["note x", "note x"],
  ["", ""],
  ["/", "/"],
];
Deno.test("skill submit gives a skill's text for its command, and any other message as it is", async () => {
  for (const [message, submitted] of MESSAGES) {
    const { stdout, code } = await verb("skill submit")(["-"], world({ stdin: message }));
    assertEquals([code, stdout], [0, submitted], message);
  }
});

Deno.test("the program remembers for a project, whatever it is called, and a hook reads it", async () => {
  const project = { "a ü $x/.claude/skills/py/SKILL.md": FILES[`${S}/py/SKILL.md`]! };
  await withWorld({ project }, async ({ project, home, ...world }) => {
    const cwd = `${project}/a ü $x`;
    const env = { ...world.env, CLAUDE_PROJECT_DIR: cwd };
    const said = await runBinary({ args: ["activate", "py"], cwd, env });
    assertEquals([said.code, said.stderr], [0, ""]);
    const printed = await runBinary({ args: ["active"], cwd, env });
    assertStringIncludes(printed.stdout, `SKILL_ROOT: ${cwd}/.claude/skills/py\n\nUse types.`);
    const event = { hook_event_name: "SessionStart", session_id: "s9", source: "startup", cwd };
    const hook = await runBinary({ args: [], stdin: JSON.stringify(event), cwd, env });
    assertStringIncludes(
      JSON.parse(hook.stdout).hookSpecificOutput.additionalContext,
      "Use types.",
    );
    if (Deno.build.os === "windows") return;
    const state = `${home}/.local/state/skillhook/active`;
    const modes = [state, `${state}/skills.jsonl`].map((path) => Deno.statSync(path).mode! & 0o777);
    assertEquals(modes, [0o700, 0o600]);
  });
});
