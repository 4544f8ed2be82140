/** The loader's shared cases, each call as a process of its own on a real disk. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sharedCases } from "../support/shared.ts";
import { type Program, program } from "../support/program.ts";

interface Call {
  readonly skill?: string;
  readonly session?: string;
  readonly project?: string;
  readonly clear?: string;
}

interface Check {
  readonly call: number;
  readonly contains: readonly string[];
  readonly absent: readonly string[];
  readonly equals?: string;
  readonly error_contains?: string;
}

interface Case {
  readonly id: string;
  readonly note?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly launchers?: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
  readonly checks: readonly Check[];
}

const BIN = "hooks/bin";

/** What stands for a producer; the names are the cases'. */
const LAUNCHERS: Readonly<Record<string, string>> = {
  "echo": `if [ $# = 0 ]; then echo NO_ARGS_OUTPUT; else IFS=,; echo "ARGS:$*"; fi`,
  "runtime-error": "echo simulated runtime failure >&2; exit 1",
};

for (const row of (sharedCases("skill_loader.json")?.cases ?? []) as Case[]) {
  Deno.test(`skillhook load keeps shared case ${row.id}`, async () => {
    await using run = await program();
    const root = `${run.directory}/plugin`;
    for (const [path, text] of Object.entries(row.files)) {
      run.write(`plugin/${path}`, text.replaceAll("{BIN}", BIN));
    }
    for (const [name, behaviour] of Object.entries(row.launchers ?? {})) {
      run.write(`plugin/${BIN}/${name}`, `#!/bin/sh\n${LAUNCHERS[behaviour]}\n`, 0o755);
    }
    const outcomes = [];
    for (const call of row.calls) outcomes.push(await make(run, call, root));
    for (const check of row.checks) {
      const { stdout, stderr, code } = outcomes[check.call]!;
      const fill = (text: string) => text.replaceAll("{ROOT}", root).replaceAll("{BIN}", BIN);
      assertEquals(code, check.error_contains === undefined ? 0 : 1, stderr);
      for (const text of check.contains) assertStringIncludes(stdout, fill(text));
      for (const text of check.absent) assert(!stdout.includes(fill(text)), stdout);
      if (check.equals !== undefined) assertEquals(stdout, check.equals);
      if (check.error_contains !== undefined) {
        assertStringIncludes(stderr, check.error_contains);
        assertEquals(stdout, "");
      }
    }
  });
}

async function make(run: Program, call: Call, root: string) {
  if (call.clear !== undefined) return await run(["clear", "--session", call.clear]);
  const { skill = "", session = "", project = "" } = call;
  const place = ["--plugin-root", root, "--session", session, "--project", project];
  return await run(["load", skill, ...place]);
}
