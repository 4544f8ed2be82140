/** The console examples of docs/subagent-payloads.md do what they show. */
import { assertEquals } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { verb } from "../support/verb.ts";

const needsVerb = verb("agent needs");
const resolveVerb = verb("agent resolve");

const TEXT = Deno.readTextFileSync(inProject("docs/subagent-payloads.md"));
const VERBS = { needs: needsVerb, resolve: resolveVerb };
const PROMPT = /^\$ echo '(.*)' \| skillhook agent (needs|resolve)(.*)$/;

for (const block of TEXT.split("```console\n").slice(1)) {
  const [prompt = "", ...shown] = block.split("```", 1)[0]!.trimEnd().split("\n");
  Deno.test(`docs/subagent-payloads.md shows what ${prompt} prints`, async () => {
    const [, stdin, verb, rest] = PROMPT.exec(prompt)!;
    const args = rest!.split(" ").filter((word) => word !== "");
    const run = VERBS[verb as keyof typeof VERBS];
    const { stdout } = await run(args, fakeHost({ stdin: `${stdin}\n` }));
    assertEquals(stdout, `${shown.join("\n")}\n`);
  });
}
