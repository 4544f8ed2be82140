/**
 * Phrases right behind a name that is only spoken of: `/commit too`, `/commit as well`. By their first word, so that of
 * all these expressions one is compiled at most.
 */
import { wordSet } from "../base/word_set.ts";

/** They say it alone. */
const WORDS = wordSet(`
  too included excluded excepted neither either respectively etc or going related alone second third last whatsoever
  still tomorrow maybe perhaps whenever auch aussi anche también também też тоже tampoco`);
/** They say it where nothing follows. */
const LAST_WORDS = wordSet("never always sometimes rarely nobody none");

const OF_IT = /^(?:it|them)(?![^\s,.;:!?])|^\/\w|^(?:neither)\b/i;
const WHERE = /^(?:it|them)(?![^\s,.;:!?])|^\/\w|^$|^,/i;
const SAYS = /^\w+\.?$/;

/** First word → what may follow it. */
const PHRASES: ReadonlyMap<string, RegExp> = new Map([
  [
    "as",
    /^(?:well|(?:an?|one|two) (?:\S+ )?(?:word|list|item|entry|name|noun|verb|string|token|button|link|subject|literal))(?![^\s,.;:!?])/i,
  ],
  [
    "which",
    /^(?:is|are|was|were|ha[sd]|have|can|could|will|would|should|must|may|might|does|did|never|always|also|only|still|just|no|nobody|we|they|you|it|I)\b/i,
  ],
  ["not", /^(?:yet|needed|included|allowed|found|there|working|\w+ed)(?![^\s,.;:!?])/i],
  ["on", /^(?:top(?![^\s,.;:!?])|(?:its|the) (?:\w+ )?(?:left|right|side|top|bottom|axis)\b)/i],
  ["at", /^the (?:(?:end|top|bottom)$|very )/i],
  ["off", /^limits\b/i],
  [
    "in",
    /^(?:particular|general|turn|neither|red|green|blue|gr[ae]y|black|white|amber|yellow|bold|italics|(?:a|one|two|\d+) ?(?:seconds?|s|ms))(?![^\s,.;:!?])/i,
  ],
  ["under", /^(?:a|one|two|\d+) ?(?:seconds?|s|ms)(?![^\s,.;:!?])/i],
  ["for", /^(?:example|instance|neither)\b/i],
  ["there", /^(?:is|was)\b/i],
  ["least", /^of all\b/i],
  ["among", /^(?:them|others)\b/i],
  ["by", /^(?:hand|script|itself|nobody|someone|somebody|neither)\b/i],
  ["exit", /^(?:code )?\d+(?![^\s,.;:!?])/i],
  ["twice", /^(?:$|[.,]|in\b)/],
  ["with", /^neither\b/i],
  ["of", /^neither\b/i],
  ["next", /^to (?:it\b|them\b|\/)/i],
  ["before", OF_IT],
  ["after", OF_IT],
  ["behind", OF_IT],
  ["like", /^\/\w/],
  ["vs", /^\.? ?\/\w/],
  ["versus", /^\/\w/],
  ["than", /^\/\w/],
  ["below", WHERE],
  ["above", WHERE],
  ["beside", WHERE],
  ["i", SAYS],
  ["we", SAYS],
  ["they", SAYS],
  ["he", SAYS],
  ["she", SAYS],
  ["nobody", SAYS],
  ["a", /^\S*ée?s?(?![^\s,.;:!?])/],
  ["ont", /^\S*ée?s?(?![^\s,.;:!?])/],
  ["n'a", /^\S*ée?s?(?![^\s,.;:!?])/],
  ["directly", /\?$/],
]);
/** Marks, and what follows a subject in scripts without blanks. */
const SIGNS =
  /^(?:[>=→≠…✓✔✗✘✅❌]|[はがもでに]|失败|成功|没|不|是|还|也|会|已|报错|应该|需要|可以)/;
const SELVES = /^[^,;:.!?]{0,30}\b(?:my|him|her|it|our|them)sel(?:f|ves)$/i;

export function isSpokenOf(after: string): boolean {
  const end = after.search(/[\s,.;:!?]/);
  const first = (end < 0 ? after : after.slice(0, end)).toLowerCase();
  if (first === "") return /^(?:\.\.\.|, ?(?:or|too|however|though)\b)/.test(after);
  const rest = after.slice(first.length).trimStart();
  if (WORDS.has(first) || (rest === "" || rest === ".") && LAST_WORDS.has(first)) return true;
  if (PHRASES.get(first)?.test(rest) === true) return true;
  if (/^(?:included|excluded|excepted)$/.test(rest)) return true;
  if (first.endsWith("ing") && /^(?:last|first|too)$/.test(rest)) return true;
  if (!/^[a-z]/.test(first) && SIGNS.test(after)) return true;
  return /sel(?:f|ves)$/.test(after) && SELVES.test(after);
}
