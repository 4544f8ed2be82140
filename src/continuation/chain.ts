/** The words of a chain: one invocation after another, the first being the current skill. */

/** One `/skill args`. */
export interface Invocation {
  /** The name the agent resolves, without the slash: `design` or `plugin:design`. */
  readonly skill: string;
  /** Trimmed text after the name, or empty. */
  readonly args: string;
  /** For a skill that the agent does not run by its name: the file to read and follow. */
  readonly file?: string;
}

/** What a prompt asks for. */
export interface Chain {
  readonly current: Invocation;
  /** What follows the current skill, in order; empty when it is terminal. */
  readonly continuation: readonly Invocation[];
}

/** `/skill args`, or `/skill`. */
export function slashText({ skill, args }: Invocation): string {
  return args === "" ? `/${skill}` : `/${skill} ${args}`;
}
