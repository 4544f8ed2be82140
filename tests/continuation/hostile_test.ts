/** Every scan of a stranger's text against its worst cases: the steps grow as the text does, not as its square. */
import { contextText } from "../../src/continuation/context_text.ts";
import {
  escapeArgs,
  escapeOwnArgs,
  peel,
  unescapeArgs,
  unescapeOwnArgs,
} from "../../src/continuation/chain.ts";
import { parseContinuation } from "../../src/continuation/parse.ts";
import { JsonScanner } from "../../src/protocol/read_object.ts";
import { mayBeShortcut } from "../../src/shortcuts/match.ts";
import { BARE } from "../support/chain_rows.ts";
import { assertLinear } from "../support/steps.ts";

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
  // What the rules about sentences look at, on both sides of a name.
  ...["- b, /plan\n", "after that, ", "x and after that /plan ", "one: b, c, /plan d ", "design, "],
  ...["b to c, /plan to ", "three b: ", "except b, ", "links b, ", "/plan. Then "],
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

for (const [name, scan] of Object.entries(SCANS)) {
  Deno.test(`hostile texts: ${name} grows about as its input`, async () => {
    for (const unit of UNITS) {
      const textOf = (length: number) => unit.repeat(Math.ceil(length / unit.length));
      await assertLinear(scan, textOf, { about: JSON.stringify(unit) });
    }
  });
}
