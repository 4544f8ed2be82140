import { assert, assertEquals, assertMatch } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { splitFrontmatter } from "../../src/skill/frontmatter.ts";
import { FRONTMATTER_MAX, parseFrontmatter } from "../../src/skill/parse_frontmatter.ts";
import { loadYaml } from "../../src/skill/yaml.ts";
import { countSteps } from "../support/steps.ts";

const parseYaml = await loadYaml();

function parse(yaml: string): { fields: Record<string, unknown>; diagnostics: string[] } {
  const frontmatter = splitFrontmatter(`---\n${yaml}\n---\n`);
  assert(typeof frontmatter === "object");
  const { fields, diagnostics } = parseFrontmatter(frontmatter, "/s/SKILL.md", parseYaml);
  return { fields: { ...fields }, diagnostics: diagnostics.map(formatDiagnostic) };
}

const CLEAN: [about: string, yaml: string, fields: Record<string, unknown>][] = [
  ["a mapping", "name: a\ncontinuation:\n  cooperative: true", {
    name: "a",
    continuation: { cooperative: true },
  }],
  ["CRLF", "name: a\r\ndescription: b", { name: "a", description: "b" }],
  ["comments", "# about\nname: a # this", { name: "a" }],
  ["nothing", "", {}],
  ["only a comment", "# nothing", {}],
];

for (const [about, yaml, fields] of CLEAN) {
  Deno.test(`parseFrontmatter() reads ${about}`, () => {
    assertEquals(parse(yaml), { fields, diagnostics: [] });
  });
}

const BLOCK = "continuation:\n  cooperative: true\n  default-exit: [/commit]";
const CONTINUATION = { cooperative: true, "default-exit": ["/commit"] };
const RECOVERED: [string, string, Record<string, unknown>, RegExp][] = [
  [
    "an unquoted colon",
    `name: a\ndescription: Use when: always\n${BLOCK}`,
    { name: "a", description: "Use when: always", continuation: CONTINUATION },
    /^\/s\/SKILL\.md:3:\d+: Invalid YAML in frontmatter: .*took "description" as plain text/,
  ],
  [
    "an unquoted colon on two lines",
    "description: Use when: always\n  and then: more\nname: a",
    { description: "Use when: always and then: more", name: "a" },
    /took "description" as plain text/,
  ],
  [
    "brackets that are no list",
    "argument-hint: [file] [more]\nname: a",
    { "argument-hint": "[file] [more]", name: "a" },
    /took "argument-hint" as plain text/,
  ],
  [
    "a value that starts with a reserved character",
    "description: @someone does `this`\nname: a",
    { description: "@someone does `this`", name: "a" },
    /took "description" as plain text/,
  ],
  [
    "a tab as indentation",
    "name: a\ncontinuation:\n\tcooperative: true",
    { name: "a", continuation: { cooperative: true } },
    /^\/s\/SKILL\.md:4:/,
  ],
  [
    "a key written twice",
    "name: a\nname: b\ndescription: c",
    { name: "b", description: "c" },
    /"name" is there twice, the last one counts/,
  ],
  [
    "a list at the key's own indentation",
    `tools:\n- a\n- b\ndescription: x: y\n${BLOCK}`,
    { tools: ["a", "b"], description: "x: y", continuation: CONTINUATION },
    /took "description" as plain text/,
  ],
  [
    "a continuation block that is broken",
    "name: a\ncontinuation:\n  cooperative: true\n  default-exit: [invalid yaml: content",
    { name: "a" },
    /left out "continuation"/,
  ],
];

for (const [about, yaml, fields, message] of RECOVERED) {
  Deno.test(`parseFrontmatter() saves what it can, and says so, with ${about}`, () => {
    const parsed = parse(yaml);
    assertEquals(parsed.fields, fields);
    assertEquals(parsed.diagnostics.length, 1);
    assertMatch(parsed.diagnostics[0]!, message);
  });
}

const REFUSED: [string, string, RegExp][] = [
  [
    "a list",
    "- just\n- a list",
    /:2: Cannot read frontmatter: expected "key: value" lines: got a list$/,
  ],
  ["a text", "just text", /got a string$/],
  ["too much", `a: ${"x".repeat(FRONTMATTER_MAX)}`, /it is longer than 64 KB$/],
];

for (const [about, yaml, message] of REFUSED) {
  Deno.test(`parseFrontmatter() has no fields and a diagnostic when the frontmatter is ${about}`, () => {
    const parsed = parse(yaml);
    assertEquals(parsed.fields, {});
    assertMatch(parsed.diagnostics[0]!, message);
  });
}

Deno.test("parseFrontmatter() leaves prototypes alone", () => {
  for (const yaml of ["__proto__:\n  polluted: true", "__proto__:\n  polluted: true\nx: y: z"]) {
    const { fields } = parse(yaml);
    assertEquals(({} as Record<string, unknown>).polluted, undefined);
    assertEquals(Object.getPrototypeOf(fields), Object.prototype);
  }
});

/** Steps of our code and the library's for one character of frontmatter; plain YAML takes about 40. */
const MAX_STEPS_PER_UNIT = 400;

Deno.test("parseFrontmatter() is done with hostile YAML in bounded time", async () => {
  const bomb = ["a0: &a0 [x, x]"];
  for (let level = 1; level < 30; level++) {
    bomb.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
  }
  const keys = Array.from({ length: 2_500 }, (_, index) => `  k${index}: 1`).join("\n");
  const hostile = [
    bomb.join("\n"),
    `a: &a\n${keys}\nb:\n  <<: [${"*a, ".repeat(6_000)}*a]`,
    "[".repeat(60_000),
    "a: ".repeat(20_000),
    "? ".repeat(30_000),
    `a: "${"\\".repeat(60_000)}`,
    "a:\n".repeat(15_000),
    `${"x".repeat(60_000)}: [`,
  ];
  for (const yaml of hostile) {
    const steps = await countSteps(() => parse(yaml)) / yaml.length;
    assert(steps < MAX_STEPS_PER_UNIT, `${JSON.stringify(yaml.slice(0, 20))}: ${steps} per unit`);
  }
});
