/** What a scenario claims, and a difference a person can read when the claim does not hold. */
import { type ApiRequest, textOf } from "./api_request.ts";
import type { AgentRun } from "./world.ts";

/** A claim did not hold. The message says what was expected where, and what was there. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
}

/** A text and where it was seen. */
export interface Seen {
  readonly where: string;
  readonly text: string;
}

/**
 * What a request brought that the one before it did not have.
 *
 * @param index Which request of the run, from 0.
 * @param before The request before it; for the first of a resumed session, the last of the old run.
 * @throws {Mismatch} There is no such request.
 */
export function newIn(run: AgentRun, index: number, before = run.requests[index - 1]): Seen {
  const request = run.requests[index];
  if (request === undefined) {
    throw new Mismatch(
      `expected at least ${index + 1} requests to the model\nthere were ${run.requests.length}` +
        `; the agent's last word was: ${run.result || run.stderr || "nothing"}`,
    );
  }
  return { where: `what is new in request ${request.number}`, text: textOf(request, same()) };

  function same(): number {
    const old: ApiRequest["messages"] = before?.messages ?? [];
    const differs = request!.messages.findIndex(({ text }, at) => text !== old[at]?.text);
    return differs === -1 ? request!.messages.length : differs;
  }
}

/** Every text occurs, as often as said: once or more by default. */
export function has(seen: Seen, texts: readonly string[], times?: number): void {
  for (const text of texts) {
    const count = seen.text.split(text).length - 1;
    if (times === undefined ? count > 0 : count === times) continue;
    const wanted = times === undefined ? "" : ` ${times} times`;
    throw new Mismatch(
      `expected in ${seen.where}${wanted}:\n${prefixed("- ", text)}\n` +
        (count > 0
          ? `it was there ${count} times`
          : `nearest there:\n${prefixed("+ ", nearest(seen.text, text))}`),
    );
  }
}

/** No text occurs. */
export function lacks(seen: Seen, texts: readonly string[]): void {
  for (const text of texts) {
    const at = seen.text.indexOf(text);
    if (at === -1) continue;
    const around = seen.text.slice(Math.max(0, at - 100), at + text.length + 100);
    throw new Mismatch(
      `not expected in ${seen.where}:\n${prefixed("- ", text)}\nbut there:\n${
        prefixed("+ ", around)
      }`,
    );
  }
}

/** Two values are the same, as JSON. */
export function is(what: string, there: unknown, wanted: unknown): void {
  const [got, expected] = [there, wanted].map((value) => JSON.stringify(value, null, 2));
  if (got === expected) return;
  throw new Mismatch(
    `expected as ${what}:\n${prefixed("- ", expected ?? "nothing")}\n` +
      `there was:\n${prefixed("+ ", got ?? "nothing")}`,
  );
}

/** The lines of a text most like the wanted ones: of those like its first line, the likest. */
function nearest(text: string, wanted: string): string {
  const [first = "", ...more] = wanted.split("\n");
  const words = new Set(wordsOf(first));
  const lines = text.split("\n");
  let [best, likeness] = [0, 0.2];
  for (const [at, line] of lines.entries()) {
    const there = wordsOf(line);
    const shared = there.filter((word) => words.has(word)).length;
    const like = (2 * shared) / (words.size + there.length);
    if (like > likeness) [best, likeness] = [at, like];
  }
  if (likeness === 0.2) return `(nothing like it in ${lines.length} lines)`;
  return lines.slice(best, best + 1 + more.length).map((line) => line.slice(0, 300)).join("\n");
}

function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== "");
}

function prefixed(prefix: string, text: string): string {
  return text.split("\n").map((line) => `  ${prefix}${line}`).join("\n");
}
