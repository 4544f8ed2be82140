import { assert, assertEquals } from "@std/assert";
import { inShared } from "../support/shared.ts";
import { inProject } from "../../.ci/tasks/project.ts";

const CORPUS = inShared("corpus/prompts_dev.jsonl");
const CORRECTIONS = inProject("tests/accuracy/corrections.jsonl");
const LABELS = new Set([
  "invocation",
  "mid-request",
  "mention-only",
  "route-or-path",
  "pasted-output",
  "delegated-to-subagent",
  "no-command",
]);

interface Step {
  readonly skill: string;
  readonly args_units: number;
  readonly args_sha256?: string;
}

interface Row {
  readonly id: string;
  readonly was?: string;
  readonly label: string;
  readonly expect: { readonly current: Step; readonly continuation: readonly Step[] } | null;
  readonly mid?: readonly { readonly name: string; readonly request: boolean }[];
}

function readLines<Line>(file: string): Line[] {
  return Deno.readTextFileSync(file).trim().split("\n").map((line) => JSON.parse(line));
}

Deno.test("corrections.jsonl holds names, lengths and hashes, and never a prompt", () => {
  const rows = readLines<Row>(CORRECTIONS);
  assertEquals(rows.map(({ id }) => id), rows.map(({ id }) => id).toSorted());
  for (const { id, label, was, expect, mid = [] } of rows) {
    assert(LABELS.has(label), id);
    assert(was !== label, id);
    assertEquals(expect !== null, label === "invocation", id);
    assertEquals(mid.some(({ request }) => request), label === "mid-request", id);
    for (const step of expect === null ? [] : [expect.current, ...expect.continuation]) {
      assert(/^[A-Za-z0-9_:-]+$/.test(step.skill), id);
      assertEquals(step.args_units > 0, /^[0-9a-f]{16}$/.test(step.args_sha256 ?? ""), id);
    }
  }
});

Deno.test("corrections.jsonl agrees with the prompts it is about", async () => {
  let prompts: { id: string; text: string; label: string }[];
  try {
    prompts = readLines(CORPUS);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("skipped: ../shared is not here");
    return;
  }
  const rows = new Map(readLines<Row>(CORRECTIONS).map((row) => [row.id, row]));
  for (const { id, text, label } of prompts) {
    const row = rows.get(id);
    rows.delete(id);
    if (row === undefined) {
      assert(!text.trim().startsWith("/"), `${id} begins with a slash and has no row`);
      continue;
    }
    assertEquals(row.was ?? row.label, label, id);
    if (row.expect === null) continue;
    assert(text.trim().startsWith(`/${row.expect.current.skill}`), id);
    // The last skill's arguments are the end of the prompt, whatever stands before them.
    const last = row.expect.continuation.at(-1) ?? row.expect.current;
    const args = last.args_units === 0 ? "" : text.trim().slice(-last.args_units);
    assertEquals(args.trim().length, last.args_units, id);
    assertEquals(args === "" ? undefined : await shortHash(args), last.args_sha256, id);
  }
  assertEquals([...rows.keys()], [], "rows without a prompt");
});

async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex().slice(0, 16);
}
