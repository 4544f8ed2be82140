/** What ran or was sent is an element of what was shown: random settings and `skillhook.yaml` files, fired. */
import { assert, assertEquals } from "@std/assert";
import { visibleText } from "../../src/base/clean_text.ts";
import type { Post } from "../../src/host/post.ts";
import { verb } from "../support/verb.ts";
import type { Random } from "../support/random.ts";
import { allowAll, permissiveHost, printedSeed, PROJECT, shownSteps } from "./fuzz_support.ts";

const fireVerb = verb("hooks fire");
const SETTINGS = 5_000;
const EVENTS = ["PreToolUse", "Stop", "UserPromptSubmit", "SessionStart"] as const;
const EVENT = '{"tool_name":"Bash","tool_input":{"command":"ls"},"prompt":"p"}';
const PATHS = {
  settings: `${PROJECT}/.claude/settings.json`,
  local: `${PROJECT}/.claude/settings.local.json`,
  yaml: `${PROJECT}/.claude/skillhook.yaml`,
};
type Name = () => string;

/** JSON as text, so that a key may stand twice: the last one counts, wherever it is looked for. */
function object(
  random: Random,
  entries: readonly (readonly [key: string, json: string])[],
): string {
  const order = random.below(2) === 0 ? entries : [...entries].reverse();
  return `{${order.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`;
}

function some<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: random.below(most + 1) }, make);
}

function handler(random: Random, name: Name): string {
  const quote = JSON.stringify;
  const command = () =>
    quote(random.pick([name(), `${name()} # x`, `a\n${name()}`, `\u202e${name()}`]));
  const fields: (() => readonly [string, string])[] = [
    () => ["command", command()],
    () => ["command", random.pick(['""', "7", command()])],
    () => ["url", quote(`http://${random.pick(["localhost", "evil.example"])}/${name()}`)],
    () => ["headers", object(random, [["X-Key", quote(`$KEY ${name()}`)], ["Y", quote(name())]])],
    () => ["allowedEnvVars", '["KEY"]'],
    () => ["prompt", command()],
    () => ["args", `[${some(random, 2, () => quote(name())).join(",")}]`],
    () => ["shell", random.pick(['"bash"', '"powershell"', '"zsh"'])],
    () => ["timeout", random.pick(["3", '"x"', "0"])],
    () => ["async", "true"],
    () => ["once", "true"],
    () => ["if", quote(random.pick(["Bash(ls)", "Bash(rm *)", "("]))],
    () => ["server", quote(name())],
    () => ["tool", quote(name())],
    () => ["hooks", `[${object(random, [["type", '"command"'], ["command", command()]])}]`],
    () => ["matcher", random.pick(['"Bash"', '"("', "7", '""'])],
  ];
  const types = [
    '"command"',
    '"command"',
    '"http"',
    '"prompt"',
    '"agent"',
    '"mcp_tool"',
    '"Command"',
  ];
  const type = ["type", random.pick(types)] as const;
  const needed = [["command", command()], ["url", quote(`http://localhost/${name()}`)]] as const;
  return object(random, [
    type,
    random.pick(needed),
    ...some(random, 6, () => random.pick(fields)()),
  ]);
}

function settings(random: Random, name: Name): string {
  const list = () =>
    `[${
      [0, ...some(random, 1, () => 0)].map(() =>
        random.below(2) === 0 ? handler(random, name) : object(random, [
          ["matcher", random.pick(['"Bash"', '"*"', '"Ba.*"'])],
          [
            "hooks",
            `[${[handler(random, name), ...some(random, 1, () => handler(random, name))]}]`,
          ],
        ])
      ).join(",")
    }]`;
  const others = () => random.pick([...EVENTS, "Stopp", "__proto__"]);
  const events = () =>
    object(random, [
      ...EVENTS.map((event) => [event, list()] as const),
      ...some(random, 2, () => [others(), list()] as const),
    ]);
  const rest: (() => readonly [string, string])[] = [
    () => ["hooks", events()],
    () => ["hooks", random.pick(["null", events(), events()])],
    () => ["allowedHttpHookUrls", '["http://evil.example/*"]'],
    () => ["disableAllHooks", random.pick(["true", "false", "1", '"true"'])],
    () => ["permissions", "{}"],
    () => [random.pick([...EVENTS]), list()],
  ];
  const text = object(random, [["hooks", events()], ...some(random, 3, () => random.pick(rest)())]);
  return random.below(10) === 0 ? `\ufeff${text}` : text;
}

function yaml(random: Random, name: Name): string {
  const key = () =>
    random.pick(["judge", "agent", '"judge"', "'agent'", '"jud\\x67e"', "? judge\n"]);
  const value = () =>
    random.pick([
      () => name(),
      () => `"${name()} # no comment"`,
      () => `'# ${name()}'`,
      () => `>-\n  # ${name()}\n  more`,
      () => `|\n  ${name()}\n`,
      () => `{ command: "${name()}" }`,
      () => `{ "command": &x ${name()}, other: *x }`,
      () => `!!str ${name()}`,
      () => `\n  command: ${name()}\n  command2: x`,
      () => `"a\\n${name()}\\u202e"`,
    ])();
  const line = () =>
    random.pick([
      () => `${key()}: ${value()}`,
      () => `http: { allow: [evil.example, "${name()}.example"] }`,
      () => `failure: ${random.pick(["open", "{ default: open, Stop: closed }", "[]"])}`,
      () => "# a comment\r# more",
      () => `# a comment\r${key()}: ${value()}`,
      () => `breaker: ${random.pick(["true", "3", "x"])}`,
      () => `base: &base { command: ${name()} }`,
      () => "agent: *base",
      () => "judge:\n  <<: *base",
    ])();
  return some(random, 4, line).join(random.pick(["\n", "\n", "\r\n", "\r"]));
}

Deno.test(`of ${SETTINGS} settings nothing runs or is sent that was not shown`, async () => {
  const random = printedSeed("settings");
  const count = { names: 0, ran: 0, sent: 0, shown: 0 };
  const name = () => `c${++count.names}.`;
  const sent: Post[] = [];
  for (let index = 0; index < SETTINGS; index++) {
    await check({
      [PATHS.settings]: settings(random, name),
      [PATHS.local]: random.below(4) === 0 ? settings(random, name) : "{}",
      [PATHS.yaml]: yaml(random, name),
    });
  }
  assert(count.ran > SETTINGS / 4 && count.sent > SETTINGS / 12, JSON.stringify(count));

  async function check(files: Readonly<Record<string, string>>): Promise<void> {
    const host = permissiveHost(files, EVENT);
    host.post = (request) => {
      sent.push(request);
      return Promise.resolve({ kind: "answered", status: 200, text: "" });
    };
    const event = random.pick(EVENTS);
    const args = [event, "--shape", random.pick(["auto", "auto", "flat", "agent"])];
    const about = JSON.stringify({ args, files });
    sent.length = 0;
    if (random.below(4) === 0) {
      await fireVerb(args, host);
      assertEquals([host.ran, sent], [[], []], `unasked: ${about}`);
    }
    const shown = await allowAll(host);
    const lines = [...shown.values()].flat();
    const steps = new Set([...shown.values()].flatMap((one) => [...shownSteps(one)]));
    host.forget();
    await fireVerb(args, permissiveAgain(host));
    for (const line of host.ran) {
      const text = visibleText(line).replace(SHELL_REGEXP, "");
      assert(steps.has(text), `ran ${JSON.stringify(line)}: ${about}`);
    }
    for (const { url, headers } of sent) {
      assert(steps.has(url), `sent to ${url}: ${about}`);
      for (const [header, value] of Object.entries(headers)) {
        const written = value.replace("a secret", "$KEY").replace(/^ /, "$KEY ");
        const isShown = header === "content-type" ||
          lines.some((line) => line.includes(`header ${header}: ${written}`));
        assert(isShown, `header ${header}: ${value}: ${about}`);
        if (!value.includes("a secret")) continue;
        assert(lines.some((line) => line.includes("environment variable: KEY")), about);
      }
    }
    count.ran += host.ran.length;
    count.sent += sent.length;
    count.shown += steps.size;
  }
});

/** What stands before a command line: the shell, and the wrapper of what goes on in the background. */
const SHELL_REGEXP =
  /^(?:\/bin\/sh -c input=[^\n]* & sh )?(?:\/bin\/sh -c |bash -c |pwsh -NoProfile -NonInteractive -Command )?/;

/** Standard input can be read once. */
function permissiveAgain<T extends ReturnType<typeof permissiveHost>>(host: T): T {
  const bytes = new TextEncoder().encode(EVENT);
  const readStdin: T["readStdin"] = (_limits, isComplete) => {
    isComplete(bytes);
    return Promise.resolve({ bytes, end: "complete" });
  };
  return Object.assign(Object.create(host) as T, { readStdin });
}
