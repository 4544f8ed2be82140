/**
 * What is worth watching of the two thousand lines that `deno test` prints: how far it is, failures as they happen,
 * notices, and at the end Deno's own account of what failed.
 */

/** How many tests passed, failed and were ignored. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
}

/** Counts ignored tests among the failed ones where nothing may be ignored; says in any case that there are some. */
export function judge(counts: Counts, nothingIgnored: boolean): Counts {
  const { passed, failed, ignored } = counts;
  if (ignored === 0) return counts;
  console.log(`${ignored} ignored${nothingIgnored ? ": nothing may be ignored here" : ""}`);
  return { passed, failed: nothingIgnored ? failed + ignored : failed, ignored };
}

// deno-lint-ignore no-control-regex
const COLOUR_REGEXP = /\x1b\[[0-9;]*m/g;
const SUMMARY_REGEXP = /^(?:ok|FAILED) \| (\d+) passed\b.* \| (\d+) failed\b/;
const IGNORED_REGEXP = / \| (\d+) ignored\b/;
/** With `--parallel` each line names its file; otherwise a heading does. */
const RESULT_REGEXP = /^(?:(\.\/\S+) => )?(\S.*) \.\.\. (ok|FAILED|ignored|cancelled)(?: \(.*\))?$/;
const HEADING_REGEXP = /^running \d+ tests? from (\S+)$/;
const PRINTED_REGEXP = /^-+ (?:\S+-test )?output -+$/;
const PRINTED_END_REGEXP = /-+ (?:\S+-test )?output end -+$/;
/** What tests print for whoever runs them, and not only for whoever looks for a failure. */
const NOTICE_REGEXP = /^(?:notice|skipped): /;

/** Reads the lines in turn. */
export class TestLog {
  /** The file that the last result is of. */
  file = "";
  /** What Deno's last line says; `undefined` if it never came. */
  summary: Counts | undefined;
  #verdicts = new Map<string, number>();
  #notices = new Set<string>();
  #isPrinting = false;
  /** What tests printed since the last result. */
  #printed: string[] = [];
  #isAccount = false;

  /** The results so far. */
  get counts(): Counts {
    const of = (verdict: string) => this.#verdicts.get(verdict) ?? 0;
    return { passed: of("ok"), failed: of("FAILED") + of("cancelled"), ignored: of("ignored") };
  }

  /** Takes a line, which may be coloured. */
  take(coloured: string): string[] {
    const line = coloured.replace(COLOUR_REGEXP, "").trimEnd();
    const summary = SUMMARY_REGEXP.exec(line);
    if (summary !== null) {
      const ignored = Number(IGNORED_REGEXP.exec(line)?.[1] ?? 0);
      this.summary = { passed: Number(summary[1]), failed: Number(summary[2]), ignored };
      return [];
    }
    if (NOTICE_REGEXP.test(line)) return this.#notice(line);
    this.#isAccount ||= line.trim() === "ERRORS";
    if (this.#isAccount || line.startsWith("Uncaught error from ")) return [coloured];
    if (PRINTED_REGEXP.test(line)) this.#isPrinting = true;
    else if (PRINTED_END_REGEXP.test(line)) this.#isPrinting = false;
    else if (this.#isPrinting) this.#printed.push(coloured);
    else return this.#result(line);
    return [];
  }

  #result(line: string): string[] {
    this.file = HEADING_REGEXP.exec(line)?.[1] ?? this.file;
    const [, file = this.file, name, verdict] = RESULT_REGEXP.exec(line) ?? [];
    if (verdict === undefined) return [];
    this.file = file;
    this.#verdicts.set(verdict, (this.#verdicts.get(verdict) ?? 0) + 1);
    const printed = this.#printed;
    this.#printed = [];
    if (verdict === "ok" || verdict === "ignored") return [];
    return [`${verdict} ${file} => ${name}`, ...printed];
  }

  /** Once: every file that lacks the same thing says so. */
  #notice(line: string): string[] {
    if (this.#notices.has(line)) return [];
    this.#notices.add(line);
    return [line];
  }
}
