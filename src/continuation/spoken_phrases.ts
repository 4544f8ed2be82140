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

/** What may follow a first word; made when it is asked for, as most are never. */
function following(first: string): RegExp | undefined {
  switch (first) {
    case "as":
      return /^(?:well|(?:an?|one|two) (?:\S+ )?(?:word|list|item|entry|name|noun|verb|string|token|button|link|subject|literal))(?![^\s,.;:!?])/i;
    case "which":
      return /^(?:is|are|was|were|ha[sd]|have|can|could|will|would|should|must|may|might|does|did|never|always|also|only|still|just|no|nobody|we|they|you|it|I)\b/i;
    case "not":
      return /^(?:yet|needed|included|allowed|found|there|working|\w+ed)(?![^\s,.;:!?])/i;
    case "on":
      return /^(?:top(?![^\s,.;:!?])|(?:its|the) (?:\w+ )?(?:left|right|side|top|bottom|axis)\b)/i;
    case "at":
      return /^the (?:(?:end|top|bottom)$|very )/i;
    case "off":
      return /^limits\b/i;
    case "in":
      return /^(?:particular|general|turn|neither|red|green|blue|gr[ae]y|black|white|amber|yellow|bold|italics|(?:a|one|two|\d+) ?(?:seconds?|s|ms))(?![^\s,.;:!?])/i;
    case "under":
      return /^(?:a|one|two|\d+) ?(?:seconds?|s|ms)(?![^\s,.;:!?])/i;
    case "for":
      return /^(?:example|instance|neither)\b/i;
    case "there":
      return /^(?:is|was)\b/i;
    case "least":
      return /^of all\b/i;
    case "among":
      return /^(?:them|others)\b/i;
    case "by":
      return /^(?:hand|script|itself|nobody|someone|somebody|neither)\b/i;
    case "exit":
      return /^(?:code )?\d+(?![^\s,.;:!?])/i;
    case "twice":
      return /^(?:$|[.,]|in\b)/;
    case "with":
    case "of":
      return /^neither\b/i;
    case "next":
      return /^to (?:it\b|them\b|\/)/i;
    case "before":
    case "after":
    case "behind":
      return /^(?:it|them)(?![^\s,.;:!?])|^\/\w|^(?:neither)\b/i;
    case "like":
    case "versus":
    case "than":
      return /^\/\w/;
    case "vs":
      return /^\.? ?\/\w/;
    case "below":
    case "above":
    case "beside":
      return /^(?:it|them)(?![^\s,.;:!?])|^\/\w|^$|^,/i;
    case "i":
    case "we":
    case "they":
    case "he":
    case "she":
    case "nobody":
      return /^\w+\.?$/;
    case "a":
      return /^(?:\S*ée?s?|second|minute|hour|day|week|month|year)(?![^\s,.;:!?])/;
    case "ont":
    case "n'a":
      return /^\S*ée?s?(?![^\s,.;:!?])/;
    case "directly":
      return /\?$/;
    default:
      return undefined;
  }
}

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
  if (following(first)?.test(rest) === true) return true;
  if (/^(?:included|excluded|excepted)$/.test(rest)) return true;
  if (first.endsWith("ing") && /^(?:last|first|too)$/.test(rest)) return true;
  if (!/^[a-z]/.test(first) && SIGNS.test(after)) return true;
  return /sel(?:f|ves)$/.test(after) && SELVES.test(after);
}
