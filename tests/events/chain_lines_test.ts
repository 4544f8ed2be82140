/** Chains that will not run as they were typed: what the user is told, what the model is told to wait for. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { cooperativeSkill, withWorld } from "../support/world.ts";

const EXIT = ["/handoff --commit", "/commit"];
const SKILLS = {
  ".claude/skills/design/SKILL.md": cooperativeSkill("design", EXIT),
  ".claude/skills/plan-adhoc/SKILL.md": cooperativeSkill("plan-adhoc", EXIT),
  ".claude/skills/handoff/SKILL.md": cooperativeSkill("handoff", ["/commit"]),
  ".claude/skills/commit/SKILL.md": cooperativeSkill("commit"),
  ".claude/skills/brainstorm/SKILL.md": "---\nname: brainstorm\ndescription: Thinks\n---\n\nText\n",
  ".claude/skills/odd/SKILL.md": cooperativeSkill("odd", ["/gone x", "/commit"]),
};

interface Answer {
  readonly context: string;
  readonly message: string | undefined;
}

/** What prompts of one session are answered, in order. */
async function answers(prompts: readonly string[]): Promise<Answer[]> {
  const found: Answer[] = [];
  await withWorld({ project: SKILLS }, async ({ project, env }) => {
    for (const prompt of prompts) {
      const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: project, prompt };
      const { stdout } = await runBinary({
        args: ["hook"],
        stdin: JSON.stringify(event),
        env,
        cwd: project,
      });
      const answer = stdout === "" ? {} : JSON.parse(stdout);
      const context = answer.hookSpecificOutput?.additionalContext ?? "";
      // What was read comes first; here it is about the lines behind it.
      const lines: string[] = answer.systemMessage?.split("\n") ?? [];
      const others = lines.filter((line) => !line.startsWith("skillhook: chain "));
      found.push({ context, message: others.length === 0 ? undefined : others.join("\n") });
    }
  });
  return found;
}

/** The steps that run unasked, and those that wait. */
function stepsOf({ context }: Answer): [string | undefined, string | undefined] {
  return [
    /^Continuation: (.*)$/m.exec(context)?.[1],
    /^Waiting for the user's word: (.*)$/m.exec(context)?.[1],
  ];
}

Deno.test("hook names a step that leads nowhere, and lets what stands behind it wait", async () => {
  const rows: [prompt: string, runs: string, waits: string, message: string][] = [
    [
      "/design x, /plan-adoc y",
      "(empty)",
      "/handoff --commit, /commit",
      'skillhook: "/plan-adoc" is no skill here: did you mean "/plan-adhoc"? It is no step of the ' +
      'chain, and "/handoff --commit, /commit" waits for your word',
    ],
    [
      "/design x, /plan-adhoc y, /brainstorm z, /commit",
      "/plan-adhoc y\\, /brainstorm z",
      "/commit",
      'skillhook: "/brainstorm" takes no part in chains. It is no step of the chain, and "/commit" ' +
      "waits for your word",
    ],
    [
      "/design x and\n- /plan-adhoc\n- /orchestrat\n- /commit",
      "/plan-adhoc",
      "/commit",
      'skillhook: "/orchestrat" is no skill here. It is no step of the chain, and "/commit" waits ' +
      "for your word",
    ],
  ];
  const found = await answers(rows.map(([prompt]) => prompt));
  for (const [index, [prompt, runs, waits, message]] of rows.entries()) {
    assertEquals(stepsOf(found[index]!), [runs, waits], prompt);
    assertEquals(found[index]!.message, message, prompt);
  }
});

Deno.test("hook names a missing default exit once a session, and leaves it out", async () => {
  const [first, second] = await answers(["/odd a", "/odd b"]);
  assertEquals(stepsOf(first!), ["/commit", undefined]);
  assertEquals(stepsOf(second!), ["/commit", undefined]);
  assertEquals(
    first!.message,
    'skillhook: Left out of the chain: the default exit "/gone x", which leads to no skill here',
  );
  assertEquals(second!.message, undefined);
});

Deno.test("hook names a first skill that takes no part while others do", async () => {
  const [mixed, alone] = await answers(["/brainstorm x, /commit", "/brainstorm x"]);
  assertEquals(mixed, {
    context: "",
    message: 'skillhook: "/brainstorm" takes no part in chains: "/commit" stays in its arguments',
  });
  assertEquals(alone, { context: "", message: undefined });
});

Deno.test("hook has the model start a first skill that the agent does not", async () => {
  const [comma, blank] = await answers(["/design, /plan-adhoc", "/design x, /plan-adhoc"]);
  assertStringIncludes(
    comma!.context,
    "The agent has not started the current skill. Invoke it first via Skill tool:\n" +
      '  Skill(skill: "design", args: "[CONTINUATION: /plan-adhoc, /handoff --commit, /commit]")\n',
  );
  assertEquals(blank!.context.includes("has not started"), false);
});

Deno.test("hook says nothing about names in a list of pages, and explain names the rule", async () => {
  const prompt = "/design pages: home, /commit, /about";
  const [answer] = await answers([prompt]);
  assertEquals([stepsOf(answer!), answer!.message], [
    ["/handoff --commit, /commit", undefined],
    undefined,
  ]);
  await withWorld({ project: SKILLS }, async ({ project, env }) => {
    const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: project, prompt };
    const stdin = JSON.stringify(event);
    const { stdout } = await runBinary({ args: ["explain"], stdin, env, cwd: project });
    assertStringIncludes(stdout, "/commit is no step: it stands in a list of pages");
  });
});

Deno.test("doctor, chain skills and skill lint name a missing default exit; next names a missing bracket", async () => {
  await withWorld({ project: SKILLS }, async ({ project, env }) => {
    for (const args of [["chain", "skills"], ["skill", "lint"], ["doctor"]]) {
      const { stdout, stderr } = await runBinary({ args, env, cwd: project });
      assertStringIncludes(
        stdout + stderr,
        'Default exit "/gone" leads to no skill',
        args.join(" "),
      );
    }
    const open = { args: ["chain", "next", "-"], stdin: "x [CONTINUATION: /commit", env };
    const { code, stderr } = await runBinary(open);
    assertEquals(code, 1);
    assertStringIncludes(stderr, 'the "]" that closes "[CONTINUATION:" is missing');
  });
});

Deno.test("the three lists of flaws name an exit that the model may not call, and a skill without its tool", async () => {
  const hidden = cooperativeSkill("hidden").replace(
    "---\n",
    "---\ndisable-model-invocation: true\n",
  );
  const tied = cooperativeSkill("tied", ["/hidden"]).replace("---\n", "---\nallowed-tools: Read\n");
  const project = {
    ".claude/skills/hidden/SKILL.md": hidden,
    ".claude/skills/tied/SKILL.md": tied,
  };
  await withWorld({ project }, async ({ project, env }) => {
    for (const args of [["chain", "skills"], ["skill", "lint"], ["doctor"]]) {
      const { stdout, stderr } = await runBinary({ args, env, cwd: project });
      for (const flaw of ['Default exit "/hidden": the model may not call', 'lacks "Skill"']) {
        assertStringIncludes(stdout + stderr, flaw, args.join(" "));
      }
    }
  });
});

Deno.test("every shortcut and directive shows the user a short line, and none of the model's instructions", async () => {
  const typed = ["s", "x", "xc", "h", "hc", "ci", "r", "d: the colours", "p: write a test"];
  for (const [at, { context, message }] of (await answers(typed)).entries()) {
    const key = typed[at]!.split(":")[0]!;
    assertStringIncludes(message ?? "", `skillhook: ${key} = `);
    assertEquals([message!.length < 120, message!.includes("\n")], [true, false], message);
    assertEquals(context.includes(message!), false);
    assertStringIncludes(context, "[");
  }
});
