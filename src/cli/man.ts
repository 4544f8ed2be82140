/** `skillhook man`: the manual page, made from the verbs' records as help is. */
import { type Entry, verbParts } from "./help.ts";
import { GROUPS } from "./table.ts";
import { EXIT_CODES, success, type VerbRow } from "./verb.ts";

const DESCRIPTION = `skillhook answers the hooks of a coding agent: it reads one event as JSON from
standard input and prints one JSON document, or nothing. Its verbs set it up, look into skills and
hooks, and do by hand what the hooks do.`;

const ENVIRONMENT: readonly Entry[] = [
  ["CLAUDE_PROJECT_DIR", "The project, where no option names one"],
  ["CLAUDE_CONFIG_DIR", "The agent's directory (else ~/.claude)"],
  ["SKILLHOOK_LOG", "1 logs every event, 0 none, whatever skillhook.yaml says"],
  ["NO_COLOR", "Set: no colours, on terminals either"],
];

export async function manVerb() {
  const all = await Promise.all(GROUPS.map(async ({ word, load }) => ({ word, ...await load() })));
  return success([
    '.TH SKILLHOOK 1 "" skillhook "User Commands"',
    ".SH NAME",
    `skillhook ${DASH} skills and hooks for coding agents`,
    ".SH SYNOPSIS",
    ".B skillhook",
    plain("[GROUP] VERB [ARGUMENTS]"),
    ".SH DESCRIPTION",
    plain(DESCRIPTION.replaceAll("\n", " ")),
    ...all.flatMap(({ word, SUMMARY, VERBS }) => [
      `.SH ${plain(word === undefined ? SUMMARY : word).toUpperCase()}`,
      ...word === undefined ? [] : [plain(`${SUMMARY}.`)],
      ...Object.entries(VERBS).flatMap(([name, row]) => verbLines(name, row)),
    ]),
    ".SH EXIT STATUS",
    ...terms(Object.entries(EXIT_CODES)),
    ".SH ENVIRONMENT",
    ...terms(ENVIRONMENT),
  ].join("\n"));
}

function verbLines(name: string, row: VerbRow): string[] {
  const { summary, notes = [], exits = {}, examples } = row;
  const { usage, operands, options } = verbParts({ name, row });
  return [
    `.SS skillhook ${name}`,
    plain(`${summary}.`),
    ".PP",
    `.B ${plain(usage)}`,
    ...terms([...operands, ...options]),
    ...terms(Object.entries(exits).map(([code, says]) => [`exit ${code}`, says])),
    ...[notes].flat().flatMap((note) => [".PP", plain(note)]),
    ".PP",
    "Examples:",
    ".RS",
    ".nf",
    ...examples.map(plain),
    ".fi",
    ".RE",
  ];
}

function terms(entries: readonly Entry[]): string[] {
  return entries.flatMap(([term, says]) => [".TP", `.B ${plain(term)}`, plain(says)]);
}

const DASH = "\\-";
/** As they can be copied: else a typesetter makes quotation marks and accents of them. */
const GLYPHS: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": DASH,
  "'": "\\(aq",
  "`": "\\(ga",
  "~": "\\(ti",
  "^": "\\(ha",
  '"': "\\(dq",
  "\n": " ",
};

/** Nothing of it is a request, and a line stays one line; what is no ASCII goes by its number: not every system's pages are UTF-8. */
function plain(text: string): string {
  const safe = text.replaceAll(/[\\'`~^"\n-]|[^\0-\x7f]/gu, (glyph) => {
    const number = glyph.codePointAt(0)!.toString(16).toUpperCase();
    return GLYPHS[glyph] ?? `\\[u${number.padStart(4, "0")}]`;
  });
  return safe.startsWith(".") ? `\\&${safe}` : safe;
}
