/**
 * What a prompt asks for, as far as somebody has said: by a correction, else by the corpus' own label
 * and names. The rules are in `tests/accuracy/RULES.md`.
 */
import { sha256 } from "../base/sha256.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import type { CorpusPrompt } from "./corpus_prompt.ts";
import { readJsonLines } from "./read_corpus.ts";

/** One skill that must be read. */
export interface ExpectedStep {
  readonly skill: string;
  /** The arguments in full, where known. */
  readonly args?: string;
  /** What {@linkcode digestArgs} makes of the arguments, where only that is known. */
  readonly argsDigest?: string;
}

/** What is known about a prompt. */
export interface Truth {
  readonly label: string;
  /** `null`: no chain; `undefined`: nobody said. */
  readonly expect: readonly ExpectedStep[] | null | undefined;
  /** Names asked for elsewhere than at the start; `undefined`: nobody said. */
  readonly mid: readonly string[] | undefined;
  /** Names that occur in other ways: they count as installed. */
  readonly mentioned: readonly string[];
}

/** The label that means "begins with a command"; every other one means "no chain". */
const INVOCATION = "invocation";
const MID_REQUEST = "mid-request";
const UNREAD = "(none)";

/**
 * @param prompt A prompt of a corpus.
 * @returns What its own label and names say.
 */
export function truthByLabel({ text, label, invocations }: CorpusPrompt): Truth {
  const names = invocations ?? [];
  const known = { label: label ?? UNREAD, mentioned: [] };
  const asks = label === INVOCATION || label === MID_REQUEST ||
    (label === undefined && names.length > 0);
  if (!asks) {
    const read = label !== undefined || invocations !== undefined;
    return {
      ...known,
      mentioned: names,
      expect: read ? null : undefined,
      mid: read ? [] : undefined,
    };
  }
  const [first] = names;
  if (first === undefined) return { ...known, expect: undefined, mid: undefined };
  if (label !== MID_REQUEST && beginsWith(text.trim(), first)) {
    return { ...known, expect: names.map((skill) => ({ skill })), mid: [] };
  }
  return { ...known, expect: null, mid: names };
}

/** Rule "invocation": the name ends at white space, a comma, the end, or the full stop at the end. */
function beginsWith(text: string, name: string): boolean {
  if (!text.startsWith(`/${name}`)) return false;
  const rest = text.slice(name.length + 1, name.length + 3);
  return rest === "" || /^[\s,]/.test(rest) || rest === "." || rest === "!";
}

/**
 * Reads corrections: one JSON object per line with `id`, `label`, `expect` and maybe `mid`.
 *
 * @param text JSON lines.
 * @param path What to call them in diagnostics.
 * @returns What is right, by id, and the lines that are none.
 */
export function readCorrections(
  text: string,
  path: string,
): { truths: Map<string, Truth>; diagnostics: Diagnostic[] } {
  const truths = new Map<string, Truth>();
  const diagnostics: Diagnostic[] = [];
  for (const { line, fields, flaw } of readJsonLines(text)) {
    const id = asString(fields?.id);
    if (fields === undefined || id === undefined) {
      const message = flaw ?? 'Cannot read correction: "id" must be a string';
      diagnostics.push(diagnose("corpus-line", { path, line }, message));
      continue;
    }
    const mid = (Array.isArray(fields.mid) ? fields.mid : []).filter(isFields);
    truths.set(id, {
      label: asString(fields.label) ?? UNREAD,
      expect: isFields(fields.expect) ? readSteps(fields.expect) : null,
      mid: mid.filter(({ request }) => request === true).flatMap(nameOf),
      mentioned: mid.filter(({ request }) => request !== true).flatMap(nameOf),
    });
  }
  return { truths, diagnostics };
}

/** A prompt that has no correction in a corrected corpus asks for nothing. */
export function correctedTruth(prompt: CorpusPrompt, truths: ReadonlyMap<string, Truth>): Truth {
  const truth = truths.get(prompt.id) ??
    { label: prompt.label ?? UNREAD, expect: null, mid: [], mentioned: [] };
  return { ...truth, mentioned: [...truth.mentioned, ...prompt.invocations ?? []] };
}

/**
 * @param args A skill's arguments.
 * @returns Their length and the beginning of their SHA-256: enough to compare, nothing to read.
 */
export async function digestArgs(args: string): Promise<string> {
  return args === "" ? "0" : `${args.length}:${await shortDigest(args)}`;
}

/**
 * @param text Any text.
 * @returns The first 16 hexadecimal digits of the SHA-256 of its UTF-8.
 */
export async function shortDigest(text: string): Promise<string> {
  return (await sha256(text)).slice(0, 16);
}

function readSteps({ current, continuation }: Fields): ExpectedStep[] {
  const steps = [current, ...(Array.isArray(continuation) ? continuation : [])];
  return steps.filter(isFields).map(({ skill, args_units, args_sha256 }) => ({
    skill: asString(skill) ?? "",
    ...(typeof args_units !== "number"
      ? {}
      : { argsDigest: args_units === 0 ? "0" : `${args_units}:${asString(args_sha256) ?? ""}` }),
  }));
}

function nameOf({ name }: Fields): string[] {
  return typeof name === "string" ? [name] : [];
}
