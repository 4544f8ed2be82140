/** What a skill's sections are worth when room is short: their titles tell. */
import { type Range, readMarkdown } from "../base/markdown.ts";
import { bodyOffset } from "../skill/frontmatter.ts";

/** Frontmatter, what is kept to the end, one is enough, everything else, the first to go. */
export const WORTHS = ["head", "essential", "example", "ordinary", "expendable"] as const;

type Worth = typeof WORTHS[number];

/** The frontmatter, or a heading and the text up to the next heading of any level. */
export interface Section extends Range {
  /** Empty for the frontmatter and for what stands before the first heading. */
  readonly title: string;
  readonly worth: Worth;
}

/**
 * Together, in order, the sections are the whole. A section passes its worth on to what is below it; of all examples
 * the first one is kept: in a section "Examples", its first part or else what ends with its first code block.
 */
export function sections(text: string): Section[] {
  const bodyStart = bodyOffset(text);
  const parts = readMarkdown(text, bodyStart);
  const headings = parts.filter((part) => part.kind === "heading");
  const fences = parts.filter((part) => part.kind === "fence");
  const found: Section[] = [];
  const owners: { readonly level: number; readonly worth: Worth }[] = [];
  // Levels of the first "Examples" section, and of the part of it that is the first example; 0: none yet.
  let [root, part, isExampleDone] = [0, 0, false];
  function add(title: string, start: number, end: number, worth: Worth): void {
    if (end > start) found.push({ title, start, end, worth });
  }
  add("", 0, bodyStart, "head");
  add("", bodyStart, headings[0]?.start ?? text.length, "ordinary");
  for (const [index, { title, level, start }] of headings.entries()) {
    const next = headings[index + 1];
    const end = next?.start ?? text.length;
    while ((owners.at(-1)?.level ?? 0) >= level) owners.pop();
    const owner = owners.at(-1)?.worth ?? "ordinary";
    const own = sectionWorth(title);
    // What is expendable stays so all the way down; otherwise the innermost title that says something counts.
    const worth = owner === "expendable" || own === "ordinary" ? owner : own;
    owners.push({ level, worth });
    let keptEnd = end;
    if (worth === "example" && root === 0) {
      root = level;
      isExampleDone = next === undefined || next.level <= level;
      const block = fences.find((fence) => fence.start > start && fence.start < end);
      if (isExampleDone && block !== undefined) keptEnd = Math.min(block.end, end);
    } else if (worth === "example") {
      isExampleDone ||= level <= Math.max(root, part);
      part ||= level;
      if (isExampleDone) keptEnd = start;
    }
    add(title, start, keptEnd, worth);
    add(title, keptEnd, end, "expendable");
  }
  return found;
}

/** What its title says about a section; numbering (`1. Summary`, `6.3 Core Rules`) and marks say nothing. */
export function sectionWorth(title: string): Worth {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const named = words.findIndex((word) => !/^[0-9]{1,3}$/.test(word));
  const bare = words.slice(Math.max(0, named));
  const name = bare.join(" ");
  if (["summary", "core rules", "executive summary"].includes(name)) return "essential";
  // An appendix has a title of its own behind it.
  if (name === "references" || /^(?:appendix|appendices)(?: |$)/.test(name)) return "expendable";
  const isExample = [bare.at(0), bare.at(-1)].some((word) => /^examples?$/.test(word ?? ""));
  return isExample ? "example" : "ordinary";
}
