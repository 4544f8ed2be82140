/**
 * What a test's verdict may not depend on: how busy the machine is, where its temporary directory is, in which folder
 * the project lies. Times belong to `deno task bench --check`.
 */
import { assert, assertEquals } from "@std/assert";
import { inProject } from "../.ci/tasks/project.ts";
import { sourceFiles, withoutComments } from "./support/source_files.ts";

interface Rule {
  readonly banned: RegExp;
  readonly instead: string;
  /** Path → why it may. */
  readonly except: Readonly<Record<string, string>>;
}

const RULES: Readonly<Record<string, Rule>> = {
  "the clock": {
    banned:
      /\bperformance\.now|\bDate\.now|\bnew Date\(\)|\bset(?:Timeout|Interval)\b|AbortSignal\.timeout|\b(?:ms|took|elapsed|\w+Ms)\s*[<>]/,
    instead: "count steps (support/steps.ts) or let processes wait for each other",
    except: {
      "tests/support/eventually.ts": "a pause between two looks; its limit guards against hanging",
      "tests/host/supervise_test.ts": "stalls on purpose, as a busy machine does",
      "tests/host/streams_test.ts": "nothing ends before its own deadline: no load changes that",
      "tests/host/run_facts.ts": "a guard against hanging, at least 30 times what is expected",
      "tests/binary_test.ts": "a pause between two pieces of input",
      "tests/support/fake_command.ts": "the clock of the fake host",
      "tests/support/fake_host.ts": "the clock of the fake host",
    },
  },
  "the directory for temporary files": {
    banned: /\bmakeTemp|\bmkdtemp|env\.get\("TMPDIR"\)/,
    instead: "newFolder() (support/folder.ts)",
    except: {},
  },
  "the project's folder as a URL": {
    banned: /\bimport\.meta\.(?:url|dirname|filename)\b|\.pathname\b|file:\/\/\$|encodeURI\(/,
    instead: "inProject() or ROOT (.ci/tasks/project.ts), inShared() (support/shared.ts)",
    except: {
      "tests/support/steps.ts": "its own address, as the engine's coverage spells it",
      "tests/package_parity/import_maps_test.ts": "URLs from end to end, never a path",
      "tests/architecture_test.ts": "an invented URL that resolves one import against another",
    },
  },
};

// The bench measures; the suite with the real agent is no part of `deno test`.
const FILES = [...sourceFiles("tests")].filter((path) => !/^tests\/(?:bench|agent)\//.test(path));

for (const [name, { banned, instead, except }] of Object.entries(RULES)) {
  Deno.test(`no test's verdict depends on ${name}`, () => {
    const found = new Map<string, string>();
    for (const path of FILES) {
      if (path === "tests/verdicts_test.ts") continue;
      const line = withoutComments(Deno.readTextFileSync(inProject(path))).split("\n").find((
        line,
      ) => banned.test(line));
      if (line !== undefined) found.set(path, line.trim());
    }
    for (const [path, line] of found) {
      assert(Object.hasOwn(except, path), `${path}: ${line}\nInstead: ${instead}`);
    }
    assertEquals(Object.keys(except).filter((path) => !found.has(path)), [], "needs no exception");
  });
}
