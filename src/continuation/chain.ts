/** The words of a chain: one invocation after another, the first being the current skill. */
import type { RegistryEntry } from "../catalog/registry.ts";

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

/**
 * @param isFirst Whether it is the skill that the user typed: that one the agent runs itself, if it can.
 */
export function toInvocation(entry: RegistryEntry, args: string, isFirst: boolean): Invocation {
  const { invoke: skill, path } = entry;
  const isRead = isFirst ? entry.isNotTyped : entry.isNotCalled;
  return isRead === true ? { skill, args, file: path } : { skill, args };
}
