/** What must hold for any effects: a deny stays a deny whatever is added, and order does not matter. */
import { assert, assertEquals } from "@std/assert";
import { hookAnswer } from "../../src/hooks/fire.ts";
import { BEHAVIORS, type Effect, type EffectItem, mergeEffects } from "../../src/hooks/effect.ts";
import { HOOK_EVENTS } from "../../src/protocol/hook_events.ts";

/** A small generator, so that a failure can be repeated by its seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomEffect(random: () => number, index: number): Effect {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const maybe = (effect: Effect): Effect => random() < 0.3 ? effect : {};
  return {
    ...maybe({ behavior: pick(BEHAVIORS), reason: `reason ${index}` }),
    ...maybe({ stop: pick(["", "enough"]) }),
    ...maybe({ context: `context ${index}` }),
    ...maybe({ systemMessage: "message" }),
    ...maybe({ message: `changed ${index}` }),
    ...maybe({ failure: "failed" }),
    ...maybe({ answer: pick(["/a", "/b"]) }),
    ...maybe({ updates: { updatedInput: { command: pick(["a", "b"]) } } }),
    ...maybe({ updates: { action: pick(["accept", "decline", "cancel"]) } }),
    ...maybe({ updates: { sessionTitle: pick(["one", "two"]) } }),
  };
}

function randomItems(random: () => number): EffectItem[] {
  const count = 1 + Math.floor(random() * 5);
  return Array.from({ length: count }, (_, index) => {
    const name = `hook ${index}`;
    return { source: name, name, effect: randomEffect(random, index) };
  });
}

Deno.test("adding a handler never turns a deny into anything else", () => {
  let denies = 0;
  for (let seed = 1; seed <= 5_000; seed++) {
    const random = generator(seed);
    const names = Object.keys(HOOK_EVENTS);
    const name = names[Math.floor(random() * names.length)]!;
    const row = HOOK_EVENTS[name]!;
    const items = randomItems(random);
    if (mergeEffects(items, row).behavior !== "deny") continue;
    denies++;
    const added = { source: "new", name: "new", effect: randomEffect(random, 99) };
    const at = Math.floor(random() * (items.length + 1));
    const merged = mergeEffects(items.toSpliced(at, 0, added), row);
    assertEquals(merged.behavior, "deny", `seed ${seed}`);
    const answer = hookAnswer(name, row, merged);
    const isStop = name === "Stop" || name === "SubagentStop";
    if (!isStop) assert(answer.isBlocked && answer.reason !== "", `seed ${seed}`);
  }
  assert(denies > 500, `${denies}`);
});

Deno.test("the decision does not depend on the order of the handlers", () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const random = generator(seed);
    const items = randomItems(random);
    const row = HOOK_EVENTS.PreToolUse!;
    const there = mergeEffects(items, row);
    const back = mergeEffects(items.toReversed(), row);
    assertEquals(there.behavior, back.behavior, `seed ${seed}`);
    assertEquals(there.stop === undefined, back.stop === undefined, `seed ${seed}`);
    assertEquals(there.updates.updatedInput, back.updates.updatedInput, `seed ${seed}`);
  }
});

Deno.test("a denied call is never given a changed input, nor more permissions", () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const merged = mergeEffects(randomItems(generator(seed)), HOOK_EVENTS.PreToolUse!);
    if (merged.behavior === "deny") assertEquals(merged.updates.updatedInput, undefined);
  }
});
