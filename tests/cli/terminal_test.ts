/**
 * No verb hands a stranger's control or bidirectional characters to a terminal: every verb of the table, with
 * every one of its options, in a project whose names, texts and values are all hostile.
 */
import { assert, assertEquals } from "@std/assert";
import { operandRows, optionRows } from "../../src/cli/options.ts";
import { VERBS } from "../support/verbs.ts";
import type { VerbRow } from "../../src/cli/verb.ts";
import { denoHost } from "../../src/host/deno.ts";
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const EVIL = "\x1b[2J\u202e\x9b\u2066x";
const RAW_REGEXP =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]/u;
const TERMINALS = ["stdout", "stderr"] as const;
const SKILL = `---
name: "${yaml(`s${EVIL}`)}"
description: "${yaml(`about ${EVIL}`)}"
version: "${yaml(EVIL)}"
"${yaml(`key${EVIL}`)}": "${yaml(EVIL)}"
continuation: { cooperative: true, default-exit: ["${yaml(`/${EVIL}`)}"] }
triggers: { files: ["${yaml(EVIL)}"], words: ["${yaml(EVIL)}"] }
skillhook: { directives: { "${yaml(`on${EVIL}`)}": 1 } }
---
# ${EVIL}

!\`echo ${EVIL}\` {{NAME_${EVIL}}} @${EVIL}.md [${EVIL}](${EVIL})
`;

/** A double-quoted scalar may not hold control characters as they are. */
function yaml(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll("\x9b", "\\x9b");
}

function world(terminals: readonly ("stdout" | "stderr")[]): FakeHost {
  const handler = { type: "command", command: `echo ${EVIL}`, if: EVIL, [EVIL]: EVIL };
  const hooks = {
    [`Stop${EVIL}`]: [],
    PreToolUse: [{ matcher: `(${EVIL}`, hooks: [handler] }, { matcher: EVIL, hooks: [handler] }],
    Stop: [{ hooks: [handler, { type: EVIL }, { type: "http", url: `http://${EVIL}/` }] }],
  };
  const host = fakeHost({
    files: {
      [`/p/.claude/skills/s${EVIL}/SKILL.md`]: SKILL,
      "/p/.claude/skills/s/SKILL.md": SKILL,
      "/p/.claude/skills/s-first-use/SKILL.md": SKILL,
      [`/p/.claude/commands/${EVIL}.md`]: SKILL,
      "/p/.claude/settings.json": JSON.stringify({ hooks, enabledPlugins: { [EVIL]: true } }),
      "/p/.claude/settings.local.json": `{"a": "${EVIL}"`,
      "/p/.claude/skillhook.yaml":
        `judge: "${yaml(EVIL)}"\nshortcuts: { "${yaml(EVIL)}": 1 }\n"${yaml(EVIL)}": 1\n` +
        `failure: { "${yaml(EVIL)}": "${yaml(EVIL)}" }\n`,
      "/p/.skillhook/tasks.json": JSON.stringify([{ id: "T1", title: EVIL, description: EVIL }]),
      "/p/text.md": `${EVIL}\n# ${EVIL}\n`,
      "/home/ada/.claude/settings.json": JSON.stringify({ enabledPlugins: { [EVIL]: EVIL } }),
      "/home/ada/.claude/plugins/installed_plugins.json": JSON.stringify({
        plugins: { [EVIL]: [{ installPath: `/x${EVIL}` }] },
      }),
    },
    env: { HOME: "/home/ada", CLAUDE_CODE_SESSION_ID: "s", NAME: EVIL },
    cwd: "/p",
    stdin: JSON.stringify({ hook_event_name: "Stop", session_id: "s", cwd: `/p/${EVIL}` }),
    commands: [[/^/, { stdout: EVIL, stderr: EVIL, code: 3 }]],
    terminals,
  });
  host.advance(10_000);
  return host;
}

/** A verb's calls: bare, hostile operands, honest ones, and each option by itself with a hostile value. */
function calls(verb: VerbRow): string[][] {
  const { rest } = verb;
  const many = (word: string) => operandRows(verb).map(() => word);
  return [
    ...[[], many(EVIL), many("s"), many("text.md"), ["T1", "s"], ["Stop"], ["/p"]],
    ...[[`--${EVIL}`], many("s").concat(EVIL), ...rest === undefined ? [] : [["s", "--", EVIL]]],
    ...Object.entries(optionRows(verb)).flatMap(([name, row]) => {
      const values = row.takes !== undefined ? [EVIL, "text.md", "3"] : [undefined];
      return values.flatMap((value) => {
        const option = value === undefined ? [`--${name}`] : [`--${name}`, value];
        return [option, [...option, ...many("s")], [...option, "Stop"], [...option, "text.md"]];
      });
    }),
  ];
}

/** Verbs that showed something hostile of the project's. */
const SHOWN = new Set<string>();

for (const [name, row] of Object.entries(VERBS)) {
  Deno.test(`${name} writes nothing raw to a terminal, and to none on standard error`, async () => {
    for (const args of calls(row)) {
      for (const terminals of [TERMINALS, []]) {
        const { stdout, stderr } = await verb(name)(args, world(terminals));
        const about = `${name} ${JSON.stringify(args)}`;
        assert(!RAW_REGEXP.test(stderr), `${about}: ${JSON.stringify(stderr)}`);
        const isFree = row.asIs === true && terminals.length === 0;
        // Colours of findings are ours; what the world holds looks different.
        // deno-lint-ignore no-control-regex
        const shown = row.findings ? stdout.replaceAll(/\x1b\[(?:[012]|3[123])m/g, "") : stdout;
        assert(isFree || !RAW_REGEXP.test(shown), `${about}: ${JSON.stringify(stdout)}`);
        const isFromFiles = !args.some((word) => word.includes(EVIL));
        if (isFromFiles && stdout.includes("\\u202e")) SHOWN.add(name);
      }
    }
  });
}

Deno.test("the world is not too tame: verbs that list or show did show something hostile", () => {
  const wanted = [
    "doctor",
    "skill list",
    "skill lint",
    "skill inspect",
    "skill load",
    "hooks list",
  ];
  assertEquals(wanted.filter((name) => !SHOWN.has(name)), []);
});

Deno.test("what is no verb, and a hook's remarks, are said safely", async () => {
  const { stderr } = await verb(EVIL)([], world([]));
  assert(stderr.includes("\\u202e") && !RAW_REGEXP.test(stderr), JSON.stringify(stderr));
  const said = await answer(`{"hook_event_name": "Stop", "cwd": "${EVIL}`, world([]));
  assertEquals(RAW_REGEXP.test(said.stderr), false, JSON.stringify(said.stderr));
});

Deno.test("a question is asked safely", async () => {
  const { ask } = await import("../../src/cli/named_input.ts");
  const asked: string[] = [];
  const host = Object.assign(Object.create(denoHost()), {
    isTerminal: () => true,
    appendText: (_path: string, text: string) => asked.push(text),
    readStdin: () => Promise.resolve({ bytes: new Uint8Array(), end: "eof" }),
  });
  await ask(`Really ${EVIL}?`, host);
  assertEquals(asked.map((text) => RAW_REGEXP.test(text)), [false]);
});
