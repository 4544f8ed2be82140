/**
 * Standard streams are those of the process, so these facts run one: under Deno, and under Bun.
 * A shell makes the odd ends (closed, silent, slow) that an agent or a user may leave us with.
 */
import { assert, assertEquals } from "@std/assert";
import { denoHost } from "../../src/host/deno.ts";
import { BUN } from "../support/bun.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { newFolder } from "../support/folder.ts";
import { shellWords } from "../support/shell_words.ts";

const program = inProject("tests/host/stream_program.ts");
const ENGINES: Readonly<Record<string, string>> = {
  deno: shellWords(Deno.execPath(), "run", "--no-check", "--no-lock", "--no-config", "-A", program),
  bun: shellWords(...BUN ?? ["bun"], program),
};

interface Row {
  readonly name: string;
  /** `RUN` stands for the program. */
  readonly script: string;
  readonly stdout: string;
  readonly stderr?: string;
  /** The program's own deadline: earlier it may not end. Nothing is said of how much later it may. */
  readonly atLeastMs?: number;
}

const ROWS: readonly Row[] = [
  {
    name: "readStdin() reads one object",
    script: `printf '{"a":1}' | RUN`,
    stdout: `complete {"a":1}`,
  },
  {
    name: "readStdin() goes on where it stopped, as for a second question",
    script: `(printf '{"a":1}'; sleep 0.3; printf '{"b":2}') | RUN 600000 again`,
    stdout: `complete {"b":2}`,
  },
  {
    name: "readStdin() joins pieces of three bytes that cut a character",
    script:
      `(printf '{"\\303'; sleep 0.1; printf '\\251":'; sleep 0.1; printf '"\\360\\237'; sleep 0.1; printf '\\230\\200"}') | RUN`,
    stdout: `complete {"é":"😀"}`,
  },
  {
    name: "readStdin() does not wait for the end of a pipe that stays open",
    script: `exec 3<>fifo; printf '{"a":1}' >&3; RUN <&3`,
    stdout: `complete {"a":1}`,
  },
  {
    name: "readStdin() gives up on an open, silent pipe at its deadline",
    script: `exec 3<>fifo; RUN 1000 <&3`,
    stdout: "deadline ",
    atLeastMs: 950,
  },
  {
    name: "readStdin() gives up on a pipe that drips at its deadline",
    script: `(while printf x; do sleep 0.1; done) 2>/dev/null | RUN 1000 | cut -c1-10`,
    stdout: "deadline x\n",
    atLeastMs: 950,
  },
  {
    name: "say() writes at once, and again",
    script: `printf '{}' | RUN say | cat`,
    stdout: "one\ntwo\ntrue true",
  },
  {
    name: "readStdin() tells an end before the object is whole",
    script: `printf '{"a"' | RUN`,
    stdout: `eof {"a"`,
  },
  {
    name: "readStdin() stops at its size limit",
    script: `head -c 3000 /dev/zero | RUN`,
    stdout: "too-large much",
  },
  { name: "readStdin() takes a closed descriptor for the end", script: `RUN <&-`, stdout: "eof " },
  { name: "readStdin() takes a directory for the end", script: `RUN </`, stdout: "eof " },
  {
    name: "readStdin() reads a file",
    script: `printf '{}' >file; RUN <file`,
    stdout: "complete {}",
  },
  {
    name: "finish() writes 1 MB to a slow reader, then stderr, then ends with its code",
    script: `(RUN large </dev/null; echo "code $?" >&2) | (sleep 0.5; wc -c | tr -d ' ')`,
    stdout: "1000000\n",
    stderr: "errcode 4\n",
  },
  {
    name: "finish() does not mind a reader that went away",
    script: `(RUN large </dev/null; echo "code $?" >&2) | head -c 3`,
    stdout: "xxx",
    stderr: "errcode 4\n",
  },
  {
    name: "finish() says what cannot be written, and keeps a code that is no success",
    script: `RUN large </dev/null >/dev/full; echo "code $?" >&2`,
    stdout: "",
    stderr: "errskillhook: Cannot write to standard output: ENOSPC\ncode 4\n",
  },
  {
    name: "finish() does not mind a closed stdout",
    script: `RUN large </dev/null >&-; echo "code $?" >&2`,
    stdout: "",
    stderr: "errcode 4\n",
  },
];

for (const [engine, command] of Object.entries(ENGINES)) {
  for (const row of ROWS) {
    Deno.test({
      name: `${engine}: ${row.name}`,
      ignore: Deno.build.os === "windows" || (engine === "bun" && BUN === undefined),
      sanitizeOps: false,
      sanitizeResources: false,
      fn: async () => {
        const directory = newFolder();
        try {
          const script = `mkfifo fifo; ${row.script.replace("RUN", () => command)}`;
          const got = await shell(script, directory);
          assertEquals([got.stdout, got.stderr], [row.stdout, row.stderr ?? ""]);
          assert(got.durationMs >= (row.atLeastMs ?? 0), `ended too early: ${got.durationMs} ms`);
        } finally {
          Deno.removeSync(directory, { recursive: true });
        }
      },
    });
  }
}

async function shell(script: string, cwd: string) {
  const { code, stdout, stderr, durationMs } = await denoHost().run({
    program: "sh",
    args: ["-c", script],
    cwd,
    env: { ...Deno.env.toObject(), LC_ALL: "C" },
    // A hundred times what the slowest row takes: a guard against hanging, and no measure.
    deadlineMs: 120_000,
    outputCap: 10_000,
  });
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout.head), stderr: decode(stderr.head), durationMs };
}
