/**
 * Everything that one hook answer adds to a context: the agent drops what is over its cap without a
 * word, so all parts are paid from one purse here, and what is missing is said.
 */
import { counted } from "../base/fitted_text.ts";
import { CHARACTERS } from "./estimate.ts";
import { fitText } from "./fit_text.ts";

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
  // A last line by name takes no more than a tenth; room is kept for whatever it turns out to name.
  const mostNames = limit / 10;
  const { byName, byCount } = lastLines(present.map(({ name }) => name));
  const reserve = Math.floor(Math.max(Math.min(byName.length, mostNames), byCount.length));
  let left = limit - reserve - SEPARATOR.length;
  let isSpent = false;
  for (const part of present.toSorted((a, b) => a.priority - b.priority)) {
    const room = left - SEPARATOR.length;
    const text: string | undefined = isSpent ? undefined : shorten(part, room);
    isSpent ||= text !== part.text;
    if (text === undefined) {
      excluded.push(part.name);
      continue;
    }
    texts.set(part, text);
    if (isSpent) cut.push(part.name);
    left = room - text.length;
  }
  const shown = present.flatMap((part) => texts.get(part) ?? []);
  const last = lastLines(excluded);
  const line = last.byName.length <= mostNames ? last.byName : last.byCount;
  if (excluded.length > 0 && line.length <= limit) shown.push(line);
  return { text: shown.join(SEPARATOR), cut, excluded };
}

function shorten({ text, isWhole, rest }: EventPart, room: number): string | undefined {
  if (text.length <= room) return text;
  if (isWhole || room <= 0) return undefined;
  const how = rest ? `: ${rest}` : "";
  return fitText(text, room, CHARACTERS, [
    (leftOut) => `[skillhook: ${counted(leftOut, "character")} left out here${how}]`,
    (leftOut) => `[skillhook: ${counted(leftOut, "character")} cut]`,
    () => "[skillhook: cut]",
  ])?.text;
}

function lastLines(names: readonly string[]) {
  return {
    byName: `[skillhook: left out to stay under the agent's limit: ${names.join(", ")}]`,
    byCount: `[skillhook: ${counted(names.length, "more part")} left out]`,
  };
}
