/** What the end of a turn, other prompts, compaction, forks and new sessions do to a chain. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { verb } from "../support/verb.ts";
import { namedCall, Sessions } from "./session.ts";

const EXITS = { design: [], "plan-adhoc": [], commit: [] };
const PROMPT = "/design plans/foo, /plan-adhoc and /commit";
const NEXT = { skill: "plan-adhoc", args: "[CONTINUATION: /commit]" };

async function begun(session = "s"): Promise<Sessions> {
  const sessions = new Sessions(EXITS);
  const { message } = await sessions.prompt(session, PROMPT);
  assertEquals(message, "skillhook: chain 1/3 /design plans/foo → /plan-adhoc → /commit");
  return sessions;
}

const WAITING: readonly (readonly [string, string, object?])[] = [
  ["a question", "I wrote the design.\n\nShall I go on with variant A?"],
  ["a question before a list of choices", "Which one do you want?\n\n1. the first\n2. the second"],
  ["a question in bold", "**Is this what you meant?**"],
  ["a question with its answers", "Do you want me to go on? (y/n)"],
  ["a question with what follows from it", "Shall I start step 2? If so, I begin with the tests."],
  ["a question of another script", "続けますか？"],
  ["work in the background", "It runs.", { background_tasks: [{ id: "b1", type: "shell" }] }],
];

for (const [name, message, more] of WAITING) {
  Deno.test(`${name} at the end of a turn is no forgotten step, and the answer belongs to the chain`, async () => {
    const sessions = await begun();
    assertEquals((await sessions.stop("s", message, more)).reason, "");
    await sessions.prompt("s", "yes, the first");
    assertEquals(namedCall((await sessions.stop("s")).reason), NEXT);
    await sessions.skill("s", "plan-adhoc");
    assertEquals(namedCall((await sessions.stop("s")).reason)!.skill, "commit");
    await sessions.skill("s", "commit");
    assertEquals((await sessions.stop("s")).reason, "");
    assertEquals((await sessions.prompt("s", "h?")).context.includes("Unfinished chain"), false);
  });
}

Deno.test("a statement with a question mark inside is no question", async () => {
  const sessions = await begun();
  assert((await sessions.stop("s", "Why? Because. The design is done.")).reason !== "");
});

Deno.test("work in the background that is over keeps nobody from the next step", async () => {
  const sessions = await begun();
  const more = { background_tasks: [{ id: "b1", type: "shell", status: "completed" }] };
  assertEquals(namedCall((await sessions.stop("s", "Done.", more)).reason), NEXT);
});

Deno.test("the end of one turn, told several times at once, is one reminder", async () => {
  const sessions = await begun();
  const answers = await Promise.all([1, 2, 3, 4].map(() => sessions.stop("s")));
  assertEquals(answers.filter(({ reason }) => reason !== "").length, 1);
});

Deno.test("a record that another session is about to write is left alone", async () => {
  const sessions = await begun();
  const path = "/h/.local/state/skillhook/chains/fresh";

  sessions.host.writeText(path, "", { mode: 0o600 });
  await sessions.fire("t", "SessionStart", { source: "startup" });
  assertEquals(sessions.host.stat(path)?.kind, "file");
});

Deno.test("any other prompt suspends the chain without loss", async () => {
  const sessions = await begun();
  await sessions.prompt("s", "what is a monad");
  assertEquals(await sessions.stop("s", "A monoid."), await sessions.stop("s", "A monoid."));
  const { context, message } = await sessions.prompt("s", "r");
  assertEquals(namedCall(context), NEXT);
  assertEquals(
    message,
    "skillhook: resuming the chain at 1/3 /design plans/foo → /plan-adhoc → /commit",
  );
  assertEquals(namedCall((await sessions.stop("s")).reason), NEXT);
});

Deno.test("a suspended chain goes on where the model calls its next step", async () => {
  const sessions = await begun();
  await sessions.prompt("s", "what is a monad");
  await sessions.stop("s", "A monoid.");
  const { context, args } = await sessions.skill("s", "plan-adhoc");
  assertEquals(args, "[CONTINUATION: /commit]");
  assertEquals(namedCall(context), { skill: "commit", args: "" });
});

Deno.test("a chain typed anew takes the place of an unfinished one, and says so", async () => {
  const sessions = await begun();
  const { message } = await sessions.prompt("s", "/plan-adhoc x, /commit");
  assertStringIncludes(message, "it replaces the unfinished 1/3 /design plans/foo");
  assertEquals(namedCall((await sessions.stop("s")).reason)!.skill, "commit");
});

Deno.test("a finished chain is over", async () => {
  const sessions = await begun();
  await sessions.skill("s", "plan-adhoc");
  await sessions.skill("s", "commit");
  assertEquals((await sessions.stop("s")).reason, "");
  const later = await sessions.skill("s", "commit");
  assertEquals([later.context, later.args], ["", undefined]);
  const after = await sessions.fire("s", "SessionStart", { source: "compact" });
  assertEquals(after.context.includes("CONTINUATION"), false);
  assertEquals((await sessions.fire("t", "SessionStart", { source: "startup" })).message, "");
});

Deno.test("two sessions at once never mix", async () => {
  const sessions = await begun("one");
  await sessions.prompt("two", "/design other, /commit");
  assertEquals(namedCall((await sessions.stop("two")).reason)!.skill, "commit");
  assertEquals((await sessions.skill("one", "plan-adhoc")).args, "[CONTINUATION: /commit]");
  assertEquals((await sessions.skill("two", "plan-adhoc")).context, "");
});

Deno.test("a subagent is told nothing of the chain, and its end is no end of the turn", async () => {
  const sessions = await begun();
  const call = await sessions.skill("s", "plan-adhoc", "", { agent_id: "a1" });
  assertEquals([call.context, call.args], ["", undefined]);
  assertEquals((await sessions.stop("s", "Done.", { agent_id: "a1" })).reason, "");
});

for (const source of ["compact", "resume"]) {
  Deno.test(`after ${source} the model knows the position and the next call, in under 400 characters`, async () => {
    const sessions = await begun();
    await sessions.skill("s", "plan-adhoc");
    const { context } = await sessions.fire("s", "SessionStart", { source });
    const position = context.slice(context.indexOf("[CONTINUATION-PASSING]"));
    assertStringIncludes(position, "step 2/3, in progress: /plan-adhoc");
    assert(position.split("\n\n")[0]!.length < 400);
    assertEquals(namedCall(position), { skill: "commit", args: "" });
  });
}

Deno.test("the position fits however long the chain's arguments are", async () => {
  const sessions = new Sessions(EXITS);
  await sessions.prompt(
    "s",
    `/design ${"word ".repeat(500)}, /plan-adhoc ${"more ".repeat(500)}, /commit`,
  );
  const { context } = await sessions.fire("s", "SessionStart", { source: "compact" });
  assert(context.length < 400, String(context.length));
  assertStringIncludes(context, "skillhook chain resume");
});

Deno.test("the summariser reads the position and the skills in use, in under 600 characters", async () => {
  const sessions = await begun();
  for (let index = 0; index < 3; index++) await sessions.skill("s", "plan-adhoc");
  const { text } = await sessions.fire("s", "PreCompact", { trigger: "auto" });
  assertStringIncludes(text, "2/3");
  assertStringIncludes(text, "Skills in use: plan-adhoc");
  assert(text.length < 600);
});

Deno.test("a fork goes on with the chain that its transcript repeats, and each keeps its own", async () => {
  const sessions = await begun();
  await sessions.skill("s", "plan-adhoc");
  const start = { source: "fork", transcript_path: "/t/fork.jsonl" };
  // The agent writes the transcript later, and names the prompts anew.
  const told = await sessions.fire("f", "SessionStart", start);
  assertEquals(told.context.includes("CONTINUATION"), false);
  assertStringIncludes(told.message, "a chain is unfinished here: 2/3");
  const said =
    "[CONTINUATION-PASSING]\nCurrent: /design plans/foo\nContinuation: /plan-adhoc, /commit\n\nA";
  sessions.host.makeDirectory("/t");
  sessions.host.writeText("/t/fork.jsonl", JSON.stringify({ attachment: { content: [said] } }));
  sessions.host.writeText("/t/other.jsonl", JSON.stringify({ content: "something else" }));
  const { context } = await sessions.skill("f", "commit", "", start);
  assertStringIncludes(context, "step 3/3");
  assertEquals(namedCall((await sessions.stop("s")).reason)!.skill, "commit");
  await sessions.fire("g", "SessionStart", start);
  assertEquals(namedCall((await sessions.stop("g", "Done.", start)).reason)!.skill, "commit");
  await sessions.fire("late", "SessionStart", start);
  const late = { transcript_path: "/t/late.jsonl" };
  const sleep = sessions.host.sleep.bind(sessions.host);
  sessions.host.sleep = (pause) => {
    // The event's own deadline is longer.
    if (pause > 100) return sleep(pause);
    sessions.host.writeText("/t/late.jsonl", JSON.stringify({ content: [said] }));
    return Promise.resolve();
  };
  assertEquals(namedCall((await sessions.stop("late", "Done.", late)).reason)!.skill, "commit");
  await sessions.fire("h", "SessionStart", start);
  const other = { transcript_path: "/t/other.jsonl" };
  assertEquals((await sessions.skill("h", "commit", "", other)).context, "");
  assertEquals((await sessions.stop("h", "Done.", start)).reason, "");
});

Deno.test("a new session tells the user of an unfinished chain, never the model, and r takes it up", async () => {
  const sessions = await begun();
  for (const source of ["startup", "clear"]) {
    const { context, message } = await sessions.fire("t", "SessionStart", { source });
    assertEquals(context.includes("CONTINUATION"), false);
    assertStringIncludes(message, "a chain is unfinished here: 1/3 /design plans/foo");
  }
  assertEquals(namedCall((await sessions.prompt("t", "r")).context), NEXT);
  assertEquals((await sessions.skill("t", "plan-adhoc")).args, "[CONTINUATION: /commit]");
  const resumed = await sessions.fire("s", "SessionStart", { source: "resume" });
  assertEquals([resumed.context.includes("CONTINUATION"), resumed.message], [false, ""]);
  await sessions.skill("t", "commit");
  await sessions.stop("t");
  assertEquals((await sessions.fire("u", "SessionStart", { source: "startup" })).message, "");
});

for (
  const [what, more, isSeen] of [
    ["a repository's top", { "/p/.git/HEAD": "" }, true],
    ["no repository", {}, false],
  ] as const
) {
  Deno.test(`at ${what} a chain begun in a subdirectory is ${isSeen ? "seen" : "another project's"}`, async () => {
    const sessions = new Sessions(EXITS, {
      ...more,
      "/p/pkg/x": "",
      "/p/pk/x": "",
      "/prefix/x": "",
    });
    const below = Object.assign(Object.create(sessions.host), {
      env: (name: string) => name === "CLAUDE_PROJECT_DIR" ? "/p/pkg" : sessions.host.env(name),
    });
    const { answer } = await import("../../src/runner.ts");
    const input = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/p/pkg" };
    await answer(JSON.stringify({ ...input, prompt: PROMPT, prompt_id: "p" }), below);
    const listed = async (project: string) => {
      const { stdout } = await verb("chain list")(["--json", "--project", project], sessions.host);
      return JSON.parse(stdout!).length;
    };
    assertEquals(await Promise.all(["/p/pkg", "/p", "/p/pk", "/prefix"].map(listed)), [
      1,
      isSeen ? 1 : 0,
      0,
      0,
    ]);
    const { message } = await sessions.fire("t", "SessionStart", { source: "startup" });
    assertEquals(message.includes("a chain is unfinished here: 1/3"), isSeen);
  });
}

Deno.test("without a chain, r is what it was, and ? says nothing of one", async () => {
  const sessions = new Sessions(EXITS);
  assertStringIncludes((await sessions.prompt("s", "r")).context, "In progress");
  assertEquals((await sessions.prompt("s", "h?")).context.includes("Unfinished chain"), false);
  await sessions.prompt("s", PROMPT);
  assertStringIncludes((await sessions.prompt("s", "h?")).context, "Unfinished chain: 1/3");
});

for (const [word, reminders] of [["off", 0], ["once", 1], ["always", 2]] as const) {
  Deno.test(`chain: remind: ${word} reminds of a step ${reminders} times`, async () => {
    const settings = { "/p/.claude/skillhook.yaml": `chain:\n  remind: ${word}\n` };
    const sessions = new Sessions(EXITS, settings);
    await sessions.prompt("s", PROMPT);
    let count = 0;
    for (let round = 0; round < 5; round++) if ((await sessions.stop("s")).reason !== "") count++;
    assertEquals(count, reminders);
  });
}

Deno.test("what cannot be counted is not said: a state directory that is a file", async () => {
  const sessions = new Sessions(EXITS, { "/h/.local/state/skillhook/chains": "" });
  const input = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/p", prompt: PROMPT };
  await sessions.fire("s", "Stop").then((answer) => assertEquals(answer.reason, ""));
  const { answer } = await import("../../src/runner.ts");
  const { stdout, stderr } = await answer(JSON.stringify(input), sessions.host);
  assertStringIncludes(stdout, "Current: /design plans/foo");
  assertStringIncludes(stderr, "Cannot keep how far the chain has come");
});

Deno.test("a record that was cut short or is somebody else's loses no more than its broken lines", async () => {
  const sessions = await begun();
  await sessions.skill("s", "plan-adhoc");
  const path = "/h/.local/state/skillhook/chains/s";
  const whole = sessions.host.readText(path)!;
  for (let length = 0; length <= whole.length; length += 7) {
    sessions.host.writeText(
      path,
      whole.slice(0, length) + '\n{"at":1}\nnull\n{"at":"x","is":"begun"}\n',
    );
    await sessions.stop("s", "Go on?");
  }
  sessions.host.writeText(path, whole + whole.slice(0, 9));
  assertEquals(namedCall((await sessions.stop("s")).reason)!.skill, "commit");
});

const UNSURE = "/design x, /plan-adhoc, /plan-adoc and /commit";

Deno.test("what stands behind an unknown name is not handed over before the user's word", async () => {
  const sessions = new Sessions(EXITS);
  const { message } = await sessions.prompt("s", UNSURE);
  assertStringIncludes(message, '"/commit" waits for your word');
  const call = { skill: "plan-adhoc", args: ", /plan-adoc" };
  assertEquals(namedCall((await sessions.stop("s")).reason), call);
  const step = await sessions.skill("s", "plan-adhoc", "[CONTINUATION: /commit]");
  assertEquals(step.args, call.args);
  assertStringIncludes(step.context, "Continuation: (empty)\nWaiting for the user's word: /commit");
  const { context } = await sessions.fire("s", "SessionStart", { source: "compact" });
  assertStringIncludes(context, "ask before it runs");
  const end = await sessions.stop("s");
  assertEquals(end.reason, "");
  assertStringIncludes(end.message, "waits for your word at 2/3");
  const resumed = await sessions.prompt("s", "r");
  assertEquals(namedCall(resumed.context), { skill: "commit", args: "" });
  assertEquals(namedCall((await sessions.stop("s")).reason), { skill: "commit", args: "" });
});

Deno.test("the answer to a question is the word, where the model goes on by it", async () => {
  const sessions = new Sessions(EXITS);
  await sessions.prompt("s", UNSURE);
  await sessions.skill("s", "plan-adhoc");
  await sessions.stop("s", "There is no /plan-adoc. Shall /commit run?");
  await sessions.prompt("s", "yes");
  await sessions.skill("s", "commit");
  assertEquals(await sessions.stop("s"), {
    context: "",
    message: "",
    reason: "",
    args: undefined,
    text: "",
  });
  assertEquals((await sessions.prompt("s", "h?")).context.includes("Unfinished chain"), false);
});

Deno.test("a chain that waits does so in the session that goes on with it, until the user says r", async () => {
  const sessions = new Sessions(EXITS);
  await sessions.prompt("s", UNSURE);
  await sessions.skill("s", "plan-adhoc");
  await sessions.stop("s");
  assertEquals(namedCall((await sessions.prompt("t", "r")).context), { skill: "commit", args: "" });
});

Deno.test("chain skip and cancel change the chain, and are refused where nothing is left to change", async () => {
  const { host } = await begun();
  const said: string[] = [];
  for (const word of ["skip", "skip", "skip", "cancel", "resume"]) {
    const { stdout, stderr } = await verb(`chain ${word}`)(["--session", "s"], host);
    said.push((stdout + stderr).trim().split("\n").at(-1)!.split(/[:(]/, 2).join(":"));
  }
  assertEquals(said, [
    "Next: Skill",
    "Next: nothing, this is the last step",
    "skillhook: Cannot skip a step",
    "The chain is cancelled",
    "skillhook: There is no unfinished chain",
  ]);
});
