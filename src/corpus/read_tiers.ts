/** A prompt → what the hook would make of it, tier by tier, in the hook's own order. */
import type { Invocation } from "../continuation/chain.ts";
import { type MidRequest, readMidSentence } from "../continuation/mid_sentence.ts";
import { parseContinuation } from "../continuation/parse.ts";
import type { Registry } from "../catalog/registry.ts";
import { matchShortcut, mayBeShortcut } from "../shortcuts/match.ts";
import type { Shortcuts } from "../shortcuts/shortcut.ts";

/** What was read from one prompt. */
export interface Reading {
  /** `none`: the hook is silent. */
  readonly tier: "shortcut" | "directive" | "chain" | "none";
  /** The chain, the current skill first; empty for the other tiers. */
  readonly steps: readonly Invocation[];
  /** What the proposed rule finds in a prompt the tiers are silent on. */
  readonly mid: MidRequest | null;
}

/**
 * @param prompt What somebody typed.
 * @param registry The cooperative skills.
 * @param shortcuts Tiers 1 and 2.
 * @returns The reading.
 */
export function readTiers(prompt: string, registry: Registry, shortcuts: Shortcuts): Reading {
  const text = prompt.trim();
  if (text[0] === "/") {
    const chain = parseContinuation(text, registry);
    if (chain === null) return { tier: "none", steps: [], mid: null };
    return { tier: "chain", steps: [chain.current, ...chain.continuation], mid: null };
  }
  const match = mayBeShortcut(text) ? matchShortcut(text, shortcuts) : undefined;
  if (match !== undefined) {
    return { tier: match.typed.endsWith(":") ? "directive" : "shortcut", steps: [], mid: null };
  }
  return { tier: "none", steps: [], mid: readMidSentence(text, registry) };
}
