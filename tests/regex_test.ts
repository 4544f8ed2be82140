/**
 * Every regular expression of the program on hostile text. Prompts, skill files and transcripts are
 * written by strangers: none of them may make an expression back-track. A new expression is found here
 * by itself; whoever writes one has nothing to remember.
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { countingSearch, type Search, TooManySteps } from "./support/regex_steps.ts";
import { inProject } from "../.ci/tasks/project.ts";
import { sourceFiles } from "./support/source_files.ts";

/** UTF-16 units of a hostile text, in turn; each is four times the one before. */
const LENGTHS: readonly number[] = [256, 1_024, 4_096, 16_384];
/** Linear growth over one length is 4, quadratic growth 16. */
const MAX_GROWTH = 6;
/** No expression looks this often at one place of a text, unless it never ends. */
const MAX_STEPS_PER_UNIT = 5_000;
/** Expressions that are given short texts only: `path: source` → why. */
const BOUNDED: Readonly<Record<string, string>> = {};

/** What hostile texts are made of, besides the expression's own letters. */
const UNITS = [
  ..."aZ0_ é/\\-,.:;=@#$%&*+~^!?|<>()[]{}'\"`\n\t\r".split(""),
  ...[
    " a",
    "a ",
    "/a",
    "a/",
    "a.",
    "\n ",
    " \n",
    "\r\n",
    "- /a",
    ", ",
    "a=",
    "a:",
    "--",
    "__",
    "a-",
  ],
  ...["aA0", "```", "${", "{{", "<a>", "</a>", "://", "\\\\", "\\n", "a, /b "],
];
/** Follows the repeats, so that an expression which nearly fits does not. */
const TAIL = "\u0000!";

interface Literal {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** Words behind which a slash begins an expression. */
const OPERATOR_WORDS = new Set(
  "return typeof case in of delete void throw new await yield else do".split(" "),
);

const LITERALS = [...sourceFiles("src"), "main.ts"].flatMap(literalsOf);

Deno.test("regexLiterals() tells expressions from divisions, comments and texts", () => {
  const text = [
    "const a = b / c / d; // not /this/",
    'const e = "/nor this/" + `/nor ${ /one/g.test(x) ? "}" : `${1 / 2}` } this/`;',
    "return /[/\\]]two\\//iu.exec(y)! / 2;",
    "/* /no/ */ if (x) [/three/, f(/four/)];",
    "const g = (a + b) / 2 / c;",
    "x = y as number / 2; const o = { p: /five/y };",
    "const h = z! / 2; arrow = () => /six/;",
  ].join("\n");
  assertEquals(regexLiterals(text).map(({ source, flags }) => source + flags), [
    ...["oneg", "[/\\]]two\\/iu", "three", "four", "fivey", "six"],
  ]);
});

Deno.test("regexLiterals() finds the program's expressions, and nobody makes one from text", () => {
  assert(LITERALS.length > 100, `only ${LITERALS.length}`);
  for (const { path, source, flags } of LITERALS) {
    assert(new RegExp(source, flags), `${path}: ${source}`);
  }
});

Deno.test("assertLinear() finds expressions that back-track", () => {
  const bad = [/(a+)+$/g, /\s+$/g, /[a-z]+@/g, /"(?:\\.|[^"])*"!/g, /(?:a|a)*b/g];
  for (const regex of bad) {
    assertThrows(() => assertLinear(regex, "it"), Error, "it grows", String(regex));
  }
  for (const regex of [/a+/g, /^\s+/g, /,(?=[ \t]*\/)x/g, /[^\n]*\n?/g, /a.{1,300}b/g]) {
    assertLinear(regex, "it");
  }
});

for (const [path, literals] of Map.groupBy(LITERALS, ({ path }) => path)) {
  Deno.test(`expressions of ${path} are linear on hostile text`, () => {
    for (const { source, flags } of literals) {
      if (Object.hasOwn(BOUNDED, `${path}: ${source}`)) continue;
      assertLinear({ source, flags }, `${path}: /${source}/${flags}`);
    }
  });
}

interface Hostile {
  readonly head: string;
  readonly unit: string;
}

/** Fails where four times the text costs more than about four times the steps, at every length tried. */
function assertLinear(regex: Pick<RegExp, "source" | "flags">, name: string): void {
  const search = countingSearch(regex);
  const real = new RegExp(regex.source, regex.flags.replaceAll(/[gy]/g, "") + "g");
  for (const hostile of hostiles(regex.source)) {
    let before = 0;
    for (const length of LENGTHS) {
      const text = hostileText(hostile, length);
      const shown = `${name} on ${JSON.stringify(hostile)}, ${length} units`;
      const { matches, steps } = searchOrFail(search, text, shown);
      if (length === LENGTHS[0]) {
        const places = [...text.matchAll(real)].map((found) => placeOf(found));
        assertEquals(matches, places, `${name} is counted wrongly on ${JSON.stringify(hostile)}`);
      }
      // One that looks a bounded way ahead shows only on a longer text that it is linear.
      if (steps < MAX_GROWTH * before) break;
      assert(length < LENGTHS.at(-1)!, `${shown}: it grows from ${before} to ${steps} steps`);
      before = steps;
    }
  }
}

function placeOf({ index, 0: { length } }: RegExpExecArray): [number, number] {
  return [index, index + length];
}

function searchOrFail(
  search: ReturnType<typeof countingSearch>,
  text: string,
  shown: string,
): Search {
  const max = text.length * MAX_STEPS_PER_UNIT;
  try {
    return search(text, max);
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    throw new Error(`${shown}: it grows beyond ${max} steps`);
  }
}

/** Repeats of each unit, and of the expression's own words; alone and behind what the expression begins with. */
function* hostiles(source: string): Generator<Hostile> {
  const words = ownWords(source);
  const whole = words.length > 1 ? [words.join(""), words.join("a"), words.join(" ")] : [];
  const own = [
    ...words,
    ...words.map((word) => word + " "),
    ...words.map((word) => word + "a"),
    ...whole,
  ];
  for (const unit of new Set([...UNITS, ...own])) yield { head: "", unit };
  const [head] = words;
  if (head === undefined) return;
  for (const unit of new Set([...own, "a", " ", "\n", "0", "\\", "a "])) yield { head, unit };
}

/** The plain text in an expression: `"[CONTINUATION:"`, `"http"`, `"://"`. */
function ownWords(source: string): string[] {
  const plain = source.replaceAll(/\\([^a-zA-Z0-9])/g, (_, escaped: string) =>
    // Out of the way of what the next step takes for syntax.
    String.fromCharCode(0xe000 + escaped.charCodeAt(0)));
  const words = plain.split(/\(\?[=!:<]*|\\[a-zA-Z](?:\{[^}]*\})?|\{[0-9,]*\}|[\^$.*+?()[\]{}|]/)
    .map((word) =>
      word.replaceAll(
        /[\ue000-\ue0ff]/g,
        (kept) => String.fromCharCode(kept.charCodeAt(0) - 0xe000),
      )
    );
  return [...new Set(words.filter((word) => word !== ""))].slice(0, 24);
}

function hostileText({ head, unit }: Hostile, length: number): string {
  return head + unit.repeat(Math.ceil(length / unit.length)) + TAIL;
}

function literalsOf(path: string): Literal[] {
  return regexLiterals(Deno.readTextFileSync(inProject(path))).map((found) => ({ path, ...found }));
}

/** Finds the expressions in a source: a scanner that knows texts, templates, comments and divisions. */
function regexLiterals(text: string): { source: string; flags: string }[] {
  const found: { source: string; flags: string }[] = [];
  /** For every open template hole, how many braces are open in it. */
  const holes: number[] = [];
  let last = "";
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    const character = text[at]!;
    if (/\s/.test(character)) at++;
    else if (rest === "//") at = endOr(text.indexOf("\n", at));
    else if (rest === "/*") at = endOr(text.indexOf("*/", at)) + 2;
    else if (character === '"' || character === "'") at = textEnd(character);
    else if (character === "`") at = templateEnd(at + 1);
    else if (character === "}" && holes.at(-1) === 0) {
      holes.pop();
      at = templateEnd(at + 1);
    } else if (character === "/" && !isValue(last)) at = expressionEnd();
    else if (/[\w$]/.test(character)) {
      const [word] = /^[\w$]+/.exec(text.slice(at, at + 200))!;
      last = word;
      at += word.length;
    } else {
      if (character === "{" && holes.length > 0) holes[holes.length - 1]!++;
      if (character === "}" && holes.length > 0) holes[holes.length - 1]!--;
      // `x!` is still a value; `!x` has an operator or nothing before it.
      if (character !== "!" || !isValue(last)) last = character;
      at++;
    }
  }
  return found;

  function isValue(word: string): boolean {
    return /^[\w$]/.test(word) ? !OPERATOR_WORDS.has(word) : /^[)\]"'`]$/.test(word);
  }

  function endOr(position: number): number {
    return position < 0 ? text.length : position;
  }

  function textEnd(quote: string): number {
    let end = at + 1;
    while (end < text.length && text[end] !== quote) end += text[end] === "\\" ? 2 : 1;
    last = quote;
    return end + 1;
  }

  function templateEnd(start: number): number {
    let end = start;
    while (end < text.length && text[end] !== "`") {
      if (text.startsWith("${", end)) {
        holes.push(0);
        last = "{";
        return end + 2;
      }
      end += text[end] === "\\" ? 2 : 1;
    }
    last = "`";
    return end + 1;
  }

  function expressionEnd(): number {
    let end = at + 1;
    let inClass = false;
    while (end < text.length && (inClass || text[end] !== "/")) {
      if (text[end] === "[") inClass = true;
      else if (text[end] === "]") inClass = false;
      end += text[end] === "\\" ? 2 : 1;
    }
    const [flags] = /^[a-z]*/.exec(text.slice(end + 1, end + 10))!;
    found.push({ source: text.slice(at + 1, end), flags });
    last = ")";
    return end + 1 + flags.length;
  }
}
