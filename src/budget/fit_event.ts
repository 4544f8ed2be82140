/** All that one hook answer adds to a context, from one purse: the agent drops what is over its cap without a word. */
import { counted } from "../base/fitted_text.ts";
import { CHARACTERS } from "./estimate.ts";
import { fitText } from "./fit_text.ts";

export interface EventPart {
  /** What it is, in the notice when it is left out, such as `skill index`. */
  readonly name: string;
  readonly text: string;
  /** Half of it would be worse than nothing, as of a chain: it is shown whole or left out. */
  readonly isWhole?: boolean;
  /** How to get the rest, in the notice where it is cut, such as `run "skillhook skill index" for all of it`. */
  readonly rest?: string;
}

const SEPARATOR = "\n\n";

/**
 * Joins parts into at most `limit` UTF-16 units. The first that does not fit is cut to what remains; those after it are
 * left out and named in a last line. Empty parts are nothing. Also tells the names of what was cut or left out.
 */
export function fitEvent(parts: readonly EventPart[], limit: number) {
  const present = parts.filter(({ text }) => text !== "");
  const whole = present.map(({ text }) => text).join(SEPARATOR);
  if (whole.length <= limit) return { text: whole, cut: [], excluded: [] };
  const shown: string[] = [];
  const cut: string[] = [];
  const excluded: string[] = [];
  // A last line by name takes no more than a tenth; room is kept for whatever it turns out to name.
  const mostNames = limit / 10;
  const { byName, byCount } = lastLines(present.map(({ name }) => name));
  const reserve = Math.floor(Math.max(Math.min(byName.length, mostNames), byCount.length));
  let left = limit - reserve - SEPARATOR.length;
  for (const part of present) {
    left -= SEPARATOR.length;
    const isSpent = cut.length + excluded.length > 0;
    const text = isSpent ? undefined : shorten(part, left);
    if (text === undefined) {
      excluded.push(part.name);
      continue;
    }
    shown.push(text);
    if (text !== part.text) cut.push(part.name);
    left -= text.length;
  }
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
