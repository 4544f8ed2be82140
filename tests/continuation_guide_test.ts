/** What docs/continuation-passing.md states as examples is run here, so that the guide cannot drift. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { escapeArgs, peel, printCall, slashText } from "../src/continuation/chain.ts";
import { contextText } from "../src/continuation/context_text.ts";
import { parseContinuation } from "../src/continuation/parse.ts";
import { inProject } from "../.ci/tasks/project.ts";
import type { Registry, RegistryEntry } from "../src/catalog/registry.ts";

const GUIDE = Deno.readTextFileSync(inProject("docs/continuation-passing.md"));

const EXIT = ["/handoff --commit", "/commit"];
const REGISTRY = registryOf({
  "design": EXIT,
  "plan": EXIT,
  "plan-adhoc": EXIT,
  "plan-tdd": EXIT,
  "orchestrate": EXIT,
  "handoff": ["/commit"],
  "commit": [],
});

function registryOf(exits: Record<string, string[]>): Registry {
  const entries = Object.entries(exits).map(([name, defaultExit]): [string, RegistryEntry] => [
    name,
    {
      ...name === "handoff" ? { exitWhen: "--commit" } : {},
      name,
      cooperative: true,
      defaultExit,
      source: "project",
      path: `/p/.claude/skills/${name}/SKILL.md`,
      invoke: name,
      description: "",
    },
  ]);
  return new Map(entries);
}

/** The guide from a heading line up to the next heading. */
function sectionOf(heading: string): string {
  const start = GUIDE.indexOf(`\n${heading}\n`) + 1;
  assert(start > 0, `The guide has no "${heading}"`);
  const rest = GUIDE.slice(start + heading.length);
  const end = rest.search(/\n#{2,3} /);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The cells of a section's table rows, without the heading row. */
function rowsOf(heading: string): string[][] {
  const lines = sectionOf(heading).split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => line.slice(1, -1).split(" | ").map((cell) => cell.trim()));
}

/** The text of every code span in a cell. */
function spansOf(cell: string): string[] {
  return [...cell.matchAll(/`` (.+?) ``|`([^`]+)`/g)].map(([, long, short]) => long ?? short ?? "");
}

function blocksOf(heading: string): string[] {
  return [...sectionOf(heading).matchAll(/```text\n([\s\S]*?)\n```/g)].map(([, text]) =>
    text ?? ""
  );
}

Deno.test("contextText() says what the guide quotes for a chain and for a terminal skill", () => {
  const [opening = "", terminal = "/commit"] = [/```text\n(.+)\n```/.exec(GUIDE)?.[1]];
  for (const prompt of [opening, terminal]) {
    const chain = parseContinuation(prompt, REGISTRY);
    assert(chain !== null, prompt);
    assert(blocksOf("## What the hook says").includes(contextText(chain)), contextText(chain));
  }
});

Deno.test("parseContinuation() appends the default exits of the guide's table", () => {
  for (const [typed = "", continuation = ""] of rowsOf("## Default exits")) {
    const chain = parseContinuation(spansOf(typed)[0] ?? "", REGISTRY);
    const found = chain?.continuation.map(slashText).join(", ");
    assertEquals(found, continuation.startsWith("empty") ? "" : spansOf(continuation)[0], typed);
  }
});

Deno.test("parseContinuation() finds one skill at most in what the guide says never counts", () => {
  const prompts = rowsOf("### What never counts as a reference")
    .flatMap(([text = ""]) => spansOf(text));
  assert(prompts.length >= 12);
  for (const prompt of prompts) {
    const chain = parseContinuation(prompt, REGISTRY);
    if (!prompt.startsWith("/design")) assertEquals(chain, null, prompt);
    else assertEquals([chain?.mode, chain?.current.args], ["single", prompt.slice(8)], prompt);
  }
});

Deno.test("parseContinuation() reads the guide's examples in the mode they stand for", () => {
  const modes = blocksOf("## What users can type")
    .flatMap((block) => block.includes("\n- ") ? [block] : block.split("\n"))
    .map((prompt) => parseContinuation(prompt, REGISTRY)?.mode);
  assertEquals(modes, ["list", "inline", "inline", "single"]);
});

Deno.test("peel() and printCall() do the guide's round", () => {
  const section = sectionOf("### One round, by example");
  const received = /received\s+`([^`]+)`/.exec(section)?.[1] ?? "";
  const { args, entries: [target, ...rest] } = peel(received);
  assert(target !== undefined);
  const [own, entries, , remainder, call, after] = rowsOf("### One round, by example");
  assertEquals(spansOf(own?.[1] ?? ""), [args]);
  assertEquals(spansOf(entries?.[1] ?? ""), [target, ...rest].map(slashText));
  assertEquals(spansOf(remainder?.[1] ?? ""), rest.map(slashText));
  assertEquals(spansOf(call?.[1] ?? ""), [printCall(target, rest)]);
  assertEquals(spansOf(after?.[1] ?? ""), [printCall(rest[0]!, [])]);
});

Deno.test("escapeArgs() writes the guide's stages", () => {
  const stages = rowsOf("## Transport format").slice(-3).map(([, cell = ""]) => spansOf(cell)[0]!);
  const [typed = "", suffix = "", line = ""] = stages;
  assertEquals(escapeArgs(typed), suffix);
  const call = printCall({ skill: "a", args: "" }, [{ skill: "b", args: typed }]);
  assertStringIncludes(call, `/b ${line}]`);
});
