/** The parser against the adversarial set, the chains, and (where it is) the corpus of real prompts. */
import { assertEquals } from "@std/assert";
import { parseContinuation } from "../../src/continuation/parse.ts";
import { registryOf } from "./registries.ts";
import { adversarialFailures, adversarialNames, chainNames, chainPrompts } from "./adversarial.ts";
import type { ReadChain } from "./adversarial.ts";
import { inShared } from "../support/shared.ts";
import { inProject } from "../../.ci/tasks/project.ts";

const CORPUS = inShared("corpus/prompts_dev.jsonl");
const CORRECTIONS = inProject("tests/accuracy/corrections.jsonl");

Deno.test("parseContinuation() finds no second skill in adversarial prompts", () => {
  const registry = registryOf(adversarialNames);
  const failures = adversarialFailures((prompt) => parseContinuation(prompt, registry));
  const sample = failures.slice(0, 20).map((
    { wrong, answer },
  ) => [wrong.kind, wrong.prompt, answer]);
  assertEquals([failures.length, sample], [0, []]);
});

Deno.test("parseContinuation() misses no chain that starts the prompt", () => {
  const registry = registryOf(chainNames);
  for (const { prompt, expect } of chainPrompts()) {
    const chain = parseContinuation(prompt, registry);
    assertEquals(chain && [chain.current, ...chain.continuation], expect, prompt);
  }
});

Deno.test("parseContinuation() reads real prompts as corrected, whatever is registered", async () => {
  let prompts: Prompt[];
  try {
    prompts = readLines(CORPUS);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("skipped: ../shared is not here");
    return;
  }
  const rows = new Map(readLines<Row>(CORRECTIONS).map((row) => [row.id, row]));
  const used = Map.groupBy(prompts, ({ source }) => source);
  const words = prompts.flatMap(({ text }) =>
    [...text.matchAll(/\/([A-Za-z][\w-]*(?::[\w-]+)?)/g)].map(([, name]) => name!)
  );
  for (const extra of [[], adversarialNames, [...adversarialNames, ...words]]) {
    for (const [source, group] of used) {
      const names = group.flatMap(({ id, invocations }) => [
        ...invocations,
        ...(rows.get(id)?.mid ?? []).map(({ name }) => name),
      ]);
      const registry = registryOf([...names, ...extra]);
      for (const { id, text } of group) {
        const chain = parseContinuation(text, registry);
        assertEquals(chain && await digest(chain), stepsOf(rows.get(id)), `${source} ${id}`);
      }
    }
  }
});

interface Prompt {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly invocations: readonly string[];
}

interface Row {
  readonly id: string;
  readonly expect: { readonly current: unknown; readonly continuation: readonly unknown[] } | null;
  readonly mid?: readonly { readonly name: string }[];
}

function stepsOf(row: Row | undefined): unknown[] | null {
  return row?.expect ? [row.expect.current, ...row.expect.continuation] : null;
}

async function digest({ current, continuation }: ReadChain): Promise<unknown[]> {
  return await Promise.all([current, ...continuation].map(async ({ skill, args }) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(args));
    const args_sha256 = new Uint8Array(hash).toHex().slice(0, 16);
    return { skill, args_units: args.length, ...(args === "" ? {} : { args_sha256 }) };
  }));
}

function readLines<Line>(file: string): Line[] {
  return Deno.readTextFileSync(file).trim().split("\n").map((line) => JSON.parse(line));
}
