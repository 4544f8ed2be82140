/**
 * Every scan of a stranger's text against its worst case, ten times as long: the time may grow about
 * as much, not a hundredfold. Ratios, not milliseconds: machines differ.
 */
import { assert } from "@std/assert";
import { contextText } from "../../src/continuation/context_text.ts";
import {
  escapeArgs,
  escapeOwnArgs,
  unescapeArgs,
  unescapeOwnArgs,
} from "../../src/continuation/escape.ts";
import { parseContinuation } from "../../src/continuation/parse.ts";
import { peel } from "../../src/continuation/suffix.ts";
import { JsonScanner } from "../../src/protocol/json_scanner.ts";
import { mayBeShortcut } from "../../src/shortcuts/match.ts";
import { BARE } from "../support/chain_rows.ts";

/** What is repeated. */
const UNITS = [
  ..."`'\"“「<([{,/\\|- \t\n",
  ...[
    "/a ",
    "/a/",
    ", ",
    ",/",
    ", /x ",
    ", /plan ",
    "and ",
    "and then finally ",
    "-/m ",
    "\r\n",
    "\n    ",
  ],
  ...[
    "'a ",
    "' '",
    '"b ',
    "`c ",
    "`` ` ",
    "``\n",
    "`\n\n",
    "```\n",
    "~~~\n",
    "- ```\n",
    "1. ```\n",
  ],
  ...[
    "<a ",
    "<a\n",
    "<a>",
    "</a>",
    "<a></a>",
    "<a/>",
    "<!--",
    "<!-- -->",
    "(e ",
    "()",
    " |",
    "\n|",
    "\n>",
  ],
  ...["\n- /nope", "\n- /plan", "and\n- /nope ", "/nope and\n- ", "and\n  - /nope "],
  ...["[CONTINUATION:", "[CONTINUATION: \\] ", "[CONTINUATION: /a]", "[CONTINUATION-PASSING]"],
  ...["\\]", "\\,", "\nCurrent: /a", "\nContinuation: /a", "\nContinuation:\t", "d: ", "it's "],
];

/** What the text goes through. */
const SCANS: Readonly<Record<string, (text: string) => unknown>> = {
  "parse behind a name": (text) => parseContinuation(`/design /x ${text}, /commit`, BARE),
  "parse behind a list": (text) => parseContinuation(`/design and\n- /x ${text}\n /commit`, BARE),
  "parse a name": (text) => parseContinuation(`/${text}`, BARE),
  "parse a flag": (text) => parseContinuation(`/handoff ${text}`, BARE),
  "peel": peel,
  "peel an open suffix": (text) => peel(`[CONTINUATION: ${text}`),
  "peel a closed suffix": (text) => peel(`a [CONTINUATION: /b ${text}]`),
  "peel a context": (text) => peel(`[CONTINUATION-PASSING]${text}`),
  "escape": (text) => unescapeArgs(escapeArgs(text)),
  "unescape": unescapeArgs,
  "escape own": (text) => unescapeOwnArgs(escapeOwnArgs(text)),
  "unescape own": unescapeOwnArgs,
  "context text": (text) =>
    contextText({
      current: { skill: "a", args: text },
      continuation: [{ skill: "b", args: text }],
    }),
  "shortcut": (text) => mayBeShortcut(`d:${text}x`),
  "scan JSON": (text) => new JsonScanner().push(new TextEncoder().encode(`{"a":${text}`)),
  "scan a string": (text) => new JsonScanner().push(new TextEncoder().encode(`{"a":"${text}`)),
};

const SMALL = 30_000;
const LARGE = 300_000;
/** A scan that takes less for the small text stays harmless for the large one even if it is quadratic. */
const HARMLESS_MS = 0.5;
/** Below this nothing is worth a ratio: timers, garbage collection and other processes are louder. */
const QUIET_MS = 60;
/** How much longer ten times the text may take: 10 times when it is linear, more under memory pressure; 100 times when it is quadratic. */
const MAX_GROWTH = 60;

function time(scan: (text: string) => unknown, unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length));
  const start = performance.now();
  scan(text);
  return performance.now() - start;
}

/** The better of three: what disturbs a measurement only ever makes it longer. */
function best(scan: (text: string) => unknown, unit: string, length: number): number {
  return Math.min(...[1, 2, 3].map(() => time(scan, unit, length)));
}

/** Measures anew, and the best of three, only what looks bad at first sight. */
function growth(scan: (text: string) => unknown, unit: string): string | undefined {
  const first = time(scan, unit, SMALL);
  if (first < HARMLESS_MS) return undefined;
  if (time(scan, unit, LARGE) < Math.max(QUIET_MS, first * MAX_GROWTH)) return undefined;
  const [small, large] = [best(scan, unit, SMALL), best(scan, unit, LARGE)];
  if (large < Math.max(QUIET_MS, small * MAX_GROWTH)) return undefined;
  return `${SMALL}: ${small.toFixed(1)} ms, ${LARGE}: ${large.toFixed(1)} ms`;
}

for (const [name, scan] of Object.entries(SCANS)) {
  Deno.test(`hostile texts: ${name} grows about as its input`, () => {
    for (const unit of UNITS) {
      const flaw = growth(scan, unit);
      assert(flaw === undefined, `${JSON.stringify(unit)}: ${flaw}`);
    }
  });
}
