/** The `# Active Skills` section of a system prompt or session: skills' texts as a subagent would get them. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { firstOf, oneLine } from "../base/fitted_text.ts";
import { type Budget, type Estimate, estimateTokens } from "../budget/estimate.ts";
import { fitFragments } from "../budget/fit.ts";
import { locatedAt } from "../catalog/find_skill.ts";
import { readBody, type WholeSkill } from "../catalog/whole_catalog.ts";
import type { Host } from "../host/host.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { tasklessRenderer, type TasklessRequest } from "./skill_section.ts";
import { readSkillBundle } from "./skill_bundle.ts";

const HEADING = "# Active Skills";
/** What the names of skills that are left out may cost: a share of the total, and how many they are. */
const NAMES_SHARE = 0.05;
const MAX_NAMES = 10;

/** Empty without skills of the type `prompt` that have a text. Headings and notices are paid from the total too. */
export async function activeSection(
  host: Host,
  skills: readonly WholeSkill[],
  request: TasklessRequest & { budget: Budget; estimate: Estimate },
) {
  const { budget, budget: { total }, estimate } = request;
  const diagnostics: Diagnostic[] = [];
  const written = skills.filter(({ manifest }) => manifest.types.includes("prompt"))
    .map((skill) => {
      const { invoke: name, source } = skill;
      return { skill, name, source, text: readBody(host, skill) };
    })
    .filter(({ text }) => text !== "");
  const { fragments, excluded } = fitFragments(written, budget, { estimate });
  const render = tasklessRenderer(host, request);
  const resolved = await Promise.all(fragments.map(async (fragment) => {
    const { skill } = fragment;
    const bundle = readSkillBundle(host, locatedAt(skill, host.platform));
    if ("problem" in bundle) {
      diagnostics.push(diagnose("skill-unreadable", skill.path, `Left out: ${bundle.problem}`));
      return [];
    }
    const [first, ...rest] = bundle.pieces;
    const own = first!.text.slice(bodyOffset(first!.text)).trimStart();
    const pieces = [{ ...first!, text: own }, ...rest].filter(({ text }) => text !== "");
    const { body, failures, warnings } = await render({ ...bundle, pieces }, "standard");
    diagnostics.push(...failures, ...warnings);
    const text = failures.length === 0 ? body.trim() : "";
    return text === "" ? [] : [{ ...fragment, root: bundle.directory, text }];
  }));
  const texts = resolved.flat();
  if (texts.length + excluded.length === 0) return { text: "", diagnostics };
  // What headings cost depends on which skills are in: the texts' share shrinks until all of it fits.
  for (let share = total;;) {
    const text = section(share);
    const over = estimateTokens(text, estimate) - total;
    if (total === 0 || over <= 0 || share === 1) return { text, diagnostics };
    share = Math.max(1, share - over);
  }

  function section(share: number): string {
    const fitted = fitFragments(texts, { ...budget, total: share }, { estimate });
    const parts = fitted.fragments.map(({ name, root, text, skill }) => {
      const { description } = skill.manifest;
      const said = description === "" ? "" : `*${oneLine(description, 200)}*`;
      const lines = [`## ${name}`, said, `SKILL_ROOT: ${root}`, text];
      return lines.filter((line) => line !== "").join("\n\n");
    });
    const out = [...fitted.excluded, ...excluded].map(({ name }) => name);
    if (out.length > 0) parts.push(leftOut(out));
    return [HEADING, ...parts].join("\n\n");
  }

  function leftOut(names: readonly string[]): string {
    let count = MAX_NAMES;
    const notice = () =>
      `[skillhook: left out to stay within the context budget: ${firstOf(names, count)}]`;
    while (count > 1 && estimateTokens(notice(), estimate) > total * NAMES_SHARE) count--;
    return notice();
  }
}
