/** One prompt of a corpus: a line of JSON with what somebody typed and, maybe, what a reader says it asks for. */

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
