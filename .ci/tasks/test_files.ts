/**
 * Which tests start processes, and which of them the program itself, told by what they import; which ones are long, told
 * by their names. `test:fast` leaves out what is slow, the run against another program takes only what starts it.
 */
import { inProject } from "./project.ts";

/** A file of tests. */
export interface TestFile {
  /** In the project. */
  readonly path: string;
  /** It starts processes: the program, a shell, an engine. */
  readonly startsProcesses: boolean;
  /** It starts the program under test. */
  readonly startsProgram: boolean;
  /** It tries so many inputs that it takes seconds. */
  readonly isLong: boolean;
}

const PROGRAM = "tests/support/binary.ts";
/** The real hosts start what they are asked to. */
const HOST_REGEXP = /^src\/host\/(?:deno|node)\.ts$/;
const LONG_REGEXP = /(?:_fuzz|\/hostile)_test\.ts$/;
const IMPORT_REGEXP = /\bfrom "(\.{1,2}\/[^"]+)"/g;

/** All files that `deno test` takes for tests, sorted. */
export function testFiles(): TestFile[] {
  return walk("tests").filter((path) => path.endsWith("_test.ts")).sort().map((path) => {
    const reached = reach(path);
    return {
      path,
      startsProcesses: reached.some((one) =>
        HOST_REGEXP.test(one) || read(one).includes("new Deno.Command(")
      ),
      startsProgram: reached.includes(PROGRAM),
      isLong: LONG_REGEXP.test(path),
    };
  });
}

/** The file and what it imports, as far as the tests go. */
function reach(path: string, seen: string[] = []): string[] {
  seen.push(path);
  if (!path.startsWith("tests/")) return seen;
  for (const [, specifier] of read(path).matchAll(IMPORT_REGEXP)) {
    const imported = new URL(specifier!, `file:///${path}`).pathname.slice(1);
    if (!seen.includes(imported)) reach(imported, seen);
  }
  return seen;
}

const texts = new Map<string, string>();

function read(path: string): string {
  const text = texts.get(path) ?? Deno.readTextFileSync(inProject(path));
  texts.set(path, text);
  return text;
}

function walk(folder: string): string[] {
  return [...Deno.readDirSync(inProject(folder))].flatMap(({ name, isDirectory }) =>
    isDirectory ? walk(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}
