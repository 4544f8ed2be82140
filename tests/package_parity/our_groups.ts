/** What the program makes of texts and command lines, its own words included. */
import { readOptions } from "../../src/cli/options.ts";
import { VerbError } from "../../src/cli/verb.ts";
import { splitFrontmatter } from "../../src/skill/frontmatter.ts";
import { parseFrontmatter } from "../../src/skill/parse_frontmatter.ts";
import { parseYaml } from "../../src/skill/parse_yaml.ts";
import { YamlError } from "../../src/skill/yaml.ts";
import { sharedText } from "../support/shared.ts";
import { argumentList, generated } from "./generate.ts";
import { HOSTILE_YAML } from "./hostile_yaml.ts";
import { PACKAGE_GROUPS } from "./package_groups.ts";

/** Many items of one kind. */
export interface OurGroup {
  readonly name: string;
  readonly items: readonly string[];
  readonly act: (item: string) => unknown;
}

const VERB = {
  "[A…]": "Some",
  "--session ID": "A value",
  "--x X…": "Values",
  "--json": "A flag",
  "--no-json": "A flag",
  rest: { name: "REST", says: "The rest" },
} as const;

const [yaml] = PACKAGE_GROUPS;

/** The corpus last: it is not on every machine. */
export const OUR_GROUPS: readonly OurGroup[] = [
  { name: "YAML texts, flaws in our words,", items: yaml!.items, act: readYaml },
  {
    name: "hostile frontmatters",
    items: HOSTILE_YAML,
    act: (text) => readSkill(`---\n${text}\n---\n`),
  },
  {
    name: "command lines",
    items: generated(2_500, 4, argumentList),
    act: (line) => {
      let read;
      try {
        read = readOptions(JSON.parse(line), "v", VERB);
      } catch (error) {
        if (!(error instanceof VerbError)) throw error;
        return [error.messages, error.code];
      }
      const flags = [read.flag("json"), read.flag("no-json")];
      return [read.text("session"), read.list("x"), flags, read.operands, read.rest];
    },
  },
  { name: "skills of the corpus", items: corpus(), act: readSkill },
];

/** Value, or what is wrong, as a document and as a frontmatter. */
function readYaml(text: string): unknown {
  return [false, true].map((isFrontmatter) => {
    try {
      return { value: parseYaml(text, isFrontmatter) };
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      return [error.line, error.column, error.reason];
    }
  });
}

function readSkill(text: string): unknown {
  const head = splitFrontmatter(text);
  if (typeof head === "string") return head;
  const { fields, diagnostics } = parseFrontmatter(head, "SKILL.md", parseYaml);
  // Of the message what it quotes: its words may change without a new record.
  return [
    fields,
    diagnostics.map(({ code, line, column, message }) => [
      code,
      line,
      column,
      message.match(/"(?:[^"\\]|\\.)*"/g),
    ]),
  ];
}

function corpus(): string[] {
  const index = sharedText("corpus/skills_index.jsonl")?.trimEnd().split("\n") ?? [];
  return index.flatMap((line) => sharedText(`corpus/${JSON.parse(line).path}`) ?? []);
}
