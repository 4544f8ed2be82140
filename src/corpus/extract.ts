/** Transcripts → the user's own prompts that hold a `/`, masked and each only once. Reads, and nothing else. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { maskSecrets } from "../base/mask_secrets.ts";
import { type Host, HostError } from "../host/host.ts";
import type { CorpusPrompt } from "./corpus_prompt.ts";
import { findTranscripts } from "./find_transcripts.ts";
import { promptKind } from "./prompt_kind.ts";
import { shortDigest } from "./truth.ts";
import { transcriptLines } from "./transcript_lines.ts";
import { type TypedPrompt, typedPrompt } from "./typed_prompt.ts";

/** UTF-16 units of a prompt that is kept: a longer one is a pasted file. */
const MAX_PROMPT = 256 * 1024;
/** Digits of a prompt's id and of a project's name in it. */
const ID_DIGITS = 10;
const SOURCE_DIGITS = 6;

/** What was found, and how much was passed over. */
export interface Extraction {
  readonly prompts: readonly CorpusPrompt[];
  readonly transcripts: number;
  /** Prompts that were there already, in the same project. */
  readonly repeated: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What extracting asks of the machine. */
export type ExtractHost = Pick<Host, "list" | "stat" | "readBytes">;

/**
 * Extracts prompts.
 *
 * @param host The machine.
 * @param root A directory of transcripts, or one transcript.
 * @param home The user's home directory, for masking.
 * @returns Prompts in order of file and line; `undefined` when there is no such directory.
 */
export async function extractPrompts(
  host: ExtractHost,
  root: string,
  home: string | undefined,
): Promise<Extraction | undefined> {
  const found = findTranscripts(host, root);
  if (found === undefined) return undefined;
  const diagnostics = [...found.diagnostics];
  const prompts = new Map<string, CorpusPrompt>();
  let repeated = 0;
  for (const path of found.paths) {
    const flaws = { unreadable: 0, tooLong: 0 };
    try {
      for (const line of transcriptLines(host, path)) {
        const typed = line === undefined ? "unreadable" : typedPrompt(line);
        if (typed === "unreadable") flaws.unreadable++;
        else if (typed !== undefined && typed.text.length > MAX_PROMPT) flaws.tooLong++;
        else if (typed !== undefined) {
          const prompt = await toCorpus(typed, path, home);
          if (prompts.has(prompt.id)) repeated++;
          else if (prompt.text.includes("/")) prompts.set(prompt.id, prompt);
        }
      }
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      diagnostics.push(
        diagnose("corpus-unreadable", path, `Cannot read transcript: ${error.code}`),
      );
    }
    diagnostics.push(...flawsOf(path, flaws));
  }
  return { prompts: [...prompts.values()], transcripts: found.paths.length, repeated, diagnostics };
}

async function toCorpus(
  { text, cwd }: TypedPrompt,
  path: string,
  home: string | undefined,
): Promise<CorpusPrompt> {
  const masked = maskSecrets(text, home);
  // A project's name may be a secret of its own; that two prompts are from one project is all a reader needs.
  const project = await shortDigest(cwd ?? path.slice(0, path.lastIndexOf("/")));
  const source = `project-${project.slice(0, SOURCE_DIGITS)}`;
  const id = await shortDigest(`${source}\n${masked}`);
  return { id: `p-${id.slice(0, ID_DIGITS)}`, source, text: masked, kind: promptKind(masked) };
}

function flawsOf(path: string, flaws: { unreadable: number; tooLong: number }): Diagnostic[] {
  const { unreadable, tooLong } = flaws;
  return [
    ...unreadable === 0 ? [] : [
      diagnose(
        "corpus-skipped",
        path,
        `Passed over: ${unreadable} lines that are no JSON or too long`,
      ),
    ],
    ...tooLong === 0 ? [] : [
      diagnose(
        "corpus-skipped",
        path,
        `Passed over: ${tooLong} prompts over ${MAX_PROMPT / 1024} KB`,
      ),
    ],
  ];
}
