/** Our own hooks in a session: chains are handed over link by link, skills come whole once, and no process is started. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { playHost } from "../../src/cli/play_terms.ts";
import { builtBinary, runBinary } from "../support/binary.ts";
import { fakeHost } from "../support/fake_host.ts";
import { cooperativeSkill, withWorld } from "../support/world.ts";

const PROGRAM = "/opt/skillhook/bin/skillhook";

Deno.test("our own program in hook mode answers here, whatever starts it; others are started", async () => {
  const world = fakeHost({
    files: { [PROGRAM]: "", "/usr/bin/skillhook": { link: PROGRAM }, "/other/skillhook": "" },
    env: { HOME: "/home/ada" },
    executable: PROGRAM,
    commands: [[/./, "from a process"]],
  });
  const host = playHost(world, undefined);
  const decoder = new TextDecoder();
  const run = async (program: string, ...args: string[]) => {
    const stdin = JSON.stringify({
      ...{ session_id: "s", transcript_path: "/t", cwd: "/code" },
      ...{ hook_event_name: "UserPromptSubmit", prompt: "x" },
    });
    const command = {
      program,
      args,
      stdin,
      env: { HOME: "/home/ada" },
      deadlineMs: 1,
      outputCap: 9999,
    };
    return decoder.decode((await host.run(command)).stdout.head);
  };
  for (
    const words of [[PROGRAM, "hook"], ["/usr/bin/skillhook", "hook"], [
      "/bin/sh",
      "-c",
      `"${PROGRAM}" hook`,
    ], ["/bin/sh", "-c", ` ${PROGRAM} hook `]]
  ) {
    assertStringIncludes(await run(...words as [string]), "[SHORTCUT x: execute]", words.join(" "));
  }
  assertEquals(world.ran, []);
  for (
    const words of [
      ["/other/skillhook", "hook"],
      [PROGRAM, "hook", "--home", "/x"],
      [PROGRAM, "list"],
      ["/bin/sh", "-c", `${PROGRAM} hook; rm x`],
      ["/bin/sh", "-c", `A=1 ${PROGRAM} hook`],
    ]
  ) {
    assertEquals(await run(...words as [string]), "from a process", words.join(" "));
  }
});

Deno.test("a chain is handed over through our hooks, where the settings have them", async () => {
  const handler = { type: "command", command: await builtBinary(), args: ["hook"] };
  const events = ["UserPromptSubmit", "UserPromptExpansion", "PreToolUse", "Stop"];
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [handler] }]]));
  const names = ["design", "plan-adhoc", "orchestrate"];
  const home = {
    ".claude/settings.json": JSON.stringify({ hooks }),
    ...Object.fromEntries(
      names.map((name) => [`.claude/skills/${name}/SKILL.md`, cooperativeSkill(name)]),
    ),
    ".claude/skills/greet/SKILL.md": "---\ndescription: Greets.\n---\nA stub.\n",
    ".claude/skills/greet-first-use/SKILL.md":
      "---\ndescription: All of greet.\nuser-invocable: false\n---\nBow low.\n",
  };
  const link = (skill: string, args: string) => ({ name: "Skill", input: { skill, args } });
  const turns = [
    {
      expect: { contains: ["[CONTINUATION-PASSING]", "Current: /design x", "/orchestrate"] },
      tools: [link("plan-adhoc", "[CONTINUATION: /orchestrate]")],
    },
    { expect: { contains: "# plan-adhoc" }, tools: [link("orchestrate", "")] },
    {
      tools: [link("greet", ""), link("greet", "")],
      expect: { contains: "# orchestrate", lacks: "Bow low." },
    },
    { text: "Done.", expect: { contains: "Bow low." } },
  ];
  await withWorld({ home, project: { "turns.json": JSON.stringify(turns) } }, async (world) => {
    const answer = await runBinary({
      args: [
        "play",
        "--script",
        "turns.json",
        "--output-format",
        "json",
        "/design x, /plan-adhoc and /orchestrate",
      ],
      ...{ env: world.env, cwd: world.project },
    });
    assertEquals([answer.code, answer.stderr], [0, ""]);
    const { result, hooks: ran } = JSON.parse(answer.stdout);
    assertEquals(result, "Done.");
    assert(ran.length >= 6);
    assertEquals(ran.filter(({ outcome }: { outcome: string }) => outcome !== "success"), []);
    const [submit] = ran;
    assertStringIncludes(submit.stdout, 'Skill(skill: \\"plan-adhoc\\"');
  });
});

Deno.test("a subagent gets the skills that the project's settings give to its kind", async () => {
  const handler = { type: "command", command: await builtBinary(), args: ["hook"] };
  const hooks = { SubagentStart: [{ hooks: [handler] }] };
  const agent = (subagent_type: string) => {
    return { tools: [{ name: "Agent", input: { prompt: "Look.", subagent_type } }] };
  };
  const turns = [
    agent("Explore"),
    { expect: { contains: "Draw the modules first." }, text: "Seen." },
    agent("Plan"),
    { expect: { lacks: "Draw the modules first." }, text: "Planned." },
    { text: "Done." },
  ];
  const project = {
    "turns.json": JSON.stringify(turns),
    ".claude/skillhook.yaml": "subagents:\n  agents:\n    Explore:\n      skills: [map-code]\n",
    ".claude/skills/map-code/SKILL.md":
      "---\nname: map-code\ndescription: Maps code.\n---\n# Map code\n\nDraw the modules first.\n",
  };
  const home = { ".claude/settings.json": JSON.stringify({ hooks }) };
  await withWorld({ home, project }, async (world) => {
    const { code, stdout, stderr } = await runBinary({
      args: ["play", "--script", "turns.json", "-p", "go"],
      ...{ env: world.env, cwd: world.project },
    });
    assertEquals([code, stdout, stderr], [0, "Done.\n", ""]);
  });
});
