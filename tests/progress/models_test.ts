/** Chains of five with models that forget, skip and repeat: they end, whatever the seed. */
import { assert, assertEquals } from "@std/assert";
import { type Random, seededRandom } from "../support/random.ts";
import { namedCall, Sessions } from "./session.ts";

const NAMES = ["design", "plan-adhoc", "orchestrate", "handoff", "commit"];
const EXITS = Object.fromEntries(NAMES.map((name) => [name, []]));
const PROMPT =
  "/design plans/foo, /plan-adhoc fast, /orchestrate and /handoff --commit, /commit all";

/** What one kind of model does wrong. */
interface Model {
  readonly name: string;
  /** Of ten steps, how many end the turn instead of going on. */
  readonly stops?: number;
  /** Of ten calls, how many come without what follows. */
  readonly drops?: number;
  /** Of ten steps, how many are called a second time. */
  readonly repeats?: number;
}

const MODELS: readonly Model[] = [
  { name: "a literal model" },
  { name: "one that drops the suffix", drops: 10 },
  { name: "one that stops after each step", stops: 10 },
  { name: "one that stops, drops and repeats", stops: 6, drops: 6, repeats: 4 },
];

/** Runs one prompt to the end of its turn. @returns The calls as they reached the skills. */
async function run(model: Model, random: Random): Promise<string[]> {
  const sessions = new Sessions(EXITS);
  const does = (tenths = 0) => random.below(10) < tenths;
  const ran = ["/design"];
  let said = (await sessions.prompt("s", PROMPT)).context;
  for (let turns = 0; turns < 40; turns++) {
    let call = namedCall(said);
    if (call === undefined || does(model.stops)) {
      const { reason } = await sessions.stop("s");
      if (reason === "") return ran;
      call = namedCall(reason)!;
    }
    const args = does(model.drops) ? call.args.replace(/ ?\[CONTINUATION:.*/s, "") : call.args;
    const answer = await sessions.skill("s", call.skill, args);
    assertEquals(answer.args ?? args, call.args);
    ran.push(`/${call.skill} ${call.args}`.replace(/ ?\[CONTINUATION:.*/s, ""));
    said = answer.context;
    if (does(model.repeats)) {
      const again = await sessions.skill("s", call.skill, args);
      assertEquals(again.context, said);
    }
  }
  throw new Error("the chain does not end");
}

for (const model of MODELS) {
  Deno.test(`a chain of five is run to its end by ${model.name}, each step once and in order`, async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const ran = await run(model, seededRandom(seed));
      const expected = ["/design", "/plan-adhoc fast", "/orchestrate", "/handoff --commit"];
      assertEquals(ran, [...expected, "/commit all"], `seed ${seed}`);
    }
  });
}

Deno.test("an eager model is told which step it passed over, and can go back to it", async () => {
  const sessions = new Sessions(EXITS);
  await sessions.prompt("s", PROMPT);
  const { context } = await sessions.skill("s", "orchestrate", "");
  assert(context.includes("Step 2 was passed over: /plan-adhoc fast"), context);
  assertEquals(namedCall(context)!.skill, "plan-adhoc");
  const back = await sessions.skill("s", "plan-adhoc", "fast");
  assert(back.context.includes("step 2/5"), back.context);
  assertEquals(namedCall(back.context)!.skill, "orchestrate");
  const status = await sessions.skill("s", "handoff", "--commit");
  assert(status.context.includes("step 4/5"), status.context);
});

Deno.test("a model that never obeys is reminded of each step once, then the user is told", async () => {
  const sessions = new Sessions(EXITS);
  await sessions.prompt("s", PROMPT);
  assert((await sessions.stop("s")).reason !== "");
  for (let round = 0; round < 150; round++) {
    const { reason, message } = await sessions.stop("s", "No.", {
      stop_hook_active: round % 2 === 0,
    });
    assertEquals(reason, "");
    assertEquals(message !== "", round === 0, String(round));
  }
});
