/** Commands that misbehave, run for real. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { denoHost } from "../../src/host/deno.ts";
import { readDirectivePolicy } from "../../src/trust/directive_policy.ts";
import { preprocess } from "../../src/preprocessor/preprocess.ts";
import { sharedCases } from "../support/shared.ts";
import { newFolder } from "../support/folder.ts";

const ignore = Deno.build.os === "windows";

/** Nothing here takes a twentieth of it: a guard against hanging, and no measure. */
const HANG_MS = 120_000;

async function run(text: string, root: string, timeoutMs = HANG_MS): Promise<{ text: string }> {
  const result = await preprocess(text, {
    cwd: root,
    variables: { CLAUDE_PLUGIN_ROOT: root },
    trust: { kind: "trusted", why: "a test" },
    policy: { ...readDirectivePolicy({}).policy, general: { timeoutMs } },
    stateDir: undefined,
    deadlineMs: 2 * HANG_MS,
    path: `${root}/SKILL.md`,
  }, denoHost());
  return { text: result.text };
}

function hostile(name: string, test: (root: string) => Promise<void>): void {
  Deno.test({
    name: `preprocess() survives ${name}`,
    ignore,
    async fn() {
      const root = newFolder();
      try {
        await test(root);
      } finally {
        Deno.removeSync(root, { recursive: true });
      }
    },
  });
}

hostile("100 MB of output", async (root) => {
  const { text } = await run(
    "!`echo first; head -c 104857600 /dev/zero | tr '\\0' x; echo; echo last`",
    root,
  );
  assert(text.length < 60_000, `${text.length} characters`);
  assertMatch(
    text,
    /^<skill-output>\nfirst\nx+\n\[\d+ bytes left out here: the first and last 25 KB/,
  );
  assert(text.endsWith("x\nlast\n</skill-output>"));
});

hostile("output that is cut within characters", async (root) => {
  Deno.writeTextFileSync(`${root}/x`, "漢字");
  const { text } = await run("!`yes 漢字 | head -c 300000`", root);
  assertStringIncludes(text, "bytes left out here");
  assertEquals(text.split("\ufffd").length, 2, "only the last character was cut by the command");
  const short = (await run('!`head -c 5 "${CLAUDE_PLUGIN_ROOT}"/x`', root)).text;
  assertStringIncludes(short, "not text");
});

hostile("a command that never ends", async (root) => {
  const { text } = await run("!`yes` then", root, 300);
  assertStringIncludes(text, "Command took longer than 0.3 s and was ended (timeout)");
  assert(text.endsWith(" then"));
});

hostile("a grandchild that outlives its parent and holds the pipe", async (root) => {
  // It ends when it is told to, which is never: whoever waited for it would be late.
  const { text } = await run("!`(until [ -e told ]; do sleep 0.1; done) & echo done`", root);
  assertEquals(text, "<skill-output>\ndone\n</skill-output>");
});

hostile("a command that ignores SIGTERM", async (root) => {
  const { text } = await run("!`trap '' TERM; while :; do sleep 1; done`", root, 300);
  assertStringIncludes(text, "(timeout)");
});

hostile("a command that waits for input", async (root) => {
  assertEquals((await run("!`cat; echo end`", root)).text, "<skill-output>\nend\n</skill-output>");
});

hostile("bad endings", async (root) => {
  Deno.writeTextFileSync(`${root}/plain`, "x");
  const rows: [command: string, reason: string][] = [
    ["exit 3", "exit code 3"],
    ["./missing", "exit code 127"],
    ["no-such-program-here", "exit code 127"],
    ["./plain", "exit code 126"],
    ["kill -SEGV $$", "SIGSEGV"],
    ["sh -c 'kill -9 $$'; exit $?", "exit code 137, signal 9"],
    ["printf 'a\\000b'", "not text"],
    ["printf '\\377\\376'", "not text"],
    ["if", "exit code 2"],
  ];
  const { text } = await run(rows.map(([command]) => `!\`${command}\``).join("\n"), root);
  const blocks = text.split("**Preprocessor Error**").slice(1);
  assertEquals(blocks.length, rows.length);
  for (const [index, [command, reason]] of rows.entries()) {
    assertStringIncludes(blocks[index]!, reason, command);
    assertStringIncludes(blocks[index]!, command);
  }
  assert(!text.includes("<skill-output>"));
});

hostile("a plugin root with blanks, quotes and commands in its name", async (parent) => {
  const root = `${parent}/a b'c"d$(touch hacked)\`touch hacked\`;e`;
  Deno.mkdirSync(root);
  Deno.writeTextFileSync(`${root}/run`, "#!/bin/sh\necho ran $#\n", { mode: 0o755 });
  const commands = [
    '"${CLAUDE_PLUGIN_ROOT}/run" x',
    "${CLAUDE_PLUGIN_ROOT}/run x",
    "'${CLAUDE_PLUGIN_ROOT}/run' x",
    '"$(dirname ${CLAUDE_PLUGIN_ROOT}/run)/run" x',
  ];
  const { text } = await run(commands.map((command) => `!\`${command}\``).join("\n"), root);
  const ran = "<skill-output>\nran 1\n</skill-output>";
  assertEquals(text, commands.map(() => ran).join("\n"));
  const names = [...Deno.readDirSync(root)].map(({ name }) => name);
  assertEquals(names, ["run"]);
});

hostile("a working directory with a program of a known name", async (root) => {
  Deno.writeTextFileSync(`${root}/git`, "#!/bin/sh\necho evil\n", { mode: 0o755 });
  assert(!(await run("!`git --version`", root)).text.includes("evil"));
});

for (const { id, files, launchers, calls, checks } of loaderCases()) {
  Deno.test({
    name: `preprocess() meets shared case ${id}`,
    ignore,
    async fn() {
      const root = newFolder();
      try {
        Deno.mkdirSync(`${root}/bin`);
        for (const [name, kind] of Object.entries(launchers ?? {})) {
          const script = kind === "echo"
            ? 'if [ $# -eq 0 ]; then echo NO_ARGS_OUTPUT; else IFS=,; echo "ARGS:$*"; fi'
            : "echo 'simulated runtime failure' >&2; exit 1";
          Deno.writeTextFileSync(`${root}/bin/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        }
        const [text] = Object.values<string>(files);
        assertEquals(calls.length, 1);
        const shown = (await run(text!.replaceAll("{BIN}", "bin"), root)).text;
        const fill = (wanted: string) =>
          wanted.replaceAll("{ROOT}", root).replaceAll("{BIN}", "bin");
        for (const wanted of checks[0].contains) assertStringIncludes(shown, fill(wanted));
        for (const absent of checks[0].absent) assert(!shown.includes(fill(absent)), absent);
      } finally {
        Deno.removeSync(root, { recursive: true });
      }
    },
  });
}

// deno-lint-ignore no-explicit-any
function loaderCases(): any[] {
  const cases = sharedCases("skill_loader.json")?.cases ?? [];
  return cases.filter((row: { group: string }) => row.group === "directive");
}
