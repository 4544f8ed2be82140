import { assertEquals } from "@std/assert";
import {
  choicesFor,
  DEFAULT_CHOICES,
  readDirectivePolicy,
} from "../../src/trust/directive_policy.ts";

function read(directives: unknown, more: Record<string, unknown> = {}) {
  return readDirectivePolicy({ ...more, skillhook: { directives } });
}

Deno.test("readDirectivePolicy() gives the defaults when nothing is said", () => {
  for (const fields of [{}, { skillhook: {} }, { skillhook: { directives: {} } }]) {
    const { policy, problems } = readDirectivePolicy(fields);
    assertEquals(problems, []);
    assertEquals(choicesFor(policy, "git status"), DEFAULT_CHOICES);
    assertEquals(policy.shell, "sh");
  }
});

Deno.test("readDirectivePolicy() reads general and special choices", () => {
  const { policy, problems } = read({
    timeout: 10,
    "on-failure": "empty",
    "git log": { timeout: 5 },
    "git log --stat": { cache: 60, "on-failure": "last-good" },
  }, { shell: "powershell" });
  assertEquals(problems, []);
  assertEquals(policy.shell, "powershell");
  const rows: [string, number, number, string][] = [
    ["git status", 10_000, 0, "empty"],
    ["git log", 5000, 0, "empty"],
    ["git log -5", 5000, 0, "empty"],
    ["git logs", 10_000, 0, "empty"],
    ["git log --stat -5", 10_000, 60, "last-good"],
    [" git log\n--stat ", 5000, 0, "empty"],
  ];
  for (const [command, timeoutMs, cacheSeconds, onFailure] of rows) {
    const wanted = { timeoutMs, cacheSeconds, onFailure, isInline: false };
    assertEquals({ ...choicesFor(policy, command) }, wanted as typeof DEFAULT_CHOICES, command);
  }
});

const PROBLEMS: readonly [written: unknown, problem: string][] = [
  [{ timout: 3 }, 'Ignored "skillhook.directives → timout": did you mean "timeout"?'],
  [
    { "on-failure": "aborts" },
    'Ignored "skillhook.directives → on-failure": must be one of abort, inline, empty, last-good: current value is "aborts" (did you mean "abort"?)',
  ],
  [
    { "git log": { timeout: 0 } },
    'Ignored "skillhook.directives → git log → timeout": must be a number of seconds up to 600: current value is 0',
  ],
  [
    { cache: "60" },
    'Ignored "skillhook.directives → cache": must be a number of seconds up to 2592000: current value is "60"',
  ],
  [
    { inline: "yes" },
    'Ignored "skillhook.directives → inline": must be true or false: current value is "yes"',
  ],
  [3, 'Ignored "skillhook.directives": must be a mapping: current value is a number'],
];

for (const [written, problem] of PROBLEMS) {
  Deno.test(`readDirectivePolicy() names ${JSON.stringify(written)}`, () => {
    const { policy, problems } = read(written);
    assertEquals(problems, [problem]);
    assertEquals(choicesFor(policy, "git log"), DEFAULT_CHOICES);
  });
}
