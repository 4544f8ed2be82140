/** What a section's title says about its worth when room is short. ADD A TITLE: one row. */

/** Kept to the end; one example is enough; the first to go; everything else. */
export type SectionRole = "essential" | "example" | "expendable" | "ordinary";

interface RoleRow {
  readonly role: SectionRole;
  /** Given the title's words in lower case, without numbering and marks. */
  readonly matches: (words: readonly string[]) => boolean;
}

/** Design document 003, section 6.3. */
const ROLES: readonly RoleRow[] = [
  { role: "essential", matches: (words) => ["summary", "core rules"].includes(words.join(" ")) },
  { role: "essential", matches: (words) => words.join(" ") === "executive summary" },
  { role: "expendable", matches: (words) => words.join(" ") === "references" },
  { role: "expendable", matches: ([first]) => first === "appendix" || first === "appendices" },
  { role: "example", matches: ([first]) => isExample(first) },
  { role: "example", matches: (words) => isExample(words.at(-1)) },
];

export function sectionRole(title: string): SectionRole {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  // "1. Summary", "6.3 Core Rules": numbering says nothing.
  const [first] = words;
  const named = words.findIndex((word) => !isNumber(word));
  const bare = first !== undefined && isNumber(first) && named > 0 ? words.slice(named) : words;
  return ROLES.find(({ matches }) => matches(bare))?.role ?? "ordinary";
}

function isNumber(word: string): boolean {
  return word.length <= 3 && word >= "0" && word <= "999" && !Number.isNaN(Number(word));
}

function isExample(word: string | undefined): boolean {
  return word === "example" || word === "examples";
}
