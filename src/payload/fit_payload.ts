/**
 * Makes a payload fit: the protocol is never cut, references go first, supporting skills next, and of the
 * primary skill its essential sections stay to the end.
 */
import { type Estimate, estimateTokens } from "../budget/estimate.ts";
import type { Strategy } from "../budget/strategy.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import type { Depth, SkillSection } from "./skill_section.ts";

export interface FittedSkill {
  readonly depth: Depth;
  readonly section: SkillSection;
  /** Titles of sections that were cut out of it; absent when it is whole. */
  readonly cutOut?: readonly string[];
}

/** Less than this of a skill is no skill any more: tokens. */
const LEAST = 100;

/**
 * Lowers depths, one skill at a time, until the payload fits.
 *
 * @param render Asked once for each depth of a skill that is tried.
 * @param assemble Puts the rest of the text around skills' sections.
 */
export async function fitPayload(
  bundles: readonly SkillBundle[],
  strategy: Strategy,
  { limit, estimate }: { readonly limit: number; readonly estimate: Estimate },
  render: (bundle: SkillBundle, depth: Depth) => Promise<SkillSection>,
  assemble: (skills: readonly string[]) => string,
) {
  const at = async (bundle: SkillBundle, depth: Depth): Promise<FittedSkill> => {
    return { depth, section: await render(bundle, depth) };
  };
  // All at once: one skill's commands run while the next one is read.
  const skills = await Promise.all(bundles.map((bundle) => at(bundle, strategy)));
  let state = weigh();
  for (const { index, from, to } of lowerings(skills.length)) {
    if (!state.isOver) return state;
    if (skills[index]!.depth !== from) continue;
    skills[index] = await at(bundles[index]!, to);
    state = weigh();
  }
  const [primary] = skills;
  if (!state.isOver || primary === undefined) return state;
  const cut = await cutPrimary(primary.section);
  if (cut !== undefined) skills[0] = { ...primary, ...cut };
  else if (primary.depth === "standard") {
    // What must stay does not fit as a whole: its beginning is better than no payload.
    skills[0] = await at(bundles[0]!, "minimal");
  }
  return weigh();

  /** Too large (`isOver`) when even that is over the limit. */
  function weigh() {
    const text = assemble(skills.map(({ section }) => section.text));
    const tokens = estimateTokens(text, estimate);
    return { skills: [...skills], text, tokens, isOver: tokens > limit };
  }

  async function cutPrimary(section: SkillSection) {
    const { fitText } = await import("../budget/fit_text.ts");
    const others = skills.slice(1).map((skill) => skill.section.text);
    const { before, behind } = section.frame;
    const around = estimateTokens(assemble([`${before}${behind}`, ...others]), estimate);
    // One token for the rounding at each of two seams.
    const room = limit - around - 2;
    const cut = room < LEAST ? undefined : fitText(section.body, room, estimate);
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
