/**
 * docs/agents.md is made from the rows of the agents and from what the suite saw the real programs do. UPDATE_DOCS=1
 * writes it anew: read the difference before you commit it.
 */
import { assert, assertEquals } from "@std/assert";
import type { Agent } from "../../src/agents/agent.ts";
import { AGENTS, loaderOf } from "../../src/agents/table.ts";
import { RUNS } from "../agent/others/claims.ts";
import { PROGRAMS } from "../agent/others/programs.ts";
import { inProject } from "../../.ci/tasks/project.ts";

const PAGE = inProject("docs/agents.md");
const RESULTS: Readonly<Record<string, Result>> = JSON.parse(
  Deno.readTextFileSync(inProject("tests/agent/others/results.json")),
);

interface Result {
  readonly version: string;
  readonly on: string;
  readonly claims: Readonly<Record<string, string>>;
}

const OTHERS = Object.entries(AGENTS).filter(([name]) => name !== "claude")
  .map(([name, { title }]) => ({ name, title }));
const CLAIMS = RUNS.flatMap(({ claims }) => Object.keys(claims));
const WORDS: Readonly<Record<string, string>> = {
  "chain": "a chain that is typed",
  "next call": "the next call, in its words",
  "first use, typed": "a typed skill's instructions",
  "first use, by the model": "those of one that the model uses",
  "step": "the step, beside that skill",
  "reminder": "a reminder at the end of a turn",
  "shortcut": "shortcuts (`s`)",
  "directive": "directives (`d: x`)",
  "silence": "silence for other prompts",
  "index": "skills that it does not list itself",
  "no chain for subagents": "no chain in a subagent's prompt",
  "guards of a team": "`hooks fire`: a guard refuses",
};
/** Of Cursor nothing was run: what its schema lets us answer. */
const UNSEEN: Readonly<Record<string, string>> = {
  reminder: "by its schema",
  index: "by its schema",
  "guards of a team": "by its schema",
  silence: "by its schema",
};

Deno.test("docs/agents.md is made from the rows and from what was seen", async () => {
  const agents = await Promise.all(
    OTHERS.map(async (row) => ({ ...row, agent: await loaderOf(row.name)!() })),
  );
  const page = pageText(agents);
  if (Deno.env.get("UPDATE_DOCS") === "1") Deno.writeTextFileSync(PAGE, page);
  assertEquals(Deno.readTextFileSync(PAGE), page, "run this test with UPDATE_DOCS=1");
});

Deno.test("what was seen is of the versions and claims of today", () => {
  assertEquals(Object.keys(RESULTS).sort(), Object.keys(PROGRAMS).sort());
  for (const [name, { version, claims }] of Object.entries(RESULTS)) {
    const { packages: [agent], lacks = {} } = PROGRAMS[name as keyof typeof PROGRAMS]!;
    assert(agent!.endsWith(`@${version}`), `${name}: run the suite again with --record`);
    const seen = CLAIMS.filter((claim) => lacks[claim] === undefined).map((
      claim,
    ) => [claim, "yes"]);
    assertEquals(Object.entries(claims), seen, name);
  }
});

interface Row {
  readonly name: string;
  readonly title: string;
  readonly agent: Agent;
}

function pageText(rows: readonly Row[]): string {
  const seen = rows.map(({ name, title }) =>
    RESULTS[name] === undefined ? title : `${title} ${RESULTS[name].version}`
  );
  const lacks = (name: string): Readonly<Record<string, string>> =>
    PROGRAMS[name as keyof typeof PROGRAMS]?.lacks ?? {};
  const reasons = [...new Set(rows.flatMap(({ name }) => Object.values(lacks(name))))];
  const cell = (name: string, claim: string) => {
    const reason = lacks(name)[claim];
    if (reason !== undefined) return `– (${reasons.indexOf(reason) + 1})`;
    return RESULTS[name]?.claims[claim] ?? UNSEEN[claim] ?? "not heard";
  };
  const works = table(
    ["", ...seen],
    CLAIMS.map((claim) => [
      WORDS[claim] ?? claim,
      ...rows.map(({ name }) => cell(name, claim)),
    ]),
  );
  const how = table(["", ...rows.map(({ title }) => title)], [
    ["`--agent`", ...rows.map(({ name }) => `\`${name}\``)],
    ["your file", ...rows.map(({ agent }) => `\`${directoryOf(agent)}/${agent.files.file}\``)],
    ["a project's file", ...rows.map(({ agent: { files } }) => `\`${files.project}\``)],
    ["a skill is typed", ...rows.map(({ agent }) => `\`${waysOf(agent).sigil ?? "/"}name\``)],
    ["the model runs a skill by", ...rows.map(({ agent }) => callOf(agent))],
    ["skills that it lists itself", ...rows.map(({ agent }) => code(waysOf(agent).projectSkills))],
    [
      "instructions of a skill come",
      ...rows.map(({ agent }) =>
        agent.hears === "PreToolUse" ? "before its call" : "with its result"
      ),
    ],
    [
      "limit of a text",
      ...rows.map(({ agent: { answer } }) =>
        answer.capBytes === undefined
          ? "10,000 characters, ours"
          : `${answer.capBytes.toLocaleString("en")} bytes, its own`
      ),
    ],
    [
      "a hook may ask",
      ...rows.map(({ agent: { answer } }) =>
        answer.cannotAsk ? "no: we refuse" : answer.listens === undefined ? "yes" : "not heard"
      ),
    ],
    [
      "standard error",
      ...rows.map(({ agent: { answer } }) =>
        answer.showsErrors ? "is the answer, when there is no other" : "for its log"
      ),
    ],
  ]);
  const notes = rows.map(({ title, agent: { files } }) => `- **${title}.** ${files.advice}.`);
  return `# Other agents

<!-- Made from src/agents and tests/agent/others/results.json: UPDATE_DOCS=1 deno task test tests/agents/page_test.ts -->

The same program works in these coding agents as in Claude Code: it recognises whose event it is by
what stands in it, answers as that agent reads answers, and names skills as that agent runs them.
\`skillhook install --agent NAME\` writes the agent's own file ([install](install.md)), and with it
who asks. Without an agent's name nothing is different for Claude Code.

## What works where

Seen in what the real program sent to its model, a stand-in on loopback, with our hooks as \`install\`
writes them: \`deno task test:agent codex\` and so on ([the suite](agent-suite.md)). Linux on x64.

${works}

${reasons.map((reason, at) => `${at + 1}. ${reason}`).join("\n")}

Each was run for one prompt, without a terminal; Droid in the JSON-RPC mode that its interfaces use,
OpenCode by \`opencode run\`. In their terminals, Codex, Copilot, Gemini CLI and Qwen Code were given
the same chain by hand on 22 November 2026, with these versions: it arrived, and so did the
reminder. Gemini CLI takes the skill's name out of a prompt that was typed there; skillhook
remembers by session which skill was activated right before it. Nothing of Cursor's was run.

As a plugin, unchanged, it was tried by hand in Codex, Copilot and Qwen Code: a chain arrives, with
the names that its skills have there. What comes beside a skill that the model uses does not,
because the plugin's matchers name Claude Code's tools, and Droid takes the plugin's skills without
its hooks: \`install --agent\` gives each agent all of it.

## How

${how}

Arguments of a skill travel in the conversation, because only Qwen Code's tool takes any. Where an
agent loads all skills that a prompt names at once (Codex, Copilot), the text says that the later
ones wait. In a subagent nothing is answered but what \`skillhook.yaml\` gives to its type. Directives
in skill texts (\`!\`, a command) are run by Claude Code alone: elsewhere a skill's companion comes
with its output filled in, and a stub that loads itself is loaded by the hook.

## To know

${notes.join("\n")}
`.replaceAll(/^- .*$/gm, wrapped);
}

/** As the formatter would break the line. */
function wrapped(line: string): string {
  const lines = [""];
  for (const word of line.split(" ")) {
    const last = lines.at(-1)!;
    const longer = last === "" || last === " " ? last + word : `${last} ${word}`;
    if (longer.length <= 100) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

const HOME = { env: (name: string) => name === "HOME" ? "~" : undefined, platform: "linux" };

function directoryOf({ files }: Agent): string {
  return files.directory(HOME) ?? "";
}

function waysOf({ ways }: Agent) {
  return ways(HOME);
}

function callOf(agent: Agent): string {
  const call = waysOf(agent).call?.("name", "");
  return call === undefined ? "reading its file" : `\`${call}\``;
}

function code(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(", ");
}
