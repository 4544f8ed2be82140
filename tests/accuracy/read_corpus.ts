/** JSON lines → prompts. Corpora come from others: a bad line is named and passed over, a missing field has a meaning. */
import { asString, type Fields, isFields, jsonType } from "../../src/base/json_type.ts";

/** A prompt with what is known about it. */
export interface CorpusPrompt {
  readonly id: string;
  /** The project it was typed in, or empty: prompts of one source share a registry. */
  readonly source: string;
  readonly text: string;
  /** What kind of slash it holds; see {@linkcode promptKind}. */
  readonly kind: string;
  /** A reader's word for it, such as `invocation`; absent: nobody read it. */
  readonly label?: string;
  /** Names in order, without slashes; absent: nobody read it. */
  readonly invocations?: readonly string[];
}

/**
 * Reads a corpus.
 *
 * @param text One JSON object per line; empty lines are fine.
 * @returns Prompts in order, and the lines that are none. A prompt needs `text` (or `prompt`); without `id` it is
 * called `line-N`, without `kind` it gets one by rule, without `label` and `invocations` nobody has read it.
 */
export function readCorpus(
  text: string,
  path: string,
): { prompts: CorpusPrompt[]; flaws: string[] } {
  const prompts: CorpusPrompt[] = [];
  const flaws: string[] = [];
  const seen = new Set<string>();
  for (const { line, fields, flaw } of readJsonLines(text)) {
    const prompt = fields && readPrompt(fields, line);
    if (prompt === undefined) {
      const message = flaw ??
        `Cannot read prompt: "text" must be a string: got ${
          jsonType(fields?.text ?? fields?.prompt)
        }`;
      flaws.push(`${path}:${line}: ${message}`);
      continue;
    }
    if (seen.has(prompt.id)) {
      flaws.push(`${path}:${line}: Two prompts have the id "${prompt.id}"`);
    }
    seen.add(prompt.id);
    prompts.push(prompt);
  }
  return { prompts, flaws };
}

/** Per line that is not empty its 1-based number and its object, or what is wrong with it. */
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

/** Kinds, the first that fits counts. */
export type PromptKind =
  | "leading-slash-command"
  | "mid-text-slash-command"
  | "code/paste"
  | "url"
  | "and/or-prose"
  | "path-only"
  | "other";

/** A word that looks like a command: a slash, then a name, and nothing else but closing punctuation. */
const COMMAND_WORD = /^\/[A-Za-z][A-Za-z0-9_-]{0,63}(?::[A-Za-z0-9_-]{1,63})?[.,;:!?]?$/;
const PROSE_WORD = /^[A-Za-z]{1,20}\/[A-Za-z]{1,20}[.,;:!?]?$/;
const PASTED_LINE = /^(?:```|~~~|\$ |> |❯)/;
/** Words looked at: a pasted log can be megabytes long. */
const MAX_WORDS = 20_000;

export function promptKind(text: string): PromptKind {
  const trimmed = text.trim();
  const words = trimmed.split(/\s+/, MAX_WORDS);
  if (COMMAND_WORD.test(words[0] ?? "")) return "leading-slash-command";
  if (words.some((word) => COMMAND_WORD.test(word))) return "mid-text-slash-command";
  if (trimmed.split("\n", MAX_WORDS).some((line) => PASTED_LINE.test(line))) return "code/paste";
  if (trimmed.includes("://")) return "url";
  const slashed = words.filter((word) => word.includes("/"));
  if (slashed.length === 0) return "other";
  return slashed.every((word) => PROSE_WORD.test(word)) ? "and/or-prose" : "path-only";
}

/** UTF-16 units of a prompt that a report may show. */
const MAX_EXCERPT = 80;

/** At most 80 UTF-16 units of its beginning on one line, without control characters. */
export function excerpt(text: string): string {
  const line = text.trim().slice(0, MAX_EXCERPT + 1).replaceAll(/[\s\p{C}]+/gu, " ");
  if (line.length <= MAX_EXCERPT) return line;
  // A character of two units is not cut in two.
  const end = /[\uD800-\uDBFF]/.test(line[MAX_EXCERPT - 2]!) ? MAX_EXCERPT - 2 : MAX_EXCERPT - 1;
  return line.slice(0, end) + "…";
}
