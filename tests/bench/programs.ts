/** The programs to compare, each compiled like the real one. */
import { bundle } from "../../.ci/tasks/bundle.ts";
import { compile, type Engine } from "../../.ci/tasks/compile.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import type { Programs } from "./cases.ts";
import type { Python } from "./python.ts";

/** The programs, and the parser alone. */
export interface Built extends Programs {
  readonly parser: string;
}

/**
 * Compiles them.
 *
 * @param folder Where to write the others
 * @param python From `findPython`
 */
export async function buildPrograms(
  skillhook: string,
  engine: Engine,
  folder: string,
  python: Python | undefined,
): Promise<Built> {
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  async function build(name: string, script: string): Promise<string> {
    const output = `${folder}/${name}${suffix}`;
    await compile(script, output, { engine });
    return output;
  }
  await Deno.writeTextFile(`${folder}/empty.js`, "");
  // A program written a while ago may lie in memory in smaller pieces than the others, which makes each start slower.
  const copy = `${folder}/skillhook${suffix}`;
  await Deno.writeFile(copy, await Deno.readFile(skillhook), { mode: 0o755 });
  return {
    skillhook: copy,
    empty: await build("empty", `${folder}/empty.js`),
    reader: await build("reader", inProject("tests/bench/reader.js")),
    fileReader: await build("file_reader", inProject("tests/bench/file_reader.js")),
    parser: await build(
      "parser",
      await bundle("tests/bench/parse_program.ts", `${folder}/parser_js`),
    ),
    python: python && { ...python, hook: inProject("tests/bench/reference_hook.py") },
  };
}
