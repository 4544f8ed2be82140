import { assert, assertEquals } from "@std/assert";
import { APPROVED_KEYS } from "../../src/config/schema.ts";
import { filePlan } from "../../src/hooks/file_plan.ts";

/** One value for each key that needs an approval: what `allow` must show of it. */
const SAMPLES: Readonly<Record<string, readonly [yaml: string, shown: string]>> = {
  failure: ["open", "failure: open"],
  breaker: ["3", "breaker: 3"],
  judge: ["{ command: my-judge }", "my-judge"],
  agent: ["my-agent", "my-agent"],
  http: ["{ allow: [x.example] }", "x.example"],
};

Deno.test("every setting that needs an approval is part of the plan", async () => {
  assertEquals(Object.keys(SAMPLES).sort(), [...APPROVED_KEYS].sort());
  for (const [key, [yaml, shown]] of Object.entries(SAMPLES)) {
    const { steps } = await filePlan("/p/.claude/skillhook.yaml", `${key}: ${yaml}\n`);
    assert(steps.some(({ text }) => text === shown), `${key}: ${JSON.stringify(steps)}`);
  }
});
