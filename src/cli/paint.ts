/** Colours of what people read: on a terminal only, and never with NO_COLOR (https://no-color.org). */
import type { Host } from "../host/host.ts";

const COLOURS: Record<string, number> = { error: 31, "✗": 31, warning: 33, "!": 33, "✓": 32 };
const DIM = 2;

export function isColoured(host: Host): boolean {
  return host.isTerminal("stdout") && host.env("NO_COLOR") === undefined &&
    host.env("TERM") !== "dumb";
}

export function bold(text: string): string {
  return painted(text, 1);
}

/** The findings of a linter or of the doctor; what strangers wrote in them was made safe before. JSON stays as it is. */
export function paintFindings(text: string): string {
  if (text.startsWith("{")) return text;
  const paint = (_: string, before: string, word: string) =>
    before + painted(word, COLOURS[word] ?? DIM);
  return text.replace(/^(.*?: )(error|warning|info)(?=: )/gm, paint)
    .replace(/^( {2})([✗!✓])(?= )/gm, paint)
    .replace(/( )(\[[a-z-]+\])$/gm, paint);
}

function painted(text: string, colour: number): string {
  return `\x1b[${colour}m${text}\x1b[0m`;
}
