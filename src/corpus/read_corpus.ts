/** JSON lines → prompts. Corpora come from others: a bad line is named and passed over, a missing field has a meaning. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { CorpusPrompt } from "./corpus_prompt.ts";
import { promptKind } from "./prompt_kind.ts";

/**
 * Reads a corpus.
 *
 * @param text One JSON object per line; empty lines are fine.
 * @param path What to call it in diagnostics.
 * @returns Prompts in order, and the lines that are none. A prompt needs `text` (or `prompt`); without `id` it is
 * called `line-N`, without `kind` it gets one by rule, without `label` and `invocations` nobody has read it.
 */
export function readCorpus(
  text: string,
  path: string,
): { prompts: CorpusPrompt[]; diagnostics: Diagnostic[] } {
  const prompts: CorpusPrompt[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const { line, fields, flaw } of readJsonLines(text)) {
    const prompt = fields && readPrompt(fields, line);
    if (prompt === undefined) {
      const message = flaw ??
        `Cannot read prompt: "text" must be a string: got ${
          jsonType(fields?.text ?? fields?.prompt)
        }`;
      diagnostics.push(diagnose("corpus-line", { path, line }, message));
      continue;
    }
    if (seen.has(prompt.id)) {
      diagnostics.push(
        diagnose("corpus-line", { path, line }, `Two prompts have the id "${prompt.id}"`),
      );
    }
    seen.add(prompt.id);
    prompts.push(prompt);
  }
  return { prompts, diagnostics };
}

/**
 * @param text JSON lines.
 * @returns Per line that is not empty its 1-based number and its object, or what is wrong with it.
 */
export function* readJsonLines(
  text: string,
): Generator<{ line: number; fields?: Fields; flaw?: string }> {
  let line = 0;
  // An offset instead of a split: a corpus may be large, and only one line is needed at a time.
  for (let start = text[0] === "\uFEFF" ? 1 : 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const content = text.slice(start, end).trim();
    start = end + 1;
    line++;
    if (content === "") continue;
    try {
      const value: unknown = JSON.parse(content);
      if (isFields(value)) yield { line, fields: value };
      else yield { line, flaw: `Cannot read line: expected an object: got ${jsonType(value)}` };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield { line, flaw: "Cannot read line: it is not JSON" };
    }
  }
}

function readPrompt(fields: Fields, line: number): CorpusPrompt | undefined {
  const text = asString(fields.text) ?? asString(fields.prompt);
  if (text === undefined) return undefined;
  const label = asString(fields.label);
  const invocations = readNames(fields.invocations);
  return {
    id: asString(fields.id) ?? `line-${line}`,
    source: asString(fields.source) ?? "",
    text,
    kind: asString(fields.kind) ?? promptKind(text),
    ...(label === undefined ? {} : { label }),
    ...(invocations === undefined ? {} : { invocations }),
  };
}

/** Names as texts, with or without a slash, or as objects that hold one. */
function readNames(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item: unknown) => {
    const name = isFields(item) ? item.name ?? item.skill : item;
    if (typeof name !== "string") return [];
    const [bare = ""] = name.trim().replace(/^\//, "").split(/\s/, 1);
    return bare === "" ? [] : [bare];
  });
}
