/**
 * The `# Active Skills` section of a system prompt, for hosts that build their own, and of a session that has active
 * skills: their texts as a subagent would get them, each with the directory that its files lie in.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { firstOf, oneLine } from "../base/fitted_text.ts";
import { type Budget, type Estimate, estimateTokens } from "../budget/estimate.ts";
import { fitFragments, type Fragment } from "../budget/fit.ts";
import { locatedAt } from "../catalog/find_skill.ts";
import { readBody, type WholeSkill } from "../catalog/whole_catalog.ts";
import type { Host } from "../host/host.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { tasklessRenderer } from "./skill_section.ts";
import { readSkillBundle } from "./skill_bundle.ts";

interface ActiveRequest {
  readonly budget: Budget;
  readonly estimate: Estimate;
  /** What stands for `{{NAME}}`, besides the date. */
  readonly values: ReadonlyMap<string, string>;
  readonly projectDir: string;
  /** Milliseconds for the commands of one skill. */
  readonly deadlineMs: number;
}

const HEADING = "# Active Skills";
/** What the names of skills that are left out may cost: a share of the total, and how many they are. */
const NAMES_SHARE = 0.05;
const MAX_NAMES = 10;

/**
 * Builds the section: empty without skills that have a text and the type `prompt`. Headings and notices are paid from
 * the total like the texts are. Only texts that have room are resolved.
 */
export async function activeSection(
  host: Host,
  skills: readonly WholeSkill[],
  request: ActiveRequest,
): Promise<{ readonly text: string; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const byName = new Map(skills.map((skill) => [skill.invoke, skill]));
  const written = skills.filter(({ manifest }) => manifest.types.includes("prompt"))
    .map((skill) => ({ name: skill.invoke, source: skill.source, text: readBody(host, skill) }))
    .filter(({ text }) => text !== "");
  const { budget: { total }, estimate } = request;
  const { fragments, excluded } = fitFragments(written, request.budget, { estimate });
  const render = rendererOf(host, request);
  const roots = new Map<string, string>();
  const resolved = await Promise.all(fragments.map(async (fragment): Promise<Fragment> => {
    const rendered = await render(byName.get(fragment.name)!);
    diagnostics.push(...rendered.diagnostics);
    roots.set(fragment.name, rendered.root);
    return { ...fragment, text: rendered.text };
  }));
  const texts = resolved.filter(({ text }) => text !== "");
  if (texts.length + excluded.length === 0) return { text: "", diagnostics };
  // What headings cost depends on which skills are in: the texts' share shrinks until all of it fits.
  for (let share = total;;) {
    const text = section(share);
    const over = estimateTokens(text, estimate) - total;
    if (total === 0 || over <= 0 || share === 1) return { text, diagnostics };
    share = Math.max(1, share - over);
  }

  function section(share: number): string {
    const fitted = fitFragments(texts, { ...request.budget, total: share }, { estimate });
    const parts = fitted.fragments.map(({ name, text }) => {
      const { manifest: { description } } = byName.get(name)!;
      const said = description === "" ? "" : `*${oneLine(description, 200)}*`;
      const lines = [`## ${name}`, said, `SKILL_ROOT: ${roots.get(name)}`, text];
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

/** A skill's text without its frontmatter, resolved, and its directory; the text is empty when it cannot be used. */
function rendererOf(host: Host, request: ActiveRequest) {
  const render = tasklessRenderer(host, request);
  return async (skill: WholeSkill) => {
    const bundle = readSkillBundle(host, locatedAt(skill, host.platform));
    if ("problem" in bundle) {
      const message = `Left out: ${bundle.problem}`;
      return {
        root: "",
        text: "",
        diagnostics: [diagnose("skill-unreadable", skill.path, message)],
      };
    }
    const [first, ...rest] = bundle.pieces;
    const text = first!.text.slice(bodyOffset(first!.text)).trimStart();
    const pieces = [{ ...first!, text }, ...rest].filter((piece) => piece.text !== "");
    const { body, failures, warnings } = await render({ ...bundle, pieces }, "standard");
    return {
      root: bundle.directory,
      text: failures.length === 0 ? body.trim() : "",
      diagnostics: [...failures, ...warnings],
    };
  };
}
