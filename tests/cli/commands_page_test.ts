/** docs/commands.md is made from the verbs' records. UPDATE_DOCS=1 writes it anew: read the difference before you commit it. */
import { assertEquals } from "@std/assert";
import { verbHelp } from "../../src/cli/help.ts";
import { EXIT_CODES } from "../../src/cli/verb.ts";
import { OLD_SPELLINGS } from "../../src/cli/table.ts";
import { GROUPS } from "../support/verbs.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { fakeHost } from "../support/fake_host.ts";

const PAGE = inProject("docs/commands.md");

const INTRODUCTION = `# Commands

Everything that \`skillhook\` can do on a command line. \`skillhook --help\`, \`skillhook GROUP --help\`
and \`skillhook GROUP VERB --help\` show the same texts; \`skillhook completions\` teaches them to your
shell. This page is generated: see \`tests/cli/commands_page_test.ts\`.

Options may stand before or after arguments; what follows \`--\` is never an option. The manual page
[skillhook.1](skillhook.1) says the same as this page: \`skillhook man | man -l -\` shows it.

## Exit codes
`;

const OLD = `## Old spellings

Verbs had one word each before they came in groups. Scripts that use those words keep working; help
and completions no longer show them.
`;

Deno.test("docs/commands.md shows every verb as its help does", () => {
  const sections = GROUPS.map(({ word, summary, verbs }) => {
    const rows = Object.entries(verbs).map(([name, row]) =>
      [`[\`${name}\`](#skillhook-${name.replaceAll(" ", "-")})`, row.summary] as const
    );
    const helps = Object.entries(verbs).map(([name, row]) => {
      const [text, ...rest] = verbHelp({ name, row }, fakeHost()).split("\n\n");
      return `### skillhook ${name}\n\n${text}.\n\n\`\`\`text\n${rest.join("\n\n")}\n\`\`\`\n`;
    });
    const title = word === undefined ? summary : `${summary}: ${word}`;
    return [`## ${title}\n`, table(["Verb", "What it does"], rows), ...helps].join("\n");
  });
  const old = Object.entries(OLD_SPELLINGS).map(([spelling, name]) =>
    [`\`${spelling}\``, `\`${name}\``] as const
  );
  const exits = table(["Code", "What it means"], Object.entries(EXIT_CODES));
  const page = [INTRODUCTION, exits, ...sections, OLD, table(["Old", "New"], old)].join("\n");
  if (Deno.env.get("UPDATE_DOCS") === "1") Deno.writeTextFileSync(PAGE, page);
  assertEquals(Deno.readTextFileSync(PAGE), page, "run this test with UPDATE_DOCS=1");
});

/** As the formatter wants it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length))
  );
  const rule = widths.map((width) => "-".repeat(width));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [head, rule, ...rows].map(line).join("\n") + "\n";
}
