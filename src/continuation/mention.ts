/**
 * Whether a name behind a delimiter is a word of a sentence: `then /commit must still work`, `home, /commit, /about`. A
 * request has arguments, or nothing, behind it; a subject has a verb, an item of a list the next item.
 */
import { wordSet } from "../base/word_set.ts";
import type { Candidate } from "./company.ts";
import { isBesideName, isCounted, isGoverned, isInRow, isListedWord } from "./company.ts";
import { isPlural, isPredicate, isVerb, THINGS } from "./sentence_words.ts";

export interface Reason {
  readonly why: string;
  /** Other names that are none either: `before`: those joined to it (`/handoff and /commit should…`). */
  readonly reach?: "before" | "behind";
}

export const SPOKEN_OF: Reason = {
  why: "is one of several slash words that the text speaks of",
  reach: "behind",
};

/** The first row that fits wins, and `explain` names it. */
const RULES: readonly (Reason & { readonly fits: (candidate: Candidate) => boolean })[] = [
  { why: "is the subject of a sentence: a verb follows", reach: "before", fits: isSubject },
  { why: "is an item of a list that goes on behind it", reach: "before", fits: isListed },
  { why: "stands in a list of pages, commands or the like", reach: "behind", fits: isRoute },
  { why: "is named together with another skill", reach: "behind", fits: isBesideName },
  { why: "stands in a row of sayings of one shape", reach: "behind", fits: isInRow },
  { why: "is one of the words that are listed", fits: isListedWord },
  { why: "is one of as many as were announced", reach: "behind", fits: isCounted },
  { why: "is part of what is not to be done, or what somebody else does", fits: isGoverned },
  { why: "is part of a question", fits: isInQuestion },
  { why: "is part of what somebody is to be told", fits: isTold },
];

/** `undefined`: it is a request. */
export function mentionReason(candidate: Candidate): Reason | undefined {
  return RULES.find(({ fits }) => fits(candidate));
}

const ASKING =
  /^\W*(?:why|how|what|when|where|who|which|is|are|was|were|do|does|did|can|could|should|would|will|has|have|must|may) /i;
/** `and /commit how often?` */
const ECHO = /^(?:with )?(?:what|which|when|how|why|where)(?: \w+)?\?$/i;

function isInQuestion({ before, after, isAsked }: Candidate): boolean {
  return after.endsWith("?") && ECHO.test(after) ||
    isAsked && ASKING.test(before) && !ASKING.test(after);
}

const TOLD =
  /\b(?:mention|note|say|tell|report|write|state|explain|remind)\b.{0,40}\b(?:that|whether|if|why|how)\b[^,;:]*$/i;

function isTold({ before, after, isPlainAnd }: Candidate): boolean {
  return isPlainAnd && after === "" && before.length > 6 && TOLD.test(before);
}

/** What is said behind a comma and is no item of a list. */
const NO_ITEM = /^(?:please|pls|plz|thanks|thx|ok|okay|ty|cheers|then|and|finally|but|so|no|not)$/i;

function isSubject({ before, after, isAnd, isJoined }: Candidate): boolean {
  if (after === "" || /^(?:,|and|then|finally),? \//.test(after)) return false;
  if (isSpokenOf(after)) return true;
  // What begins in capitals is a name or a request of its own, and `fix: typo` a message.
  const isCapital = after[0]! >= "A" && after[0]! <= "Z";
  if (isCapital || after.includes(":") && MESSAGE.test(after) || /^\w+\(/.test(after)) return false;
  // `/commit (the skill) is…`, and `the last one, /commit, opens…`.
  const words = wordsOf("(,".includes(after[0]!) ? after.replace(/^(?:\([^)]*\)|,) /, "") : after);
  // `/commit who paid for it`, `and the design changed, and /commit changed with it`
  const [first = "", second = ""] = words;
  if (first === "who" && isVerb(second) && !/^(?:is|are|does|did|has)$/.test(second)) return true;
  if (isVerb(first) && before.split(/[,;:]/).at(-1)!.split(" ").includes(first)) return true;
  return isPredicate(words, isJoined) ||
    after === "otherwise" && !/\b(?:if|unless)\b/i.test(before) ||
    words.length === 1 && /^\w{4,}s$/.test(words[0]!) &&
      (SUBORDINATE.test(before) || !isPlural(words[0]!) && before.split(" ").some(isVerb)) ||
    isAnd && /^(?:each|both|all|have|need|get|share|agree|differ|seem)$/.test(first) &&
      /,[^,]+$/.test(before.trimEnd()) ||
    THINGS.has(words[0] ?? "") && /^[a-z]+(?:$|,|\.| (?:and|or|for) )/.test(after);
}

const MESSAGE =
  /^(?:feat|fix|docs|style|refactor|perf|test|build|ci|chore|revert)(?:\([^)]*\))?!?:/;
/** `whenever the mirror flaps, /commit retries` */
const SUBORDINATE =
  /^\W*(?:on|in|at|during|under|when|whenever|if|as|since|because|although|though|once|until|while|after|before)\b[^,]*$/i;

/** The first words of a clause, in lower case and with one kind of apostrophe; none where it begins otherwise. */
function wordsOf(text: string): string[] {
  const [clause = ""] = text.split(/[,;:.!?"`(\n]/, 1);
  const words = clause.toLowerCase().replaceAll("’", "'").split(/\s+/);
  return words.filter(Boolean).slice(0, 7);
}

/** `, cancel`, `, undo and print`, `and the rest`, `, and nothing happened`. */
function isListed({ after, isInItem }: Candidate): boolean {
  if (isInItem) return true;
  // Most arguments begin with a word of their own.
  if (!/^(?:,|(?:and|but|so|und|et|y|e|och|и|ve) )|, (?:no|every)/.test(after)) return false;
  if (
    /^(?:,? ?and (?:so on|all|others?|friends|co|the|an?|its|their)\b|, (?:the \S+$|the (?:rest|others?)\b|which\b|who\b|["'“`]\S+["'”`]$))/
      .test(after)
  ) return true;
  const told =
    /^(?:,? ?(?:and|but|so)(?: (?:it|that|this|he|she|they|nothing|everything|nobody|the \S+))?|[^,.;:]{0,40}, (?:nothing|nobody|everything)|, (?:\d\S*|the(?: \S+){1,2}|it(?= (?:ran|did|was|got|had|\w+ed)\b))) (\S+)/;
  const verb = told.exec(after)?.[1] ?? "let";
  if (verb !== "let" && isVerb(verb)) return true;
  const also = /^,? ?(?:and|und|et|y|e|och|и|ve) ([^\s.,;:!?/]+)[.!]?$/.exec(after);
  if (also !== null) return !NEXT_ACT.test(also[1]!);
  const [, first = "", rest = ""] =
    /^, ?([^\s,/]+)((?:,? [^\s,]+){0,4})$/.exec(after.replace(/[.!?]?$/, "")) ?? [];
  if (first === "" || NO_ITEM.test(first)) return false;
  return rest === "" || /^(?:,? [^\s,]+)?,? (?:and|or) /.test(rest);
}

/** What people ask for behind a skill, in its arguments: `/commit and push`. */
const NEXT_ACT =
  /^(?:push|tag|merge|pull|deploy|publish|release|ship|stop|exit|finish|wait|ask|report|tell|run|test|check|verify|review|open|create|squash|rebase|amend|sign|notify|close|clean|sync|rest|then|go|done|explain|summari[sz]e)$/i;

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

// Phrases right behind a name that is only spoken of: `/commit too`, `/commit as well`.

/** They say it alone. */
const WORDS = wordSet(`
  too included excluded excepted neither either respectively etc or going related alone second third last whatsoever
  still tomorrow maybe perhaps whenever auch aussi anche también também też тоже tampoco`);
/** They say it where nothing follows. */
const LAST_WORDS = wordSet("never always sometimes rarely nobody none");

/** What may follow first words: of all these expressions one is made at most. */
const FOLLOWING: Readonly<Record<string, () => RegExp>> = {
  "as": () =>
    /^(?:well|(?:an?|one|two) (?:\S+ )?(?:word|list|item|entry|name|noun|verb|string|token|button|link|subject|literal))(?![^\s,.;:!?])/i,
  "which": () =>
    /^(?:is|are|was|were|ha[sd]|have|can|could|will|would|should|must|may|might|does|did|never|always|also|only|still|just|no|nobody|we|they|you|it|I)\b/i,
  "not": () => /^(?:yet|needed|included|allowed|found|there|working|\w+ed)(?![^\s,.;:!?])/i,
  "on": () => /^(?:top(?![^\s,.;:!?])|(?:its|the) (?:\w+ )?(?:left|right|side|top|bottom|axis)\b)/i,
  "at": () => /^the (?:(?:end|top|bottom)$|very )/i,
  "off": () => /^limits\b/i,
  "in": () =>
    /^(?:particular|general|turn|neither|red|green|blue|gr[ae]y|black|white|amber|yellow|bold|italics|(?:a|one|two|\d+) ?(?:seconds?|s|ms))(?![^\s,.;:!?])/i,
  "under": () => /^(?:a|one|two|\d+) ?(?:seconds?|s|ms)(?![^\s,.;:!?])/i,
  "for": () => /^(?:example|instance|neither)\b/i,
  "there": () => /^(?:is|was)\b/i,
  "least": () => /^of all\b/i,
  "among": () => /^(?:them|others)\b/i,
  "by": () => /^(?:hand|script|itself|nobody|someone|somebody|neither)\b/i,
  "exit": () => /^(?:code )?\d+(?![^\s,.;:!?])/i,
  "twice": () => /^(?:$|[.,]|in\b)/,
  "with of": () => /^neither\b/i,
  "next": () => /^to (?:it\b|them\b|\/)/i,
  "before after behind": () => /^(?:it|them)(?![^\s,.;:!?])|^\/\w|^neither\b/i,
  "like versus than": () => /^\/\w/,
  "vs": () => /^\.? ?\/\w/,
  "below above beside": () => /^(?:it|them)(?![^\s,.;:!?])|^\/\w|^$|^,/i,
  "i we they he she nobody": () => /^\w+\.?$/,
  "a": () => /^(?:\S*ée?s?|second|minute|hour|day|week|month|year)(?![^\s,.;:!?])/,
  "ont n'a": () => /^\S*ée?s?(?![^\s,.;:!?])/,
  "directly": () => /\?$/,
};

/** Marks, and what follows a subject in scripts without blanks. */
const SIGNS =
  /^(?:[>=→≠…✓✔✗✘✅❌]|[はがもでに]|失败|成功|没|不|是|还|也|会|已|报错|应该|需要|可以)/;
const SELVES = /^[^,;:.!?]{0,30}\b(?:my|him|her|it|our|them)sel(?:f|ves)$/i;

function isSpokenOf(after: string): boolean {
  const end = after.search(/[\s,.;:!?]/);
  const first = (end < 0 ? after : after.slice(0, end)).toLowerCase();
  if (first === "") return /^(?:\.\.\.|, ?(?:or|too|however|though)\b)/.test(after);
  const rest = after.slice(first.length).trimStart();
  if (WORDS.has(first) || (rest === "" || rest === ".") && LAST_WORDS.has(first)) return true;
  const heads = Object.keys(FOLLOWING).find((words) => ` ${words} `.includes(` ${first} `));
  if (heads !== undefined && FOLLOWING[heads]!().test(rest)) return true;
  if (/^(?:included|excluded|excepted)$/.test(rest)) return true;
  if (first.endsWith("ing") && /^(?:last|first|too)$/.test(rest)) return true;
  if (!/^[a-z]/.test(first) && SIGNS.test(after)) return true;
  return /sel(?:f|ves)$/.test(after) && SELVES.test(after);
}
