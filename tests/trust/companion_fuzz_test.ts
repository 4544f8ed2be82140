/**
 * What ran is an element of what was shown: random companions, cut as the loader, the payload and the command
 * line cut them. And what is honest can be approved: nothing is refused any more once all that is shown is allowed.
 */
import { assert, assertEquals } from "@std/assert";
import { visibleText } from "../../src/base/clean_text.ts";
import type { SkillText } from "../../src/loader/skill_files.ts";
import { type RenderContext, renderSkill } from "../../src/loader/render_skill.ts";
import { readSkillBundle } from "../../src/payload/skill_bundle.ts";
import type { Strategy } from "../../src/budget/strategy.ts";
import { skillRenderer } from "../../src/payload/skill_section.ts";
import { verb } from "../support/verb.ts";
import type { FakeHost } from "../support/fake_host.ts";
import type { Random } from "../support/random.ts";
import { allowAll, permissiveHost, printedSeed, PROJECT, shownSteps } from "./fuzz_support.ts";

const preprocessVerb = verb("preprocess");
const COMPANIONS = 20_000;
const BATCH = 40;
const SKILLS = `${PROJECT}/.claude/skills`;

const PIECES: readonly string[] = [
  ...["<output>", "</output>", "<output>\n", "\n</output>\n", "<skill>\n", "</skill>\n"],
  ...['<skill name="x">', "<!--", "-->", "<!-- licence\n", "```", "```\n", "\n```\n", "\n```!\n"],
  ...["~~~\n", "`", "``", "\\", "\n", "\n\n", "\r", "\r\n", " ", "\t", "> ", "- ", "    ", "1. "],
  ...["---\n", "\ufeff", "text", "#", "a: b\n", "skillhook:\n  directives:\n    timeout: 3\n"],
  ...["<SKILL>", "</output", "output>", "$", "\u2028", "\0", "<!---->", "<!-->", "***\n"],
];
const COMMAND = "COMMAND";

/** Half of the pieces are commands or openings of some, so that few texts hold none. */
function companion(random: Random, name: () => string): string {
  const head = random.below(3) === 0
    ? `---\nname: x\n${
      random.pick(["", "shell: sh\n", "skillhook:\n  directives: { timeout: 3 }\n"])
    }---\n`
    : "";
  const pieces = [...PIECES, ...Array.from({ length: 16 }, () => COMMAND)];
  return head + Array.from({ length: 3 + random.below(14) }, () => {
    const piece = random.pick(pieces);
    if (piece !== COMMAND) return piece;
    const command = name();
    return random.pick([
      `!\`${command}\``,
      `\n!\`${command}\`\n`,
      `\n\`\`\`!\n${command}\n\`\`\`\n`,
    ]);
  }).join("");
}

function renderContext(name: string): RenderContext {
  return {
    skill: {
      ...{ name, qualified: name, skillsDir: SKILLS, directory: `${SKILLS}/${name}` },
      ...{ textPath: `${SKILLS}/${name}/SKILL.md`, pluginRoot: undefined },
    },
    session: "s",
    projectDir: PROJECT,
    given: { whole: "", list: [] },
    appendArguments: false,
    stateDir: undefined,
    deadlineMs: 60_000,
  };
}

/** A door through which a text's commands run: with its text as it is then shown. */
type Door = (host: FakeHost, name: string, source: SkillText) => Promise<string>;

const DOORS: readonly Door[] = [
  async (host, name, source) =>
    (await renderSkill(host, source, undefined, "first", renderContext(name))).text,
  async (host, name, source) =>
    (await renderSkill(host, source, source, "later", renderContext(name))).text,
  async (host, _name, source) => {
    const { stdout, code, stderr } = await preprocessVerb([source.path], host);
    assert(code <= 1, stderr);
    return stdout;
  },
  (host, name) => section(host, name, "comprehensive"),
  (host, name) => section(host, name, "standard"),
];

async function section(host: FakeHost, name: string, strategy: Strategy): Promise<string> {
  const bundle = readSkillBundle(host, renderContext(name).skill);
  if ("problem" in bundle) return "";
  const request = { projectDir: PROJECT, values: new Map(), deadlineMs: 60_000 };
  return (await skillRenderer(host, request)(bundle, strategy)).text;
}

/** The scripts that a shell was given. */
function scripts(ran: readonly string[]): string[] {
  return ran.map((line) => visibleText(line.replace(/^\/bin\/sh -c /, "")));
}

Deno.test(`of ${COMPANIONS} companions nothing runs that was not shown`, async () => {
  const random = printedSeed("companions");
  const count = { commands: 0, shown: 0, ran: 0 };
  for (let batch = 0; batch < COMPANIONS / BATCH; batch++) {
    const names = Array.from({ length: BATCH }, (_, index) => `s${index}`);
    const texts = names.map(() => companion(random, () => `c${++count.commands}.`));
    const host = permissiveHost(
      Object.fromEntries(names.map((name, index) => [pathOf(name), texts[index]!])),
    );
    const sources = names.map((name, index) => ({ path: pathOf(name), text: texts[index]! }));
    for (const [index, source] of sources.slice(0, DOORS.length).entries()) {
      await DOORS[index]!(host, names[index]!, source);
    }
    assertEquals(host.ran, [], "nothing runs unasked");
    const shown = await allowAll(host);
    for (const [index, source] of sources.entries()) {
      const { path, text } = source;
      host.forget();
      const rendered = await random.pick(DOORS)(host, names[index]!, source);
      const steps = shownSteps(shown.get(path));
      const hidden = scripts(host.ran).filter((script) => !steps.has(script));
      assertEquals(hidden, [], JSON.stringify(text));
      assert(!rendered.includes("[Not run:"), `refused though allowed: ${JSON.stringify(text)}`);
      count.shown += steps.size;
      count.ran += host.ran.length;
    }
  }
  assert(count.shown > COMPANIONS / 2 && count.ran > COMPANIONS / 2, JSON.stringify(count));
});

function pathOf(name: string): string {
  return `${SKILLS}/${name}-first-use/SKILL.md`;
}
