/** The words of a chain: one invocation after another, the first being the current skill. */

/** One `/skill args`. */
export interface Invocation {
  /** The name the agent resolves, without the slash: `design` or `plugin:design`. */
  readonly skill: string;
  /** Trimmed text after the name, or empty. */
  readonly args: string;
  /** For a skill that the agent does not run by its name: the file to read and follow. */
  readonly file?: string;
  /** It runs in a context of its own, which gets no chain. */
  readonly isFork?: true;
  /** It stands behind a name that leads nowhere: it runs when the user has been asked. */
  readonly waits?: true;
}

/** What a prompt asks for. */
export interface Chain {
  readonly current: Invocation;
  /** What follows the current skill, in order; empty when it is terminal. */
  readonly continuation: readonly Invocation[];
  /** The agent does not run the current skill for what was typed (`/design, /plan`): the model has to call it. */
  readonly isNotStarted?: true;
  /** Names that ask for a skill and lead to none, in order; absent: none. */
  readonly unknown?: readonly UnknownStep[];
}

/** A name at a joint that nobody has registered; `at`: how many entries of the continuation stand before it. */
export interface UnknownStep {
  readonly name: string;
  readonly at: number;
}

/** `/skill args`, or `/skill`. */
export function slashText({ skill, args }: Invocation): string {
  return args === "" ? `/${skill}` : `/${skill} ${args}`;
}
