/** The command line of the built program: help, misuse, readers that go away, terminals. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { builtBinary, runBinary } from "./support/binary.ts";
import { bounded } from "./support/bounded.ts";
import { cooperativeSkill, withWorld } from "./support/world.ts";
import { VERBS } from "./support/verbs.ts";
import { shellWords } from "./support/shell_words.ts";

const WIDTH = 4;
const PROJECT = { ".claude/skills/design/SKILL.md": cooperativeSkill("design") };

Deno.test("every verb has help, and misuse is exit 64 with a hint", async () => {
  const help = Object.keys(VERBS).flatMap((verb) => [
    [...verb.split(" "), "--help"],
    ["help", ...verb.split(" ")],
  ]);
  await bounded([["--help"], ["-h"], ["help"], ["--version"], ...help], WIDTH, async (args) => {
    const { code, stdout, stderr } = await runBinary({ args });
    assertEquals([code, stderr], [0, ""], args.join(" "));
    assertEquals(stdout.includes("\x1b"), false, args.join(" "));
    if (args[0] !== "--version") assertStringIncludes(stdout, "skillhook", args.join(" "));
    else assertMatch(stdout, /^skillhook \d+\.\d+\.\d+ \((deno|bun) \d+\.\d+\.\d+, \w+\)\n$/);
  });
  const misuse: readonly (readonly [args: string[], stderr: RegExp])[] = [
    [
      ["pasre"],
      /^skillhook: Unknown verb "pasre": did you mean "chain parse"\?\nTry 'skillhook --help'\n$/,
    ],
    [["--versoin"], /did you mean "--version"\?/],
    [
      ["parse", "--jsn", "x"],
      /^skillhook: Unknown option "--jsn": did you mean "--json"\?\nTry 'skillhook chain parse --help'\n$/,
    ],
    [["parse", "a", "b"], /Unexpected argument "b"/],
    [["parse", "--registry"], /Option "--registry" needs a value/],
    [["hook", "extra"], /Unexpected argument "extra"/],
    [["next", "--", "a", "b"], /Unexpected argument "b"/],
  ];
  await bounded(misuse, WIDTH, async ([args, expected]) => {
    const { code, stdout, stderr } = await runBinary({ args });
    assertEquals([code, stdout], [64, ""], args.join(" "));
    assertMatch(stderr, expected);
  });
});

Deno.test({
  name: "a reader that goes away early is no error",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const binary = await builtBinary();
    await withWorld({ project: PROJECT }, async ({ env, project }) => {
      const long = `/design ${"x".repeat(1_000_000)}`;
      for (const pipe of ["--help | head -1", "parse --json - | head -c 1", "registry | true"]) {
        const shell = new Deno.Command("bash", {
          args: [
            "-c",
            `set -o pipefail; "$0" ${pipe} >/dev/null; echo "\${PIPESTATUS[0]}"`,
            binary,
          ],
          cwd: project,
          // A locale that this machine does not have would make the shell complain.
          env: { ...env, LC_ALL: "C" },
          stdin: "piped",
          stdout: "piped",
          stderr: "piped",
        }).spawn();
        const output = shell.output();
        const writer = shell.stdin.getWriter();
        await writer.write(new TextEncoder().encode(long)).catch(() => undefined);
        await writer.close().catch(() => undefined);
        const { stdout, stderr } = await output;
        const decoder = new TextDecoder();
        assertEquals([decoder.decode(stdout), decoder.decode(stderr)], ["0\n", ""], pipe);
      }
    });
  },
});

// Elsewhere `script` takes other options.
const onTerminal = Deno.build.os === "linux" && hasScript() ? Deno.test : () => undefined;
onTerminal({
  name: "without arguments on a terminal there is help, in colour unless NO_COLOR says no",
  fn: async () => {
    const binary = await builtBinary();
    for (
      const [env, colour] of [[{}, true], [{ NO_COLOR: "1" }, false], [
        { TERM: "dumb" },
        false,
      ]] as const
    ) {
      const { stdout } = await new Deno.Command("script", {
        args: ["-qec", shellWords(binary), "/dev/null"],
        clearEnv: true,
        env: { PATH: Deno.env.get("PATH") ?? "", TERM: "xterm", ...env },
        stdin: "null",
      }).output();
      const text = new TextDecoder().decode(stdout);
      assertStringIncludes(text, "skills and hooks for coding agents");
      assertEquals(text.includes("\x1b["), colour, JSON.stringify(env));
    }
  },
});

function hasScript(): boolean {
  try {
    return new Deno.Command("script", { args: ["--version"], stdout: "null" }).outputSync().success;
  } catch {
    // Absent is one of the answers.
    return false;
  }
}
