/** The console examples of docs/context-budget.md do what they show. */
import { assertEquals } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { verb } from "../support/verb.ts";

const budgetVerb = verb("budget");

const TEXT = Deno.readTextFileSync(inProject("docs/context-budget.md"));
const PROMPT = /^\$ echo '(.*)' \| skillhook budget (.*)$/;

function examples(): { stdin: string; line: string; shown: string }[] {
  const blocks = TEXT.split("```console\n").slice(1).map((rest) => rest.split("```", 1)[0]!);
  const found: { stdin: string; line: string; shown: string }[] = [];
  for (const line of blocks.flatMap((block) => block.trimEnd().split("\n"))) {
    const match = PROMPT.exec(line);
    if (match === null) found.at(-1)!.shown += `${line}\n`;
    else found.push({ stdin: `${match[1]}\n`, line: match[2]!, shown: "" });
  }
  return found;
}

for (const { stdin, line, shown } of examples()) {
  Deno.test(`docs/context-budget.md shows what "budget ${line}" prints`, async () => {
    const outcome = await budgetVerb(line.split(" "), fakeHost({ stdin }));
    assertEquals(outcome.stdout, shown);
  });
}
