/**
 * Everything that one hook answer adds to a context: the agent drops what is over its cap without a
 * word, so all parts are paid from one purse here, and what is missing is said.
 */
import { counted } from "../base/fitted_text.ts";
import { CHARACTERS } from "./estimate.ts";
import { fitText, type Notices } from "./fit_text.ts";

export interface EventPart {
  /** What it is, in the notice when it is left out; a few words of ours, such as `skill index`. */
  readonly name: string;
  /** A smaller number is paid first; equals in the order given. */
  readonly priority: number;
  readonly text: string;
  /** Half of it would be worse than nothing, as of a chain: it is shown whole or left out. */
  readonly isWhole?: boolean;
  /** How to get the rest, in the notice where it is cut, such as `run "skillhook skill index" for all of it`. */
  readonly rest?: string;
}

const SEPARATOR = "\n\n";

/**
 * Joins parts into at most `limit` UTF-16 units. The first, by priority, that does not fit is cut to
 * what remains; those after it are left out and named in a last line. Empty parts are nothing. Also
 * tells the names of what was cut or left out.
 */
export function fitEvent(parts: readonly EventPart[], limit: number) {
  const present = parts.filter(({ text }) => text !== "");
  const whole = present.map(({ text }) => text).join(SEPARATOR);
  if (whole.length <= limit) return { text: whole, cut: [], excluded: [] };
  const texts = new Map<EventPart, string>();
  const cut: string[] = [];
  const excluded: string[] = [];
  let left = limit - worstNotice(present, limit);
  let isSpent = false;
  for (const part of present.toSorted((a, b) => a.priority - b.priority)) {
    const room = left - SEPARATOR.length;
    const text: string | undefined = isSpent ? undefined : shorten(part, room);
    isSpent ||= text !== part.text;
    if (text === undefined) excluded.push(part.name);
    else {
      texts.set(part, text);
      if (text !== part.text) cut.push(part.name);
      left = room - text.length;
    }
  }
  const shown = present.flatMap((part) => texts.get(part) ?? []);
  if (excluded.length > 0) shown.push(...fitNotice(excluded, limit));
  return { text: shown.join(SEPARATOR), cut, excluded };
}

function shorten(part: EventPart, room: number): string | undefined {
  if (part.text.length <= room) return part.text;
  if (part.isWhole === true || room <= 0) return undefined;
  return fitText(part.text, room, CHARACTERS, notices(part.rest))?.text;
}

function notices(rest: string | undefined): Notices {
  return [
    (leftOut) =>
      `[skillhook: ${counted(leftOut, "character")} left out here${rest ? `: ${rest}` : ""}]`,
    (leftOut) => `[skillhook: ${counted(leftOut, "character")} cut]`,
    () => "[skillhook: cut]",
  ];
}

/** Room kept for the last line, whichever parts it turns out to name. */
function worstNotice(parts: readonly EventPart[], limit: number): number {
  const long = longNotice(parts.map(({ name }) => name));
  const worst = Math.max(Math.min(long.length, limit / 10), shortNotice(parts.length).length);
  return Math.floor(worst) + SEPARATOR.length;
}

/** The last line, by name where names take no more than a tenth of the limit; none when it has no room at all. */
function fitNotice(names: readonly string[], limit: number): string[] {
  const long = longNotice(names);
  if (long.length <= limit / 10) return [long];
  const short = shortNotice(names.length);
  return short.length <= limit ? [short] : [];
}

function longNotice(names: readonly string[]): string {
  return `[skillhook: left out to stay under the agent's limit: ${names.join(", ")}]`;
}

function shortNotice(count: number): string {
  return `[skillhook: ${counted(count, "more part")} left out]`;
}
