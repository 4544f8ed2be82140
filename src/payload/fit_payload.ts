/**
 * Makes a payload fit: the protocol is never cut, references go first, supporting skills next, and of the
 * primary skill its essential sections stay to the end.
 */
import { type Estimate, estimateTokens } from "../budget/estimate.ts";
import type { Strategy } from "../budget/strategy.ts";
import type { Depth, SkillSection } from "./skill_section.ts";

/** A skill in a payload that is being fitted. */
export interface FittedSkill {
  readonly depth: Depth;
  readonly section: SkillSection;
  /** Titles of sections that were cut out of it; absent when it is whole. */
  readonly cutOut?: readonly string[];
}

/** The result; too large when even that is over the limit. */
export interface FittedPayload {
  readonly skills: readonly FittedSkill[];
  readonly text: string;
  readonly tokens: number;
  readonly isOver: boolean;
}

interface FitRequest {
  /** How many skills there are. */
  readonly count: number;
  readonly strategy: Strategy;
  /** Tokens. */
  readonly limit: number;
  readonly estimate: Estimate;
  /** Renders one skill; asked once for each depth that is tried. */
  readonly render: (index: number, depth: Depth) => Promise<SkillSection>;
  /** The whole text around skills' sections. */
  readonly assemble: (skills: readonly string[]) => string;
}

/** A cut that leaves less than this of a skill without essential sections is no skill any more: tokens. */
const LEAST = 100;

/** Lowers depths, one skill at a time, until the payload fits. */
export async function fitPayload(request: FitRequest): Promise<FittedPayload> {
  const { count, strategy, limit, estimate, render, assemble } = request;
  // All at once: one skill's commands run while the next one is read.
  const skills = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<FittedSkill> => (
      { depth: strategy, section: await render(index, strategy) }
    )),
  );
  let state = weigh();
  for (const { index, from, to } of lowerings(count)) {
    if (!state.isOver) return state;
    if (skills[index]!.depth !== from) continue;
    skills[index] = { depth: to, section: await render(index, to) };
    state = weigh();
  }
  const [primary] = skills;
  if (!state.isOver || primary === undefined) return state;
  const cut = await cutPrimary(primary.section);
  if (cut !== undefined) skills[0] = { ...primary, ...cut };
  else if (primary.depth === "standard") {
    // What must stay does not fit as a whole: its beginning is better than no payload.
    skills[0] = { depth: "minimal", section: await render(0, "minimal") };
  }
  return weigh();

  function weigh(): FittedPayload {
    const text = assemble(skills.map(({ section }) => section.text));
    const tokens = estimateTokens(text, estimate);
    return { skills: [...skills], text, tokens, isOver: tokens > limit };
  }

  async function cutPrimary(section: SkillSection) {
    const { essentialTokens, truncateBySection } = await import("../budget/by_section.ts");
    const others = skills.slice(1).map((skill) => skill.section.text);
    const { before, behind } = section.frame;
    const around = estimateTokens(assemble([`${before}${behind}`, ...others]), estimate);
    // One token for the rounding at each of two seams.
    const room = limit - around - 2;
    if (room < Math.max(essentialTokens(section.body, estimate), LEAST)) return undefined;
    const cut = truncateBySection(section.body, room, estimate);
    if (cut === undefined) return undefined;
    const body = cut.text.trimEnd();
    const text = `${before}${body}${behind}`;
    return { section: { ...section, body, text }, cutOut: cut.leftOut };
  }
}

/** Supporting skills first, the last one first of all; the primary skill loses no more than its references. */
function lowerings(count: number): { index: number; from: Depth; to: Depth }[] {
  const supporting = Array.from({ length: Math.max(0, count - 1) }, (_, step) => count - 1 - step);
  const step = (from: Depth, to: Depth) => (index: number) => ({ index, from, to });
  return [
    ...[...supporting, 0].map(step("comprehensive", "standard")),
    ...supporting.map(step("standard", "minimal")),
    ...supporting.map(step("minimal", "metadata")),
  ];
}
