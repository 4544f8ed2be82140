/** Every code block of README.md and docs/ is run, checked or accounted for: a page cannot say what the program does not do. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inProject } from "../.ci/tasks/project.ts";
import { builtBinary, LAUNCHER } from "./support/binary.ts";
import { shellWords } from "./support/shell_words.ts";
import {
  cooperativeSkill,
  withWorld,
  type World,
  type WorldFiles,
  write,
} from "./support/world.ts";

interface Block {
  readonly page: string;
  readonly line: number;
  readonly kind: string;
  readonly text: string;
}

/** Pages whose blocks have a test of their own. */
const ELSEWHERE = new Set(["docs/commands.md", "docs/library.md"]);

const PAGES = [
  "README.md",
  ...[...Deno.readDirSync(inProject("docs"))].map(({ name }) => `docs/${name}`)
    .filter((page) => page.endsWith(".md") && !ELSEWHERE.has(page)).sort(),
];
const BLOCKS = PAGES.flatMap(blocksOf);

function blocksOf(page: string): Block[] {
  const source = Deno.readTextFileSync(inProject(page));
  return [...source.matchAll(/^( *)```(\S*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = "", kind = "", text = ""] = match;
    const line = source.slice(0, match.index).split("\n").length;
    return { page, line, kind, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
  });
}

const NAMES = ["design", "plan-adhoc", "orchestrate", "handoff", "commit", "map-code", "report"];
const TASK_SKILLS = ["ct-research-agent", "ct-task-executor"];
const FILES: WorldFiles = {
  home: Object.fromEntries(NAMES.map((name) => [
    `.claude/skills/${name}/SKILL.md`,
    cooperativeSkill(name),
  ])),
  project: {
    ...Object.fromEntries(TASK_SKILLS.map((name) => [
      `.claude/skills/${name}/SKILL.md`,
      `---\nname: ${name}\nversion: 1.0.0\ndescription: Does it. Use for tasks.\n---\nWork.\n`,
    ])),
    ".claude/settings.json": '{"hooks": {}}\n',
    ".claude/skills/report/SKILL.md":
      "---\nname: report\nversion: 1.0.0\ndescription: Reports. Use at the end.\n---\n!`make report`\n",
    ".skillhook/tasks.json": '[{"id":"T12","title":"Draw"},{"id":"T2400","title":"Dig"}]',
    "answer.txt": "need skill: ct-research-agent\n",
    "docs/spec.md": "# Spec\n",
    "event.json": '{"tool_name":"Bash","tool_input":{"command":"rm x"}}',
    "fragments.json": '[{"name":"a","source":"user","text":"hello"}]',
    "hooks/hooks.json": '{"hooks": {}}\n',
    "turns.jsonl": '{"text":"Done."}\n',
    "scripts/guard.sh": "",
    "scripts/log.sh": "",
  },
};

/** Commands that need what a test has not: by what they begin with, and what holds them instead. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^claude /, "tests/agent installs the plugin with the real agent"],
  [/^(?:sha256sum|install) /, "they need a release: .github makes it"],
  [/completions zsh/, "tests/cli/completions_test.ts has that shell"],
];

/** Commands that end otherwise than with 0 in this world, and why. */
const CODES: Readonly<Record<string, number>> = {
  // Without a terminal they ask nobody and write nothing.
  "skillhook setup": 1,
  "skillhook setup --project": 1,
  // No event was kept.
  "skillhook explain --last": 1,
  // Nothing is installed.
  "skillhook doctor": 1,
  // The skill is the project's, and not allowed.
  "skillhook preprocess .claude/skills/report/SKILL.md": 1,
};

/** Pictures and quotations: by their first line, and what holds them to the truth. */
const ILLUSTRATIONS: Readonly<Record<string, string>> = {
  "prompt ──► hook ──► first skill ──► Skill tool ──► second skill ──► … ──► terminal skill":
    "a picture",
  "/design plans/foo, /plan-adhoc and /orchestrate": "tests/continuation_guide_test.ts",
  "[CONTINUATION-PASSING]": "tests/continuation_guide_test.ts",
  "/design plans/foo and": "tests/continuation_guide_test.ts",
  "/design plans/foo": "tests/continuation_guide_test.ts",
  "The agent has not started the current skill. Invoke it first via Skill tool:":
    "tests/continuation_guide_test.ts",
  "Received: $ARGUMENTS": "tests/skills_test.ts",
  "## Continuation": "tests/skills_test.ts",
  'args    = [ own ] [ " " ] [ suffix ]': "tests/continuation/suffix_test.ts",
  "skills/": "a picture",
  "<state>/sessions/session-<session>/main/skill-<skill>@<place>.<content>":
    "tests/state/markers_test.ts",
  "## Subagent Protocol          built in, or your own with --protocol FILE; never cut":
    "a picture",
  "Skills: map-code, report": "tests/cases/pre_tool_use/by_name.json",
};

/** Texts that a command prints here: by their first line. */
const PRODUCED: Readonly<Record<string, string>> = {
  "<skill-output>":
    "mkdir src; echo 1 > src/main.ts; git add .; git -c user.name=a -c user.email=b " +
    "commit -qm x; echo 2 > src/main.ts; printf '!`git status --short`\n' | skillhook preprocess --trust",
  "**Preprocessor Error**: Command failed (exit code 1)":
    "mkdir -p ~/plugins/x/bin ~/plugins/x/skills/report-first-use; cd ~/plugins/x; " +
    "printf '#!/bin/sh\necho report: no such day >&2; exit 1\n' > bin/report; chmod +x bin/report; " +
    "printf '!`\"${CLAUDE_PLUGIN_ROOT}/bin/report\" --today`\n' > skills/report-first-use/SKILL.md; " +
    "skillhook load report --session s --plugin-root ~/plugins/x",
  "[Not run: !`make report`": "skillhook preprocess .claude/skills/report/SKILL.md",
  "skillhook: /p/.claude/skills/x-first-use/SKILL.md":
    "mkdir -p .claude/skills/x .claude/skills/x-first-use ~/shared; echo Text > ~/shared/x.md; " +
    "ln -s ~/shared/x.md .claude/skills/x-first-use/SKILL.md; " +
    "printf -- '---\nname: x\ndescription: X\n---\n' > .claude/skills/x/SKILL.md; skillhook load x --session s",
};

const CHECKS: Readonly<Record<string, (block: Block, world: World) => Promise<void>>> = {
  console: runSession,
  sh: runScript,
  yaml: lintYaml,
  json: async ({ text }, world) => {
    const hook = JSON.parse(text);
    if ("hooks" in hook) {
      write(`${world.project}/hooks/hooks.json`, text);
      const { code } = await run("skillhook hooks fire Stop --settings hooks/hooks.json", world);
      assertEquals(code, 0);
      return;
    }
    // The program lies elsewhere here.
    const Stop = [{ hooks: [{ ...hook, command: "skillhook" }] }];
    await lint("hooks/hooks.json", JSON.stringify({ hooks: { Stop } }), world);
  },
  markdown: async ({ text }, world) => {
    if (text.startsWith("---\n")) {
      const name = /^name: (.*)$/m.exec(text)?.[1] ?? "foo-first-use";
      await lint(`.claude/skills/${name}/SKILL.md`, text, world);
    } else if (!isIllustration(text)) {
      write(`${world.project}/session.md`, text);
      const { stdout } = await run("skillhook report status", world);
      for (const [, task] of text.matchAll(/^- \[ \] (.*?)(?: \(.*)?$/gm)) {
        assertStringIncludes(stdout, task!);
      }
    }
  },
  text: async ({ text }, world) => {
    const [, command] = Object.entries(PRODUCED).find(([start]) => text.startsWith(start)) ?? [];
    if (command === undefined) return assert(isIllustration(text), "No test holds this text");
    const { stdout, stderr } = await run(command, world);
    assertStringIncludes(masked(`${stdout}\n${stderr}`, world), text);
  },
  // deno-lint-ignore require-await -- a check like the others
  ts: async ({ text }) => {
    const scenarios = Deno.readTextFileSync(inProject("tests/agent/prompt_scenarios.ts"));
    assertStringIncludes(scenarios, text);
  },
};

for (const block of BLOCKS) {
  const { page, line, kind, text } = block;
  const name = `${page}:${line} ${text.trim().split("\n", 1)[0]!.slice(0, 60)}`;
  // The pages are written for a POSIX shell.
  Deno.test({
    name,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      const check = CHECKS[kind];
      assert(check !== undefined, `A block of a kind that nothing checks: "${kind}"`);
      await withWorld(FILES, async (world) => {
        await new Deno.Command("git", { args: ["init", "-q"], cwd: world.project }).output();
        await check(block, world);
      });
    },
  });
}

Deno.test("every illustration is on a page", () => {
  const first = new Set(BLOCKS.map(({ text }) => text.split("\n", 1)[0]));
  for (const line of Object.keys(ILLUSTRATIONS)) assert(first.has(line), line);
});

function isIllustration(text: string): boolean {
  const holder = ILLUSTRATIONS[text.split("\n", 1)[0]!];
  return holder !== undefined &&
    (holder === "a picture" || Deno.statSync(inProject(holder)).isFile);
}

/** Commands behind `$ `, each with what it printed. */
async function runSession({ text }: Block, world: World): Promise<void> {
  const steps = text.split(/^\$ /m).slice(1);
  assert(steps.length > 0);
  for (const step of steps) {
    const [command = "", ...lines] = step.split("\n");
    const { stdout, stderr } = await run(command, world);
    assertEquals(masked(`${stdout}${stderr}`, world), lines.join("\n"), command);
  }
}

/** Paths of this world's, as the pages write them. */
function masked(text: string, { home, project }: World): string {
  const plain = text.replaceAll(project, "/p").replaceAll(`${home}/`, "/").trimEnd();
  return plain === "" ? "" : `${plain}\n`;
}

async function runScript({ text }: Block, world: World): Promise<void> {
  const lines = text.split("\n").map((line) => line.replace(/\s+#.*$/, "")).filter(Boolean);
  for (const line of lines) {
    const task = /^(?:npx -y (?:--prefer-offline )?deno@[\d.]+|deno) task (\S+)$/.exec(line)?.[1];
    if (task !== undefined) assert(task in tasks(), line);
    else if (!OTHERS.some(([start]) => start.test(line))) {
      // A program that an engine runs cannot find out its own place.
      const named = LAUNCHER === undefined ? "" : ` --binary ${shellWords(LAUNCHER)}`;
      const whole = line.replace(/^skillhook (?:setup|install|upgrade)\b/, `$&${named}`);
      const { code, stderr } = await run(whole, world);
      assertEquals(code, CODES[line] ?? 0, `${line}\n${stderr}`);
    }
  }
}

function tasks(): Record<string, string> {
  return JSON.parse(Deno.readTextFileSync(inProject("deno.json"))).tasks;
}

/** A skill's frontmatter, a part of one, or settings. */
async function lintYaml({ text }: Block, world: World): Promise<void> {
  if (text.startsWith("---\n")) {
    const name = /^name: (.*)$/m.exec(text)?.[1];
    return await lint(`.claude/skills/${name}/SKILL.md`, `${text}\nWork.\n`, world);
  }
  if (/^(?:skillhook|continuation):/.test(text)) {
    const head = "name: foo\nversion: 1.0.0\ndescription: Does it. Use it for that.\n";
    return await lint(".claude/skills/foo/SKILL.md", `---\n${head}${text}---\nWork.\n`, world);
  }
  // A project's file may say less than a user's.
  await lint(`${world.home}/.claude/skillhook.yaml`, text, world);
}

async function lint(path: string, text: string, world: World): Promise<void> {
  write(path.startsWith("/") ? path : `${world.project}/${path}`, text);
  const { stdout, stderr } = await run(`skillhook lint --json ${path}`, world);
  const { findings } = JSON.parse(stdout) as { findings: { code: string }[] };
  // Nobody has allowed it in this world.
  const flaws = findings.filter(({ code }) => code !== "directive-untrusted");
  assertEquals([flaws, stderr], [[], ""], text);
}

/** A line of the page, as a user's shell runs it, with the program on PATH. */
async function run(line: string, world: World) {
  const bin = `${world.home}/bin`;
  Deno.mkdirSync(bin, { recursive: true });
  const program = await builtBinary();
  const link = `${bin}/skillhook`;
  Deno.mkdirSync(`${world.home}/.config/fish/completions`, { recursive: true });
  await Deno.symlink(program, link).catch((error) => {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  });
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", line],
    cwd: world.project,
    clearEnv: true,
    env: {
      ...world.env,
      PATH: `${bin}:${Deno.env.get("PATH")}`,
      ARGS: "x [CONTINUATION: /commit]",
    },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
