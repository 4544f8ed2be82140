/** Texts, command lines and paths that nobody would write, from a seed: half of the YAML is valid, half is nearly so. */
import { type Random, seededRandom } from "../support/random.ts";

/** The same items for the same seed. */
export function generated(count: number, seed: number, make: (random: Random) => string): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => make(random));
}

const MILD_SCALARS = [
  ...["a", "b c", "true", "~", "12", "010", "0x1F", "1.5", "1e3", ".inf", "2024-01-02", "yes"],
  ...["'x'", '"y\\n"', "x # c", "<<", "[]", "{}", "[a, b]", "{a: 1, b}", "[a: 1]", "é", "0o7"],
  ...["+1", "-0", "1:30", "08", "a:b", "!!str 12", "&A x", "*A", '{"a":1}', "{a: 'x, y', b: [c]}"],
];
const WILD_SCALARS = [
  ...["null", "0b11", "1_000", "-.nan", "2024-1-2T3:4:5.25+01:30", '"\\x41\\u00e9\\q"', "'it''s'"],
  ...["*B", "&B", "&A false", "&A", '&B ""', "!!int '3'", "!foo x", "!!set {a}", "!!binary aGk="],
  ...["@x", "`x`", "%x", "?", "-", "|", "", "x: y", "#c", "__proto__", "toString", "{<<: *A}"],
  ...["{? a : b}", '"un', "'un", "[a", "{a: ", "!!float 3", "\u0085", "\u2028", "\u0007", "0_"],
  ...["._1", ".5", "1e400", "[,]", "{,}", "[a,]", "- x", "? x", ": x", '"a":1', "'a' b", "&A &B x"],
  ...[
    "!!str !!int x",
    "*A x",
    "!!omap [a: 1]",
    "!!pairs [a: 1]",
    "!!null x",
    "!!int",
    "!",
    "\ud800",
  ],
  ...["!!map\n  a: 1", "!<tag:yaml.org,2002:str> 5", "!!omap [a: 1, a: 2]", "9999999999999999999"],
];
const MILD_KEYS = ["a", "b", "c", "d", "e", '"q"', "12", "true", "a b", "é", "<<", "__proto__"];
const WILD_KEYS = ["'s'", "~", "[x]", "{y: 1}", "*A", "&A k", "!!str k", "", "? e", "constructor"];
const BLOCKS = ["|", ">", "|-", ">+", "|2", ">1-", "|+ # c", "|x"];
const BLOCK_TEXTS = [
  "  x\n\n  y\n",
  " x\n",
  "\tx\n",
  "    x\n  y\n    z\n",
  "\n\n",
  "",
];
const INSERTS = [
  ...["", " ", "\n", "\t", ":", ": ", "- ", '"', "'", "[", "]", "{", "}", ",", "#", " #", "*A"],
  ...["&A ", "!", "|", ">", "\r", "?", "%", "\\", "---\n", "..."],
];

/** A YAML text; most are mappings. */
export function yamlText(random: Random): string {
  const mild = random.below(4) > 0;
  const body = block(random, mild, 0, "");
  const start = random.below(20);
  const whole = start === 0
    ? `---\n${body}...\n`
    : start === 1
    ? `%YAML 1.${random.below(4)}\n---\n${body}`
    : start === 2
    ? random.pick(WILD_SCALARS)
    : body;
  return random.below(mild ? 8 : 4) === 0 ? damaged(random, whole, INSERTS) : whole;
}

function block(random: Random, mild: boolean, depth: number, indent: string): string {
  const scalar = () => random.pick(mild || random.below(2) ? MILD_SCALARS : WILD_SCALARS);
  const key = () => random.pick(mild || random.below(2) ? MILD_KEYS : WILD_KEYS);
  const isList = random.below(3) === 0;
  let text = "";
  for (let left = 1 + random.below(3); left > 0; left--) {
    const lead = random.below(mild ? 60 : 12) === 0
      ? random.pick(["", " ", "    ", "\t", "  \t"])
      : indent;
    const end = random.below(25) === 0
      ? random.pick(["\r\n", "\r", " \n", "\t\n", " # c\n"])
      : "\n";
    const inner = () => block(random, mild, depth + 1, indent + random.pick(["  ", "  ", "    "]));
    const kind = random.below(10);
    if (isList && (mild || kind < 5)) {
      text += `${lead}- ${
        kind > 7 && depth < 4
          ? block(random, mild, depth + 1, `${indent}  `).trimStart()
          : scalar() + end
      }`;
    } else if (kind < 6) {
      text += `${lead}${key()}:${random.below(15) === 0 ? "\t" : " "}${scalar()}${end}`;
    } else if (kind < 9 && depth < 4) {
      text += `${lead}${key()}:${end}${inner()}`;
    } else {
      const lines = random.pick(BLOCK_TEXTS).replaceAll(/^(?=.)/gm, indent);
      text += `${lead}${key()}: ${random.pick(BLOCKS)}${end}${lines}`;
    }
  }
  return text;
}

function damaged(random: Random, whole: string, inserts: readonly string[]): string {
  let text = whole;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(text.length + 1);
    text = text.slice(0, at) + random.pick(inserts) + text.slice(at + random.below(3));
  }
  return text;
}

/** A file with frontmatter, or with nearly that. */
export function fileText(random: Random): string {
  const lines = [
    "---",
    "---\n",
    "\n",
    "\n",
    "\r\n",
    " ",
    "a: 1",
    "b: 2",
    "\t",
    "= yaml =",
    "= YAML =",
  ];
  const odd = [
    "\ufeff",
    "---yaml",
    "x",
    "# c",
    "\u00a0",
    "\r",
    "\u2028",
    ":",
    "a: 1\n",
    "----",
    "--- x",
  ];
  const middle = random.text([...lines, ...odd], 11);
  return random.below(2) === 0 ? middle : `---\n${middle}\n---\n${random.text(["body", "\n"], 2)}`;
}

/** Arguments as JSON, some of which are options. */
export function argumentList(random: Random): string {
  const parts = [
    "--",
    "-",
    "",
    "a",
    "session",
    "json",
    "x",
    "=",
    "no-",
    "true",
    "false",
    "1",
    "05",
  ];
  const odd = [" ", ".", "constructor", "__proto__", "\n", "n5", "_", "é"];
  const options = ["-x", "--session", "--json", "--x", "--no-json", "--x=", "--session="];
  return JSON.stringify(
    Array.from(
      { length: random.below(5) },
      () =>
        random.below(2) === 0
          ? random.pick(options)
          : random.pick(parts) + random.text([...parts, ...odd, ...options], 2),
    ),
  );
}

/** A path of either platform. */
export function pathText(random: Random): string {
  return random.text(
    ["/", "/", "\\", "a", "b.c", "..", ".", "C:", "c:", "1:", "é", " ", ":", "//"],
    8,
  );
}
