/**
 * Whether a name behind a delimiter is a word of somebody's sentence: `then /commit must still work`,
 * `pages: home, /commit, /about`. A request has its own arguments, or nothing, behind it; a subject has a
 * verb, an item of a list has the next item. One row per rule, the first that fits wins, and `explain` names
 * it. Each looks at a bounded stretch before and behind the name, so that a long prompt costs no more.
 */
import { trimCommas } from "./delimiter.ts";
import { isPredicate, isThing, isVerb } from "./sentence_words.ts";
import { isWordCharacter } from "./text_index.ts";

/** A name behind a delimiter, with what stands around it. */
export interface Candidate {
  /** The sentence up to the delimiter; its middle is left out where it is long. */
  readonly before: string;
  /** What follows the name, up to a few words. */
  readonly after: string;
  /** Whether the sentence ends with a question mark. */
  readonly isAsked: boolean;
  /** The delimiter has `and` in it and the entry before has no arguments. */
  readonly isJoined: boolean;
  /** The delimiter is `and` alone. */
  readonly isPlainAnd: boolean;
  /** Nobody has registered the name. */
  readonly isUnknown: boolean;
  /** Whether a name that can be typed takes part. */
  readonly isSkill: (name: string) => boolean;
}

/** UTF-16 units looked at on each side. */
export const WINDOW = 200;

/** Why a name is no request, in words that follow "it", and which other names of its sentence are none either. */
export interface Reason {
  readonly why: string;
  /** `before`: bare names joined to it (`/handoff and /commit should…`); `behind`: those that follow. */
  readonly reach?: "before" | "behind";
}

/** The reason of whoever sees that a text speaks of slash words. */
export const SPOKEN_OF: Reason = {
  why: "is one of several slash words that the text speaks of",
  reach: "behind",
};

const RULES: readonly (Reason & { readonly fits: (candidate: Candidate) => boolean })[] = [
  { why: "is the subject of a sentence: a verb follows", reach: "before", fits: isSubject },
  { why: "is an item of a list that goes on behind it", reach: "before", fits: isListed },
  { why: "stands in a list of pages, commands or the like", reach: "behind", fits: isRoute },
  { why: "is named together with another skill", reach: "behind", fits: isBesideName },
  {
    why: "is part of a question",
    fits: ({ before, after, isAsked }) =>
      ECHO.test(after) ||
      isAsked && ASKING.test(before) && !ASKING.test(after),
  },
  {
    why: "is part of what somebody is to be told",
    fits: ({ before, after, isPlainAnd }) => isPlainAnd && after === "" && TOLD.test(before),
  },
];

/** Why a name is no request; `undefined`: it is one. */
export function mentionReason(candidate: Candidate): Reason | undefined {
  return RULES.find(({ fits }) => fits(candidate));
}

/** Phrases right behind a name that is only spoken of. */
const SPOKEN =
  /^(?:too|as well|included|excluded|excepted|neither|either|respectively|etc\b\.?|\.\.\.|…|or|(?:which|who)(?!,)|not (?:yet|needed|included|allowed|found|there|working|\w+ed)|going|related|alone|second|third|last|on top|at the (?:end|top|bottom)$|off limits|in (?:particular|general|turn)|for (?:example|instance)|whatsoever|(?:a|ont|n\'a) \S*ée?s?|directly\b.*\?)(?=$|[\s,.;:!?])|^(?:[>=→≠]|[はがもでに]|失败|成功|没|不|是|还|也|会|已|报错|应该|需要|可以)/i;
const ASKING =
  /^\W*(?:why|how|what|when|where|who|which|is|are|was|were|do|does|did|can|could|should|would|will|has|have|must|may) /i;
/** `and /commit how often?` */
const ECHO = /^(?:with )?(?:what|which|when|how|why|where)(?: \w+)?\?$/i;
const TOLD =
  /\b(?:mention|note|say|tell|report|write|state|explain|remind)\b.{0,40}\b(?:that|whether|if|why|how)\b[^,;:]*$/i;
/** What is said behind a comma and is no item of a list. */
const NO_ITEM = /^(?:please|pls|plz|thanks|thx|ok|okay|ty|cheers|then|and|finally|but|so|no|not)$/i;

function isSubject({ after, isJoined }: Candidate): boolean {
  if (after === "") return false;
  if (SPOKEN.test(after)) return true;
  // What begins in capitals is a name or a request of its own.
  if (/^[A-Z]/.test(after)) return false;
  // `/commit (the skill) is…`, and `the last one, /commit, opens…`.
  const words = wordsOf(after.replace(/^(?:\([^)]*\)|,) /, ""));
  return isPredicate(words, isJoined) ||
    isThing(words[0] ?? "") && /^[a-z]+(?:$|,|\.| (?:and|or) )/.test(after);
}

/** The first words of a clause, in lower case and with one kind of apostrophe; none where it begins otherwise. */
function wordsOf(text: string): string[] {
  const [clause = ""] = text.split(/[,;:.!?"`(\n]/, 1);
  const words = clause.toLowerCase().replaceAll("’", "'").split(/\s+/);
  return words.filter((word) => word !== "").slice(0, 7);
}

/** `, cancel`, `, undo and print`, `and the rest`, `, and nothing happened`. */
function isListed({ after }: Candidate): boolean {
  if (/^,? ?and (?:so on|the (?:rest|others?)|others?|friends|co)\b/.test(after)) return true;
  const told =
    /^,? ?(?:and|but|so) (?:it|that|this|he|she|they|nothing|everything|nobody|the \S+) (\S+)/.exec(
      after,
    );
  if (told !== null) return isVerb(told[1]!);
  const [, first = "", rest = ""] =
    /^, ?([^\s,/]+)((?:,? [^\s,]+){0,4})$/.exec(after.replace(/[.!?]?$/, "")) ?? [];
  if (first === "" || NO_ITEM.test(first)) return false;
  return rest === "" || /^(?:,? [^\s,]+)?,? (?:and|or) /.test(rest);
}

/** Words for things whose names begin with a slash. */
const SLASHED =
  /\b(?:pages?|routes?|endpoints?|urls?|links?|menu|nav|nav ?bar|tabs?|buttons?|commands?|screens?|sections?|sidebar|toolbar|bot|api|site|sitemap|site map|entries|rows|resources|autocomplet\w*|palette|completions?|header|dialog|shortcuts?|root|scheme)\b/i;

/** The next item is a slash word that is no skill, in a sentence about pages and the like. */
function isRoute({ before, after, isUnknown, isSkill }: Candidate): boolean {
  if (isUnknown) return SLASHED.test(before) && /: /.test(before);
  const next = /^(?:,|,? ?(?:and|or)) \/([^\s,]+)/.exec(after)?.[1];
  return next !== undefined && !isSkill(next.replace(/[.!?]$/, "")) &&
    (SLASHED.test(before) || /\b(?:home|start|open|clear|index)\W*$/i.test(before) ||
      /: |\b(?:with|like|have|has|of|are|knows?|offers?|accepts?|says?) \S+ $/.test(before));
}

/** Words that speak of skills by their bare names. */
const NAMING =
  /(?:\b(?:type|types|typed|typing|mentions?|mentioned|lists?|teach(?:es)?|compares?|explains?|treats?|for|of|between|both|like|reads?|knows?|each|including|leave|merge|rename|remove|port|translate|document|show|shows|call|calls|so|follow|with|how|as|except|combine|via)|:) $/i;

/** The skill's bare name before the delimiter, named as such: `type design, /commit`, `between design and /commit`. */
function isBesideName({ before, isPlainAnd, isSkill }: Candidate): boolean {
  const text = trimCommas(before.trimEnd());
  let start = text.length;
  while (start > 0 && (isWordCharacter(text[start - 1]) || /[-:]/.test(text[start - 1]!))) start--;
  const name = text.slice(start);
  if (!isSkill(name)) return false;
  const lead = text.slice(Math.max(0, start - 20), start);
  return isPlainAnd && name.includes("-") || NAMING.test(lead) ||
    /, $/.test(lead) && /: /.test(before);
}
