/** The `# Active Skills` section of a system prompt, for hosts that build their own. */
import { oneLine } from "../base/fitted_text.ts";
import { type Budget, type Estimate, estimateTokens } from "../budget/estimate.ts";
import { fitFragments } from "../budget/fit.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";

interface ActiveOptions {
  readonly budget: Budget;
  readonly estimate: Estimate;
}

type ActiveSkill = WholeSkill & { readonly body: string };

const HEADING = "# Active Skills";

/**
 * Builds the section: empty without skills that have a text and the type `prompt`. Headings and notices are paid from
 * the total like the texts are.
 */
export function activeSection(skills: readonly ActiveSkill[], options: ActiveOptions): string {
  const { budget: { total }, estimate } = options;
  const active = skills.filter(({ manifest, body }) =>
    manifest.types.includes("prompt") && body !== ""
  );
  if (active.length === 0) return "";
  // What headings cost depends on which skills are in: the texts' share shrinks until all of it fits.
  for (let share = total;;) {
    const section = buildSection(active, options, share);
    const over = estimateTokens(section, estimate) - total;
    if (total === 0 || over <= 0 || share === 1) return section;
    share = Math.max(1, share - over);
  }
}

function buildSection(
  active: readonly ActiveSkill[],
  { budget: { perSkill }, estimate }: ActiveOptions,
  total: number,
): string {
  const byName = new Map(active.map((skill) => [skill.invoke, skill]));
  const budget = { total, perSkill };
  const texts = active.map(({ invoke: name, source, body: text }) => ({ name, source, text }));
  const { fragments, excluded } = fitFragments(texts, budget, { estimate });
  const parts = fragments.map(({ name, text }) => {
    const skill = byName.get(name);
    const description = oneLine(skill?.manifest.description ?? "", 200);
    const lines = [`## ${name}`, description === "" ? "" : `*${description}*`, text];
    return lines.filter((line) => line !== "").join("\n\n");
  });
  if (excluded.length > 0) {
    const names = excluded.map(({ name }) => name).join(", ");
    parts.push(`[skillhook: left out to stay within the context budget: ${names}]`);
  }
  return [HEADING, ...parts].join("\n\n");
}
