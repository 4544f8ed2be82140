/** Colours of what people read: on a terminal only, and never with NO_COLOR (https://no-color.org). */
import type { Host } from "../host/host.ts";

const [RED, YELLOW, GREEN, DIM] = [31, 33, 32, 2] as const;
const COLOURS: Readonly<Record<string, number>> = {
  ...{ error: RED, warning: YELLOW, info: DIM },
  ...{ "✗": RED, "!": YELLOW, "✓": GREEN },
};
/** How bad a finding is: the word behind its place, or the mark at its beginning; and its code at the end. */
const WORD_REGEXP = /: (error|warning|info): /;
const MARK_REGEXP = /^ {2}([✗!✓]) /;
const CODE_REGEXP = / (\[[a-z-]+\])$/;

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
  return text.split("\n").map((line) =>
    line.replace(WORD_REGEXP, (_, word: string) => `: ${painted(word, COLOURS[word]!)}: `)
      .replace(MARK_REGEXP, (_, mark: string) => `  ${painted(mark, COLOURS[mark]!)} `)
      .replace(CODE_REGEXP, (_, code: string) => ` ${painted(code, DIM)}`)
  ).join("\n");
}

function painted(text: string, colour: number): string {
  return `\x1b[${colour}m${text}\x1b[0m`;
}
