/** Which parts of a text are commands: one row per fact, and every row must give its text back. */
import { assertEquals } from "@std/assert";
import { scan, type Segment } from "../../src/skill/scan.ts";
import { sharedText } from "../support/shared.ts";
import { assertLinear } from "../support/steps.ts";

/** Text → what is found: inline and block commands, `\` for an escape, `?` for a block without end. */
const ROWS: readonly [name: string, text: string, found: readonly string[]][] = [
  ["a line start", "!`a`", ["a"]],
  ["white space before", "x !`a`\ty\t!`b`", ["a", "b"]],
  ["text before", 'KEY=!`a` (!`b`) "!`c`"', []],
  ["a BOM before", "\ufeff!`a`", ["a"]],
  ["a line start after CRLF", "x\r\n!`a`\r\n!`b`", ["a", "b"]],
  ["a list item, a quotation, a table, a heading", "- !`a`\n> !`b`\n| !`c` |\n# !`d`\n", [
    "a",
    "b",
    "c",
    "d",
  ]],
  ["quotes and dollars in the command", "!`echo \"$(x 'y')\" | sed 's/\\.//'`", [
    "echo \"$(x 'y')\" | sed 's/\\.//'",
  ]],
  ["nothing between the back quotes", "!`` !` ` x", []],
  ["a command across lines", "!`a\nb`", []],
  ["a command that never ends", "!`a", []],
  ["two back quotes", "!``a`` b", []],
  ["a closing run of two", "!`a`` b", []],
  ["an escaped directive", "\\!`a` !`b`", ["\\", "b"]],
  ["an escape of nothing", "\\! \\!x \\!`a", []],
  ["a backslash that is itself escaped", "\\\\!`a`", []],
  ["a code span around it", "`` !`a` `` and `x !` y `z`", []],
  ["a code span over two lines", "`` x\n!`a` ``", []],
  ["a stray back quote in another paragraph", "a ` b\n\n!`a`", ["a"]],
  ["a stray back quote in a heading", "# a ` b\n!`a`", ["a"]],
  ["a stray back quote in another list item", "- a ` b\n- !`a`", ["a"]],
  ["an escaped back quote", "\\` !`a` \\`", ["a"]],
  ["a comment", "<!-- !`a` --> !`b`", ["b"]],
  ["a comment over paragraphs", "<!-- x\n\n!`a`\n\n--> !`b`\n!`c`", ["b", "c"]],
  ["a comment around a fence", "<!--\n```\n-->\n!`a`", ["a"]],
  ["a fence in front of a comment", "```\n<!--\n```\n!`a`\n-->", ["a"]],
  ["a comment without end at a line start", "<!-- x\n!`a`", []],
  ["a comment without end between words", "x <!-- y\n!`a`", ["a"]],
  ["a comment in a code span", "`<!--` !`a` -->", ["a"]],
  ["a fence of back quotes", "```\n!`a`\n```\n!`b`", ["b"]],
  ["a fence of tildes", "~~~ sh\n!`a`\n```\n!`b`\n~~~\n!`c`", ["c"]],
  ["a fence with a language", "```bash\n!`a`\n```", []],
  ["a longer fence around a shorter one", "````\n```\n!`a`\n```\n````\n!`b`", ["b"]],
  ["a fence that never ends", "```\n!`a`\n", []],
  ["a fence closed by a longer one", "```\n!`a`\n`````\n!`b`", ["b"]],
  ["a line that looks like a closing fence", "```\n!`a`\n``` x\n!`b`\n```", []],
  ["a fence indented by three", "   ```\n!`a`\n   ```\n!`b`", ["b"]],
  ["four blanks: no fence", "x\n\n    ```\n!`a`\n\n    ```\n", ["a"]],
  ["back quotes in the info string: no fence", "``` a`b\n\n!`c`", ["c"]],
  ["a fence in a list item", "1. x\n\n    ```sh\n    !`a`\n\n    !`b`\n    ```\n2. !`c`", ["c"]],
  ["a fence behind a list marker", "- ```\n  !`a`\n  ```\n- !`b`", ["b"]],
  ["a fence in a list item, its code not indented", "1. x\n   ```\n!`a`\n   ```\n\n!`b`", ["b"]],
  ["a fence in a quotation", "> ```\n> !`a`\n> ```\n> !`b`\n", ["b"]],
  ["a quotation that ends its fence", "> ```\n> !`a`\n\n!`b`", ["b"]],
  ["box drawing", "┌──────┐\n│ !`a` │\n└──────┘\n!`b`", ["a", "b"]],
  ["box drawing in a fence", "```\n┌─────┐\n│ !`a` │\n```\n", []],
  ["a block", "```!\na\n  b\n```\n!`c`", ["a\n  b", "c"]],
  ["a block with CRLF", "```!\r\na\r\nb\r\n```\r\n", ["a\nb"]],
  ["a block with blanks behind the mark", "```!  \na\n```", ["a"]],
  ["a block with more back quotes", "````!\necho '```'\n````", ["echo '```'"]],
  ["a block in a list item", "- x\n  ```!\n  a\n    b\n  ```", ["a\n  b"]],
  ["a block in a quotation", "> ```!\n> a\n> ```", ["a"]],
  ["a block of tildes is none", "~~~!\na\n~~~", []],
  ["a block with a word is none", "```!sh\na\n```", []],
  ["a block in a longer fence", "````\n```!\na\n```\n````", []],
  ["an empty block", "```!\n\n```", []],
  ["a block that never ends", "x\n```!\na\n!`b`\n", ["?"]],
  ["frontmatter", "---\nname: x\nd: !`a`\n---\n!`b`", ["b"]],
  ["a rule that is no frontmatter", "---\n!`a`\n---\n", ["a"]],
];

for (const [name, text, found] of ROWS) {
  Deno.test(`scan() finds what is a command: ${name}`, () => {
    const segments = scan(text);
    assertEquals(segments.flatMap(short), found);
    assertEquals(segments.map(({ raw }) => raw).join(""), text);
  });
}

function short(segment: Segment): string[] {
  switch (segment.kind) {
    case "directive":
      return [segment.command];
    case "escape":
      return ["\\"];
    case "unclosed":
      return ["?"];
    case "text":
      return [];
  }
}

const HOSTILE: readonly [name: string, part: string][] = [
  ["openings", " !`"],
  ["frontmatter", "#a"],
  ["runs of growing length", "` `` ``` ```` x "],
  ["comments that never end", "x <!-- "],
  ["comments at line starts", "\n<!-- x -->"],
  ["list markers", "- "],
  ["nested lists", "\n- - - 1. x"],
  ["quotations", ">"],
  ["fences", "\n```\n~~~"],
  ["blocks", "\n```!\n"],
  ["backslashes", "\\"],
  ["blank lines", "\n"],
  ["carriage returns", "\r"],
  ["blanks", " "],
  ["rules", "\n---"],
  ["table rows", "\n| ` "],
];

for (const [name, part] of HOSTILE) {
  Deno.test(`scan() is linear on hostile text: ${name}`, async () => {
    const [head, tail] = name === "frontmatter" ? ["---\n", "\n---\n"] : ["", ""];
    const textOf = (length: number) => head + part.repeat(Math.ceil(length / part.length)) + tail;
    const whole = textOf(1_000_000);
    assertEquals(scan(whole).map(({ raw }) => raw).join(""), whole);
    await assertLinear(scan, textOf, { about: name });
  });
}

interface CorpusRow {
  readonly path: string;
  readonly form: string;
  readonly line: number;
  readonly command: string | null;
  readonly in_fence: boolean;
  readonly in_code_span?: boolean;
}

const corpus = sharedText("corpus/directives.jsonl");
const rows: CorpusRow[] = (corpus ?? "").split("\n").filter((line) => line !== "")
  .map((line) => JSON.parse(line));
for (const [path, list] of Map.groupBy(rows, (row) => row.path)) {
  Deno.test(`scan() finds the real directives of ${path}`, () => {
    const text = sharedText(`corpus/${path}`);
    if (text === undefined) return;
    const wanted = list.filter((row) =>
      row.command !== null && !row.in_fence && row.in_code_span !== true
    ).map((row) => `${row.form} ${row.line} ${row.command}`);
    let line = 1;
    const found: string[] = [];
    for (const segment of scan(text)) {
      if (segment.kind === "directive") found.push(`${segment.name} ${line} ${segment.command}`);
      line += segment.raw.split("\n").length - 1;
    }
    assertEquals(found, wanted);
  });
}
