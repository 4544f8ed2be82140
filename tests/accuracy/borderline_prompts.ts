/**
 * Prompts where a syntactic rule must choose between a false positive and a false negative. No gate:
 * a report prints how the parser chooses, so that a change of mind is seen.
 */

/** A prompt with the reading we would prefer, and why it is a choice. */
export interface BorderlinePrompt {
  readonly id: string;
  readonly prompt: string;
  /** `"chain"`: a second skill should be found; `"single"`: only the first; `null`: none. */
  readonly prefer: "chain" | "single" | null;
  readonly why: string;
}

type Row = readonly [prompt: string, prefer: "chain" | "single" | null, why: string];

const ROWS: readonly Row[] = [
  // The last item of a list of nouns is written like the last skill of a chain.
  ["/review our notes on design, test and /commit", "chain", "same syntax as a, b and /commit"],
  ["/design a list of users, /login and /mail pages", "chain", "only the words after it tell"],
  ["/review src and /tmp for leftovers", "chain", "a directory that is also a skill's name"],
  [
    "/review update tests, /review and /test routes",
    "chain",
    "mention list that begins at a delimiter",
  ],
  // A slash word already stood in the sentence as a plain noun.
  ["/design add a /mail route, /commit", "single", "a comma list of mentions looks the same"],
  ["/design move the /mail route, then /commit", "chain", "'then' after other words is an order"],
  ["/design visit the /login page, then /users", "chain", "a walk through routes: same syntax"],
  ["/design drop the /mail route. Keep docs, /commit", "chain", "the mention is a sentence away"],
  ["/design drop the /mail route\nkeep docs, /commit", "chain", "the mention is a line away"],
  ["/design x, /review /tmp", "single", "two slash words in a row are talked about, not run"],
  // An absolute path, then a name that is both a skill and a root directory.
  ["/review compare /usr/lib, /tmp and /home", "single", "root directories after an absolute path"],
  ["/design read /plans/foo/bar, /commit", "chain", "a dropped-in file path, then a skill"],
  ["/design /tmp, /commit", "chain", "one root directory as the whole argument"],
  ["/review /usr, /tmp and /home", "single", "nothing but slash words"],
  ["/review http://localhost:3000/a and /test on one host", "chain", "a URL does not tell a list"],
  ["/design explain C:/tmp, /test", "chain", "same as any other path"],
  // Spellings outside the grammar that people mean as a chain.
  ["/design foo,/commit", "single", "no blank: globs and sed ranges are written so"],
  ["/design,/commit", "single", "same, though a list of two bare names is likely meant"],
  ["/design foo; /commit", "single", "not a delimiter of the grammar"],
  ["/design foo && /commit", "single", "not a delimiter of the grammar"],
  ["/design foo -> /commit", "single", "not a delimiter of the grammar"],
  ["/design foo & /commit", "single", "not a delimiter of the grammar"],
  ["/design foo\n/commit", "single", "stacked lines: lists of paths and routes look the same"],
  ["/design foo,\n/commit", "chain", "a comma, white space, a name: a wrapped line"],
  ["/design foo. Then /commit", "chain", "a connecting word that begins a sentence"],
  ["/design foo THEN /commit", "chain", "capitals do not change the order"],
  ["/design foo and then run /commit", "single", "a plain word before the name"],
  ["/design foo, and, /commit", "chain", "two delimiters with a comma between"],
  ["/design 実装して、/commit", "single", "a full-width comma is not in the grammar"],
  ["/design 修复它,然后 /commit", "single", "a connecting word of another language"],
  // Sentences whose verb is left out, or is spelled like a noun: a request with arguments looks the same.
  ["/design logging: every skill writes a line, /commit two", "chain", "the verb is left out"],
  ["/plan speed: planning takes 40 s, /commit 20", "chain", "the verb is left out"],
  ["/plan docs built, site deployed, /commit next week", "chain", "a time without a verb"],
  [
    "/plan upgrade deno, /commit scripts break otherwise",
    "chain",
    "a noun and a verb in the plural",
  ],
  [
    "/plan list what broke: login, search, and /commit",
    "chain",
    "a list whose last item is a name",
  ],
  ["/plan tags, /plan-adhoc does not need to be long", "single", "a verb behind the name"],
  ["/plan tags, /commit or stash", "single", "'or' offers a choice, and runs nothing"],
  // Lists.
  ["/design foo then\n- /plan\n- /commit", "chain", "'then' in place of 'and' before the list"],
  ["/design foo and\n\n- /plan\n- /commit", "chain", "a blank line before the list"],
  ["/design foo and\n* /plan\n* /commit", "single", "another marker than the grammar's"],
  ["/design foo and\n1. /plan\n2. /commit", "single", "numbers: steps of a specification"],
  [
    "/design document these routes and\n- /users\n- /login",
    "chain",
    "routes in the chain's syntax",
  ],
  ["/design foo:\n- /plan\n- /commit", "single", "a list without the connecting word"],
  ["/design ignore dist and\n/tmp", "chain", "'and' ends a line of a list of directories"],
  ["/design foo and\n- /plan a\nmore text", "chain", "text after the list: to the last entry"],
  // Enclosures that are not closed, or that are weak.
  ["/design foo (and then /commit)", "single", "an aside, though it may be meant"],
  ["/design foo :(, /commit", "chain", "an opening bracket that is never closed"],
  ["/design use ` as a quote, /commit", "chain", "a back quote that is never closed"],
  ['/design say "foo, /commit', "chain", "a quote that is never closed"],
  ['/design say "one\ntwo, /commit" once', "single", "a quotation over two lines"],
  ["/design <b>foo, /commit", "chain", "a tag that is never closed"],
  ["/design foo\n```\nx\n, /commit", "single", "a fence that is never closed hides the rest"],
  ["/design why\n❯ ls\n  ⎿  done, /test", "single", "terminal output with no path before it"],
  ["/design why\n$ echo done, /test", "single", "a command line with no path before it"],
  ["/design | a | b |\n| x, /test | y |", "single", "a table cell"],
  ["/design    indented\n    x, /test", "chain", "code by indentation is also plain wrapping"],
  // The edges of a name.
  ["/design.", "single", "a full stop after the only name"],
  ["/design? x", null, "a question mark glued to the first name"],
  ["/design: x", null, "a colon glued to the first name"],
  ["/design,", "single", "a delimiter with nothing after it: empty args"],
  ["/DESIGN foo, /commit", null, "names are exact"],
  ["\u200b/design foo, /commit", null, "a zero-width space is not white space"],
  ["/design foo, /commit!", "chain", "an exclamation mark instead of a full stop"],
  ["/design foo, /commit?", "single", "a question about a skill"],
  ["/design foo, /commit: x", "single", "a heading, or a plugin prefix"],
  ["/design foo, /commit, please", "chain", "the last args would be ', please'"],
  ["/design foo, /commit and push", "chain", "the last args are 'and push'"],
  ["/design foo, **/commit**", "single", "bold"],
  ["/design foo, /design/commit", "single", "a path"],
];

/**
 * Makes the list.
 *
 * @returns Prompts for a registry of the adversarial names, with the preferred reading.
 */
export function* borderlinePrompts(): Generator<BorderlinePrompt> {
  for (const [position, [prompt, prefer, why]] of ROWS.entries()) {
    yield { id: `edge-${position + 1}`, prompt, prefer, why };
  }
}
