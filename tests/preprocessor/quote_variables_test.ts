/** Values stay data wherever an author puts the variable: the real shell is asked. */
import { assertEquals } from "@std/assert";
import { denoHost } from "../../src/host/deno.ts";
import { quoteVariables } from "../../src/preprocessor/run_directive.ts";

const KNOWN = (name: string) => name === "X";
const ARGUMENT = (name: string) => ["ARGUMENTS", "0", "1", "issue"].includes(name);

const ROWS: readonly [command: string, rewritten: string][] = [
  ["cat ${X}/f", 'cat "${X}"/f'],
  ['cat "${X}/f"', 'cat "${X}/f"'],
  ["cat '${X}/f'", "cat ''\"${X}\"'/f'"],
  ['cat "$(dirname ${X})"', 'cat "$(dirname "${X}")"'],
  ["cat `dirname ${X}`", 'cat `dirname "${X}"`'],
  ["echo \\${X}", "echo \\${X}"],
  ["echo ${Y} $X ${X:-y}", "echo ${Y} $X ${X:-y}"],
  ["echo # don't ${X}\ncat ${X}", 'echo # don\'t ${X}\ncat "${X}"'],
  ["run $1 $ARGUMENTS $2 $10", 'run "${1}" "${ARGUMENTS}" $2 $10'],
  ['run $ARGUMENTS[1] "$issue" $issues $X', 'run "${1}" "${issue}" $issues $X'],
  ["awk '{print $1}' ${X}", "awk '{print $1}' \"${X}\""],
  ["cat <<E\n${X}\nE", "cat <<E\n${X}\nE"],
];

for (const [command, rewritten] of ROWS) {
  Deno.test(`quoteVariables() rewrites ${JSON.stringify(command)}`, () => {
    assertEquals(quoteVariables(command, KNOWN, ARGUMENT), rewritten);
  });
}

Deno.test("quoteVariables() makes no word of what was not given", () => {
  const none = (name: string) => name === "ARGUMENTS";
  const rewritten = quoteVariables(
    'git log $ARGUMENTS "$ARGUMENTS" $1 ${X}',
    KNOWN,
    ARGUMENT,
    none,
  );
  assertEquals(rewritten, 'git log ${ARGUMENTS} "${ARGUMENTS}" "${1}" "${X}"');
});

const VALUES = [
  "/a b/c",
  "it's",
  'say "hi"',
  "$(touch /nonexistent/hacked)",
  "`id`",
  "a; b & c | d",
  "back\\slash",
  "new\nline",
  "*",
  "-n",
  "${HOME}",
];
const PLACES: readonly [command: string, around: (value: string) => string][] = [
  ["printf %s x${X}y", (value) => `x${value}y`],
  ['printf %s "x${X}y"', (value) => `x${value}y`],
  ["printf %s 'x${X}y'", (value) => `x${value}y`],
  ['printf %s "$(printf %s ${X}.)"', (value) => `${value}.`],
  ["cat <<E\n${X}\nE", (value) => `${value}\n`],
];

for (const [command, around] of PLACES) {
  Deno.test({
    name: `quoteVariables() keeps values data in ${JSON.stringify(command)}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      for (const value of VALUES) {
        const result = await denoHost().run({
          program: "/bin/sh",
          args: ["-c", quoteVariables(command, KNOWN)],
          env: { X: value, PATH: "/usr/bin:/bin" },
          deadlineMs: 10_000,
          outputCap: 10_000,
        });
        assertEquals(new TextDecoder().decode(result.stdout.head), around(value));
      }
    },
  });
}
