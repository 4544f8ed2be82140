/**
 * Every regular expression of the program on hostile text. Prompts, skill files and transcripts are
 * written by strangers: none of them may make an expression back-track. A new expression is found here
 * by itself; whoever writes one has nothing to remember.
 */
import { assert, assertEquals, assertThrows } from "@std/assert";

/** UTF-16 units of a hostile text, and ten times as many. */
const SMALL = 50_000;
const LARGE = 500_000;
/** Linear growth is 10; the rest is for caches and a busy machine. Quadratic growth is 100. */
const MAX_GROWTH = 40;
/** Milliseconds below which a time means nothing. */
const FLOOR_MS = 1;
/**
 * Lengths tried in turn, with the milliseconds none may reach: exponential growth (by 2, by 1.6, …)
 * shows in the first ones, growth by a power in the next; neither would end soon in the last.
 */
const SCREENS = [
  ...[[22, 10], [33, 10], [60, 10], [110, 10], [200, 10], [400, 10], [1_000, 10]] as const,
  [5_000, 20],
  [SMALL, 150],
] as const;

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

const LITERALS = [...walk("src"), "main.ts"].flatMap(literalsOf);

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

Deno.test("worstUnit() finds expressions that back-track", () => {
  const bad = [/(a+)+$/g, /\s+$/g, /[a-z]+@/g, /"(?:\\.|[^"])*"!/g, /(?:a|a)*b/g];
  for (const regex of bad) {
    assertThrows(() => worstUnit(regex, "it"), Error, "it takes", String(regex));
  }
  for (const regex of [/a+/g, /^\s+/g, /,(?=[ \t]*\/)x/g, /[^\n]*\n?/g]) worstUnit(regex, "it");
});

for (const [path, literals] of Map.groupBy(LITERALS, ({ path }) => path)) {
  Deno.test(`expressions of ${path} are linear on hostile text`, () => {
    for (const { source, flags } of literals) {
      if (Object.hasOwn(BOUNDED, `${path}: ${source}`)) continue;
      const regex = new RegExp(source, flags.includes("g") ? flags : flags + "g");
      const worst = worstUnit(regex, `${path}: /${source}/${flags}`);
      const small = best(regex, worst, SMALL);
      const large = best(regex, worst, LARGE);
      assert(
        large < MAX_GROWTH * Math.max(small, FLOOR_MS),
        `${path}: /${source}/${flags} on ${JSON.stringify(worst)}: ${small} ms → ${large} ms`,
      );
    }
  });
}

interface Hostile {
  readonly head: string;
  readonly unit: string;
}

/** The text that takes longest; already a short one is too slow where an expression back-tracks. */
function worstUnit(regex: RegExp, name: string): Hostile {
  let worst: Hostile = { head: "", unit: "a" };
  let worstMs = -1;
  for (const hostile of hostiles(regex.source)) {
    let ms = 0;
    for (const [length, limitMs] of SCREENS) {
      ms = time(regex, hostile, length);
      // Once more: the machine may have been busy.
      if (ms > limitMs) ms = Math.min(ms, time(regex, hostile, length));
      if (ms > limitMs) ms = Math.min(ms, time(regex, hostile, length));
      const text = JSON.stringify(hostile);
      assert(ms < limitMs, `${name} takes ${Math.round(ms)} ms for ${length} units of ${text}`);
    }
    if (ms > worstMs) [worst, worstMs] = [hostile, ms];
  }
  return worst;
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

/** Texts of plain units, which every expression is given. */
const TEXTS = new Map<string, string>();

function hostileText({ head, unit }: Hostile, length: number): string {
  const key = `${length} ${unit}`;
  const known = head === "" ? TEXTS.get(key) : undefined;
  if (known !== undefined) return known;
  const text = head + unit.repeat(Math.ceil(length / unit.length)) + TAIL;
  // Makes one string of the repeats: doing so is not the expression's time.
  text.charCodeAt(length >> 1);
  if (head === "" && length <= SMALL && UNITS.includes(unit)) TEXTS.set(key, text);
  return text;
}

function time(regex: RegExp, hostile: Hostile, length: number): number {
  const text = hostileText(hostile, length);
  let ended = false;
  const start = performance.now();
  for (const matches = text.matchAll(regex); !ended;) ended = matches.next().done === true;
  return performance.now() - start;
}

function best(regex: RegExp, hostile: Hostile, length: number): number {
  return Math.min(...[1, 2, 3].map(() => time(regex, hostile, length)));
}

function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(inProject(`${folder}/`))) {
    if (isDirectory) yield* walk(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}

function inProject(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
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
