/** Asks a person a question in the middle of a verb; everything else is printed at its end. */
import { terminalText } from "../base/terminal_text.ts";
import { type Host, HostError } from "../host/host.ts";

/** A quarter of an hour to read what is asked. */
const DEADLINE_MS = 900_000;
const MAX_BYTES = 1024;
const LINE_FEED = 0x0a;

/** What asking asks of the machine. */
type AskHost = Pick<Host, "isTerminal" | "appendText" | "readStdin" | "platform">;

/** Shows a text that ends in a question: whether the answer was yes; `undefined` without a terminal. */
export async function ask(text: string, host: AskHost): Promise<boolean | undefined> {
  const answer = await askForLine(text, host);
  return answer === undefined ? undefined : answer === "y" || answer === "yes";
}

/** The line that was typed, trimmed, in lower case; `undefined` without a terminal. */
export async function askForLine(text: string, host: AskHost): Promise<string | undefined> {
  if (!host.isTerminal("stdin")) return undefined;
  try {
    // The terminal itself: standard output may be a file, and is written when the program ends.
    host.appendText(host.platform === "windows" ? "CONOUT$" : "/dev/tty", terminalText(text));
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES };
  const { bytes } = await host.readStdin(limits, (chunk) => chunk.includes(LINE_FEED));
  return new TextDecoder().decode(bytes).trim().toLowerCase();
}
