/** The verbs' records: complete, in step with each other, and what every page and example keeps to. */
import { assert, assertMatch } from "@std/assert";
import { findVerb, isGroup, OLD_SPELLINGS } from "../../src/cli/table.ts";
import { operandRows, optionRows, readOptions } from "../../src/cli/options.ts";
import { VERBS } from "../support/verbs.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { sourceFiles } from "../support/source_files.ts";

Deno.test("every record says what help needs, in whole phrases without a period", () => {
  for (const [name, row] of Object.entries(VERBS)) {
    const { summary, oneOf = [], notes = [], examples } = row;
    const [operands, options] = [operandRows(row), optionRows(row)];
    assertMatch(summary, /^[A-Z].{8,88}[^.]$/, name);
    assert(examples.length > 0, `${name} has no example`);
    for (const { says } of [...operands, ...Object.values(options)]) {
      assert(/^[^a-z]|^[a-z+]+[:,] /.test(says) && !says.endsWith("."), `${name}: ${says}`);
    }
    for (const note of [notes].flat()) assert(/^\S.*\.$/s.test(note), `${name}: ${note}`);
    for (const option of oneOf) {
      assert(options[option] && options[option].takes === undefined, option);
    }
    const many = operands.findIndex((operand) => operand.many);
    assert(many < 0 || many === operands.length - 1, `${name}: only the last operand may repeat`);
    const optional = operands.findIndex((operand) => operand.optional);
    assert(optional < 0 || operands.slice(optional).every((operand) => operand.optional), name);
  }
});

Deno.test("every verb's code is there, loaded only when called, and none is left over", async () => {
  const loaded = new Set<string>();
  for (const [name, { load }] of Object.entries(VERBS)) {
    assertMatch(load.toString(), /import\("\.\/\w+\.ts"\)/, name);
    loaded.add((await load()).name);
  }
  for (const { name } of Deno.readDirSync(inProject("src/cli"))) {
    const text = Deno.readTextFileSync(inProject(`src/cli/${name}`));
    for (const [, verb] of text.matchAll(/^export (?:async )?function (\w+Verb)\(/gm)) {
      if (!["findVerb", "withoutVerb"].includes(verb!)) {
        assert(loaded.has(verb!), `${name}: ${verb} has no record`);
      }
    }
  }
});

Deno.test("every file with verbs is part of the table", () => {
  const table = Deno.readTextFileSync(inProject("src/cli/table.ts"));
  for (const { name } of Deno.readDirSync(inProject("src/cli"))) {
    if (name.endsWith("_verbs.ts")) {
      assert(table.includes(`load: () => import("./${name}")`), name);
    }
  }
});

Deno.test("old spellings lead to verbs, and hide none", () => {
  for (const [old, name] of Object.entries(OLD_SPELLINGS)) {
    assert(Object.hasOwn(VERBS, name), name);
    assert(!Object.hasOwn(VERBS, old), `${old} is a verb itself`);
  }
});

/** Words of the command line that follows `skillhook`, up to what a shell would take for itself. */
function words(line: string): string[] {
  const found = line.replaceAll(/[)}]/g, " $&").match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [];
  const end = found.findIndex((word) => /^[|<>;&#)}]/.test(word));
  return found.slice(0, end < 0 ? undefined : end)
    .map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}

Deno.test("every example is a command line that the verb takes", async () => {
  for (const { examples } of Object.values(VERBS)) {
    for (const example of examples) {
      const verb = await findVerb(words(/(?:^|[\s("])skillhook (.*)$/.exec(example)![1]!));
      assert(verb !== undefined, example);
      // Throws what is wrong.
      readOptions(verb.args, verb.name, verb.row);
    }
  }
});

for (
  const page of [
    "README.md",
    "ARCHITECTURE.md",
    ...sourceFiles("docs", ".md"),
    ...sourceFiles("skills", ".md"),
  ]
) {
  Deno.test(`${page} names verbs and options that there are`, async () => {
    const text = Deno.readTextFileSync(inProject(page));
    const code = text.matchAll(/^ *```.*\n([\s\S]*?)^ *```|`([^`\n]+)`/gm);
    for (const [, block, span] of code) {
      const calls = (block ?? span!).matchAll(/(?:^|[|$(`!"] *)skillhook +([a-z-].*)$/gm);
      for (const [line, rest] of calls) {
        const given = words(rest!.replaceAll(/[[\]…"`,]/g, " "));
        const verb = await findVerb(given);
        if (verb === undefined) {
          const isKnown = isGroup(given[0]!) && given.length === 1 || given[0]!.startsWith("--");
          assert(isKnown, `${line}: no such verb`);
          continue;
        }
        const options = optionRows(verb.row);
        const end = verb.args.includes("--") ? verb.args.indexOf("--") : verb.args.length;
        for (const word of verb.args.slice(0, end)) {
          const option = /^--([a-z-]+)/.exec(word)?.[1] ?? "help";
          assert(option === "help" || Object.hasOwn(options, option), `${line}: no such option`);
        }
      }
    }
  });
}
