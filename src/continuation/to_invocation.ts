/** A registered skill as a link of a chain, by the name the agent resolves. */
import type { RegistryEntry } from "../catalog/registry.ts";
import type { Invocation } from "./chain.ts";

/**
 * @param isFirst Whether it is the skill that the user typed: that one the agent runs itself, if it can.
 */
export function toInvocation(entry: RegistryEntry, args: string, isFirst: boolean): Invocation {
  const { invoke: skill, path } = entry;
  const isRead = isFirst ? entry.isNotTyped : entry.isNotCalled;
  return isRead === true ? { skill, args, file: path } : { skill, args };
}
