/** Makes a payload fit: only skills are cut; the primary one's text is paid first, then others', then references. */
import { counted } from "../base/fitted_text.ts";
import { type Estimate, estimateTokens } from "../budget/estimate.ts";
import type { Strategy } from "../budget/strategy.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import type { SkillExtra, SkillSection } from "./skill_section.ts";
import { descriptionText, sectionText } from "./skill_section.ts";

interface PayloadBudget {
  readonly limit: number;
  /** For all skills together; `undefined`: the limit alone counts. */
  readonly skillLimit: number | undefined;
  readonly mayCut: boolean;
  readonly estimate: Estimate;
}

/** A text that is given whole, cut or not at all. */
interface Part {
  readonly skill: number;
  readonly text: string;
  /** Absent: the skill's own text. */
  readonly extra?: SkillExtra;
  readonly cut?: string;
}

/** Tokens; less than this of the primary skill is no skill any more. */
const LEAST = 100;

const LOWER = { comprehensive: "standard", standard: "minimal", minimal: undefined } as const;

/** Where skills must be shortened, a lower strategy that gives more is taken; `assemble` adds the rest of the text. */
export async function fitPayload(
  bundles: readonly SkillBundle[],
  strategy: Strategy,
  budget: PayloadBudget,
  render: (bundle: SkillBundle, strategy: Strategy) => Promise<SkillSection>,
  assemble: (skills: readonly string[]) => string,
): ReturnType<typeof fitSections> {
  // All at once: one skill's commands run while the next one is read.
  const sections = await Promise.all(bundles.map((bundle) => render(bundle, strategy)));
  const own = await fitSections(bundles, sections, strategy, budget, assemble);
  const lower = LOWER[strategy];
  if (lower === undefined || !budget.mayCut || !(own.isShort || own.isOver)) return own;
  const less = await fitPayload(bundles, lower, budget, render, assemble);
  return !less.isOver && (own.isOver || less.tokens > own.tokens) ? less : own;
}

async function fitSections(
  bundles: readonly SkillBundle[],
  sections: readonly SkillSection[],
  strategy: Strategy,
  { limit, skillLimit = Infinity, mayCut, estimate }: PayloadBudget,
  assemble: (skills: readonly string[]) => string,
) {
  const cost = (text: string) => estimateTokens(text, estimate);
  const around = cost(assemble([]));
  const max = Math.min(limit, around + skillLimit);
  const own = await Promise.all(sections.map(async ({ body }, skill): Promise<Part> => {
    // A skill's own budget holds where shortening is allowed.
    const { tokenBudget = Infinity } = bundles[skill]!;
    const isLong = mayCut && cost(body) > tokenBudget;
    const fitted = isLong ? await shorten(body, tokenBudget) : undefined;
    if (fitted === undefined) return { skill, text: body };
    const cut = `its token_budget is ${tokenBudget}; ${cutNote(fitted.leftOut)}`;
    return { skill, text: fitted.text, cut };
  }));
  const references = sections.flatMap(({ extras }, skill) =>
    extras.map((extra): Part => ({ skill, text: extra.text, extra }))
  );
  const parts = [...own, ...references];
  const whole = weigh(parts);
  if (whole.tokens <= max || !mayCut) return whole;
  let [count, tooMany] = [0, parts.length];
  while (count + 1 < tooMany) {
    const middle = Math.floor((count + tooMany) / 2);
    if (weigh(parts.slice(0, middle)).tokens <= max) count = middle;
    else tooMany = middle;
  }
  const kept = parts.slice(0, count);
  const next = parts[count];
  const less = weigh(kept);
  if (next === undefined) return { ...less, isOver: true };
  const frame = weigh([...kept, { ...next, text: "" }]).tokens;
  // One token for the rounding at each of two seams.
  const room = max - frame - 2;
  const fitted = count === 0 && room < LEAST ? undefined : await shorten(next.text, room);
  if (fitted === undefined) return count === 0 ? { ...whole, isOver: true } : less;
  const part = { ...next, text: fitted.text, cut: cutNote(fitted.leftOut, next.extra?.name) };
  const more = weigh([...kept, part]);
  return more.tokens > less.tokens || count === 0 ? more : less;

  async function shorten(text: string, tokens: number) {
    const { fitText } = await import("../budget/fit_text.ts");
    return fitText(text, tokens, estimate);
  }

  function weigh(given: readonly Part[]) {
    const skills = sections.map((section, skill) => {
      const own = given.filter((part) => part.skill === skill);
      // Absent: no more than the description.
      const body = own.find(({ extra }) => extra === undefined)?.text;
      const extras = own.flatMap(({ extra, text }) => extra ? { ...extra, text } : []);
      const text = body === undefined
        ? descriptionText(bundles[skill]!)
        : sectionText(section, body, extras);
      const cut = own.flatMap(({ cut }) => cut ?? []).join("; ") || undefined;
      return { strategy, section, body, extras, text, cut };
    });
    const text = assemble(skills.map((skill) => skill.text));
    const tokens = cost(text);
    const isShort = given.length < parts.length || given.some(({ cut }) => cut !== undefined);
    const [skillTokens, isOver] = [tokens - around, tokens > max];
    return { skills, text, tokens, skillTokens, isOver, isShort, max };
  }
}

function cutNote(titles: readonly string[], name?: string): string {
  const of = name === undefined ? "" : ` of ${name}`;
  if (titles.length === 0) return `the end${of} is left out`;
  const shown = titles.slice(0, 8).map((title) => JSON.stringify(title.slice(0, 40)));
  const more = titles.length - shown.length;
  if (more > 0) shown.push(counted(more, "more section"));
  return `not all${of} is there: ${shown.join(", ")}`;
}
