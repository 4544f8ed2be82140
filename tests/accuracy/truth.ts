/**
 * What a prompt asks for, as far as somebody has said: by a correction, else by the corpus' own label
 * and names. The rules are in `tests/accuracy/RULES.md`.
 */
import { asString, type Fields, isFields } from "../../src/base/json_type.ts";
import { type CorpusPrompt, readJsonLines } from "./read_corpus.ts";

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
  /** Names that occur in other ways, asked for elsewhere than at the start or not: they count as installed. */
  readonly mentioned: readonly string[];
}

/** The label that means "begins with a command"; every other one means "no chain". */
const INVOCATION = "invocation";
const MID_REQUEST = "mid-request";
const UNREAD = "(none)";

export function truthByLabel({ text, label, invocations }: CorpusPrompt): Truth {
  const names = invocations ?? [];
  const known = { label: label ?? UNREAD, mentioned: names };
  const asks = label === INVOCATION || label === MID_REQUEST ||
    (label === undefined && names.length > 0);
  if (!asks) {
    return {
      ...known,
      expect: label !== undefined || invocations !== undefined ? null : undefined,
    };
  }
  const [first] = names;
  if (first === undefined) return { ...known, expect: undefined };
  const isChain = label !== MID_REQUEST && beginsWith(text.trim(), first);
  return { ...known, expect: isChain ? names.map((skill) => ({ skill })) : null };
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
 * @returns What is right, by id, and the lines that are none.
 */
export function readCorrections(
  text: string,
  path: string,
): { truths: Map<string, Truth>; flaws: string[] } {
  const truths = new Map<string, Truth>();
  const flaws: string[] = [];
  for (const { line, fields, flaw } of readJsonLines(text)) {
    const id = asString(fields?.id);
    if (fields === undefined || id === undefined) {
      const message = flaw ?? 'Cannot read correction: "id" must be a string';
      flaws.push(`${path}:${line}: ${message}`);
      continue;
    }
    const mid = (Array.isArray(fields.mid) ? fields.mid : []).filter(isFields);
    truths.set(id, {
      label: asString(fields.label) ?? UNREAD,
      expect: isFields(fields.expect) ? readSteps(fields.expect) : null,
      mentioned: mid.flatMap(nameOf),
    });
  }
  return { truths, flaws };
}

/** A prompt that has no correction in a corrected corpus asks for nothing. */
export function correctedTruth(prompt: CorpusPrompt, truths: ReadonlyMap<string, Truth>): Truth {
  const truth = truths.get(prompt.id) ??
    { label: prompt.label ?? UNREAD, expect: null, mentioned: [] };
  return { ...truth, mentioned: [...truth.mentioned, ...prompt.invocations ?? []] };
}

/** Their length and the first 16 digits of their SHA-256: enough to compare, nothing to read. */
export async function digestArgs(args: string): Promise<string> {
  if (args === "") return "0";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(args));
  return `${args.length}:${new Uint8Array(digest).toHex().slice(0, 16)}`;
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
