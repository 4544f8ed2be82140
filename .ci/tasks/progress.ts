/** Lines to keep, and between or below them how far a run is. */
import type { Counts } from "./test_log.ts";

/** Without a terminal, a line after this many results. */
const STRIDE = 250;

/** Writes to standard output. */
export class Progress {
  #isTerminal: boolean;
  #start = performance.now();
  #shown = 0;

  /** @param isTerminal The state is one line that changes, not one line after the other. */
  constructor(isTerminal: boolean) {
    this.#isTerminal = isTerminal;
  }

  /** Shows lines, and the state: what the counts are, and at which file. */
  show(lines: readonly string[], { passed, failed, ignored }: Counts, file: string): void {
    const clear = this.#isTerminal ? CLEAR : "";
    for (const line of lines) write(`${clear}${line}\n`);
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(0);
    const state = `${passed} passed, ${failed} failed after ${seconds} s (${file})`;
    const done = passed + failed + ignored;
    if (this.#isTerminal) write(`${CLEAR}${state.slice(0, 79)}`);
    else if (done >= this.#shown + STRIDE) {
      this.#shown = done;
      write(`${state}\n`);
    }
  }

  /** Takes the state away. */
  end(): void {
    if (this.#isTerminal) write(CLEAR);
  }
}

/** To the start of the line, and nothing on it. */
const CLEAR = "\r\x1b[K";

function write(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
