/** What must hold for payloads of any skills at any limit: of random ones, and of those in the corpus. */
import { assert, assertEquals } from "@std/assert";
import { estimateTokens } from "../../src/budget/estimate.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { seededRandom } from "../support/random.ts";
import { sharedFiles } from "../support/shared.ts";
import { verb } from "../support/verb.ts";

const spawnVerb = verb("agent spawn");
const STRATEGIES = ["minimal", "standard", "comprehensive"] as const;
const TASK = '{"id":"T1","title":"Say hello","values":{"EMPTY":""}}';

interface Spawned {
  readonly code: number;
  readonly tokens: number;
  readonly parts: readonly {
    readonly kind: string;
    readonly state: string;
    readonly tokens: number;
  }[];
  readonly payload: string;
}

async function spawn(
  files: NonNullable<FakeWorld["files"]>,
  names: string,
  ...args: string[]
): Promise<Spawned> {
  const host = fakeHost({
    files,
    stdin: TASK,
    env: { HOME: "/home/ada" },
    commands: [[/./, "An output.\n"]],
  });
  const { stdout, stderr, code } = await spawnVerb(["-", names, "--json", ...args], host);
  if (code === 0) return { code, ...JSON.parse(stdout) };
  assertEquals([code, stdout], [10, ""], stderr);
  return { code, tokens: 0, parts: [], payload: "" };
}

const LINES = [
  "A sentence with some words in it, and {{EMPTY}} here.\n",
  "- A point.\n",
  "\n",
  "## Summary\n\nWhat it is.\n",
  "## Core Rules\n\n- A rule.\n",
  "## Steps\n\nDo this first.\n",
  "### Example\n\n```sh\nmake\n```\n",
  "## References\n\nSee there.\n",
  "```ts\nconst a = 1;\nconst b = 2;\n```\n",
  "State: !`state`\n",
  "{{EMPTY}}\n",
  "Words ".repeat(60) + "\n",
];

Deno.test("a payload of random skills: more room never gives less, it is filled, and a bill is never too low", async () => {
  const random = seededRandom(15);
  const text = (lines: number) =>
    Array.from({ length: random.below(lines) }, () => LINES[random.below(LINES.length)]!).join("");
  for (let round = 0; round < 8; round++) {
    const names = ["a", "b", "c"].slice(0, 1 + random.below(3));
    const files = Object.fromEntries(names.flatMap((name) => [
      [
        `/home/ada/.claude/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: What ${name} does\n---\n# ${name}\n${text(70)}`,
      ],
      [`/home/ada/.claude/skills/${name}/references/r.md`, `# R\n${text(30)}`],
    ]));
    const limits = Array.from({ length: 5 }, () => 350 + random.below(4_000)).sort((a, b) => a - b);
    const before = { minimal: 0, standard: 0, comprehensive: 0 };
    for (const limit of limits) {
      const given = [];
      for (const strategy of STRATEGIES) {
        const args = ["--strategy", strategy, "--limit", String(limit)];
        const real = await spawn(files, names.join(","), ...args);
        const about = `${strategy} ${limit}: ${JSON.stringify(files)}`;
        assert(real.tokens <= limit, about);
        if (real.code === 0) assertEquals(estimateTokens(real.payload), real.tokens);
        assert(
          real.tokens >= before[strategy],
          `${before[strategy]}, now ${real.tokens}, ${about}`,
        );
        before[strategy] = real.tokens;
        assertFull(real, limit, about);
        const dry = await spawn(files, names.join(","), ...args, "--dry-run");
        assert(dry.tokens >= real.tokens, `dry ${dry.tokens}, real ${real.tokens}, ${about}`);
        given.push(real.tokens);
      }
      assertEquals(given, given.toSorted((a, b) => a - b), `${limit}: ${JSON.stringify(files)}`);
    }
  }
});

/** Cut ones take what they may, but for the next line that does not fit. */
function assertFull({ parts, tokens, code }: Spawned, limit: number, about: string): void {
  const isCut = parts.some(({ state }) => state !== "whole" && state !== "first lines");
  if (code === 0 && isCut) assert(tokens >= limit * 0.8 || limit - tokens < 240, about);
}

Deno.test("payloads of the corpus: more room never gives less, it is filled, in the order of strategies, and no bill is too low", async () => {
  const random = seededRandom(16);
  let cut = 0;
  for (const text of sharedFiles("corpus/skills", "SKILL.md")) {
    const files = {
      "/home/ada/.claude/skills/s/SKILL.md": text,
      "/home/ada/.claude/skills/s/references/r.md": "# R\n\nMore.\n",
    };
    if (text.trim() === "") continue;
    const whole = estimateTokens(text) + 460;
    const limits = [460 + random.below(whole), whole - 266].sort((a, b) => a - b);
    const before = { minimal: 0, standard: 0, comprehensive: 0 };
    for (const limit of limits) {
      const given = [];
      for (const strategy of STRATEGIES) {
        const args = ["--strategy", strategy, "--limit", String(limit), "--set", "EMPTY="];
        const about = `${strategy} ${limit}: ${text.slice(0, 200)}`;
        const real = await spawn(files, "s", ...args);
        assert(real.tokens <= limit && real.tokens >= before[strategy], about);
        before[strategy] = real.tokens;
        assertFull(real, limit, about);
        given.push(real.tokens);
        if (strategy !== STRATEGIES[random.below(3)]) continue;
        const dry = await spawn(files, "s", ...args, "--dry-run");
        assert(dry.tokens >= real.tokens, `dry ${dry.tokens}, real ${real.tokens}, ${about}`);
        cut += real.parts.filter(({ state }) => state === "cut").length;
      }
      assertEquals(given, given.toSorted((a, b) => a - b), text.slice(0, 200));
    }
  }
  // Where the corpus is absent nothing was tried, and the notice says so.
  assert(cut > 500 || sharedFiles("corpus/skills", "SKILL.md").length === 0, `${cut} cut`);
});
