/** Compiled by the benchmark like the real program: parses one long prompt, once, and prints how long it took. */
import { parseContinuation } from "../../src/continuation/parse.ts";
import type { RegistryEntry } from "../../src/catalog/registry.ts";
import { longPrompt, type Shape } from "./inputs.ts";

const NAMES = ["design", "plan-adhoc", "orchestrate", "handoff", "commit"];

/** The last two arguments, whatever the engine. */
const [shape, length] =
  ("Deno" in globalThis
    ? Deno.args
    : (globalThis as unknown as { process: { argv: string[] } }).process.argv).slice(-2) as [
      Shape,
      string,
    ];

const registry = new Map<string, RegistryEntry>();
for (const name of NAMES) {
  registry.set(name, {
    name,
    cooperative: true,
    defaultExit: [],
    source: "project",
    path: "",
    invoke: name,
    description: "",
  });
}
const prompt = longPrompt(Number(length), shape);

const start = performance.now();
const parsed = parseContinuation(prompt, registry);
const time = performance.now() - start;
if (parsed?.continuation.length !== 2) throw new Error("Cannot time the parser: no chain");
console.log(time);
