/**
 * The promise of the schema: every right file passes without a word, every single slip is named once, on its
 * line; and what is published for editors says the same.
 */
import { assert, assertEquals } from "@std/assert";
import { inProject } from "../../.ci/tasks/project.ts";
import {
  jsonSchema,
  PAGE,
  SCHEMA_FILE,
  schemaOf,
  settingsTable,
  withTable,
} from "../../.ci/tasks/settings.ts";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { APPROVED_KEYS, SETTINGS } from "../../src/config/schema.ts";
import { isValid } from "../support/json_schema.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { blockYaml, type WrittenYaml, type YamlPath } from "../support/random_yaml.ts";
import { configOf } from "../support/settings.ts";
import {
  documentWith,
  randomSetting,
  renamed,
  type SchemaPlace,
  schemaPlaces,
} from "./random_settings.ts";

type Fields = Readonly<Record<string, unknown>>;

const PLACES = schemaPlaces(SETTINGS);
/** Values of every type; at a place, those count as wrong that the JSON Schema refuses. */
const SAMPLES: readonly unknown[] = [
  5,
  -1,
  1.5,
  true,
  "no such word",
  " ",
  [],
  ["x"],
  [[]],
  {},
  { zzzzzz: 1 },
  null,
  "x".repeat(5_000),
];

function lineOf({ lines }: WrittenYaml, path: YamlPath): number | undefined {
  return lines.find(([found]) => JSON.stringify(found) === JSON.stringify(path))?.[1];
}

Deno.test("every file that the schema allows passes without a word", async () => {
  for (let seed = 0; seed < 400; seed++) {
    const random = seededRandom(seed);
    const value = randomSetting(SETTINGS, random) as Fields;
    const { text } = blockYaml(value, random);
    const { diagnostics } = await configOf(text);
    assertEquals(diagnostics.map(formatDiagnostic), [], `seed ${seed}:\n${text}`);
    assert(isValid(jsonSchema(), value), `seed ${seed}:\n${text}`);
  }
});

/** One letter more, fewer, other, or two changed round. */
function misspelt(key: string, random: Random): string {
  const at = random.below(key.length);
  const letter = random.pick([..."abcdefghijklmnopqrstuvwxyz"]);
  const [head, tail] = [key.slice(0, at), key.slice(at)];
  return random.pick([
    head + letter + tail,
    head + tail.slice(1),
    head + letter + tail.slice(1),
    head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
  ]);
}

Deno.test("every key of the schema, misspelt by one letter, is named once, on its line", async () => {
  const random = seededRandom(1);
  let count = 0;
  for (const { path, kind, siblings } of PLACES) {
    if (siblings === undefined) continue;
    const key = String(path.at(-1));
    for (let round = 0; round < 12; round++) {
      const wrong = misspelt(key, random);
      if (siblings.includes(wrong) || !/^[\w-]+$/.test(wrong)) continue;
      const right = documentWith(SETTINGS, path, randomSetting(kind, random));
      const written = blockYaml(renamed(right, path, wrong) as Fields, random);
      const { diagnostics } = await configOf(written.text);
      const all = diagnostics.map(formatDiagnostic).join("\n");
      assertEquals(diagnostics.length, 1, `${all}\n${written.text}`);
      const [flaw] = diagnostics;
      assert(["settings-unknown-key", "settings-likely-slip"].includes(flaw!.code), all);
      assertEquals(flaw?.line, lineOf(written, [...path.slice(0, -1), wrong]), written.text);
      assert(siblings.some((one) => flaw?.remedy === `Did you mean "${one}"?`), all);
      count++;
    }
  }
  assert(count > 400, `${count} misspellings tried`);
});

/** Where the flaw of a wrong value is: in it, where it is a collection that may stand there. */
function flawPath({ path, kind }: SchemaPlace, value: unknown): YamlPath {
  const isMap = kind.kind === "section" || kind.kind === "record" || kind.kind === "entries";
  if (isMap && typeof value === "object" && value !== null && "zzzzzz" in value) {
    return [...path, "zzzzzz"];
  }
  // A record may be written as the list that its short form is.
  const short = kind.kind === "record" && kind.short !== undefined ? kind.fields[kind.short] : kind;
  return short?.kind === "list" && Array.isArray(value) ? [...path, 0] : path;
}

Deno.test("every value of a wrong type or out of range is named once, on its line", async () => {
  const random = seededRandom(2);
  let count = 0;
  for (const place of PLACES) {
    const schema = schemaOf(place.kind);
    for (const value of SAMPLES) {
      const isOff = place.canBeNull && value === null;
      const isRight = isOff || isValid(schema, value);
      const written = blockYaml(documentWith(SETTINGS, place.path, value) as Fields, random);
      const { diagnostics } = await configOf(written.text);
      const all = `${diagnostics.map(formatDiagnostic).join("\n")}\n${written.text}`;
      assertEquals(diagnostics.length, isRight ? 0 : 1, all);
      if (isRight) continue;
      assertEquals(diagnostics[0]?.line, lineOf(written, flawPath(place, value)), all);
      assertEquals(diagnostics[0]?.severity, "error");
      count++;
    }
  }
  assert(count > 400, `${count} wrong values tried`);
});

Deno.test("what the schema is made into is in step with it: run deno task settings", async () => {
  const page = await Deno.readTextFile(inProject(PAGE));
  const bare = (text: string) => text.replaceAll(/-{2,}/g, "-").replaceAll(/[ \n]+/g, " ").trim();
  assertEquals(bare(page), bare(withTable(page)));
  assert(settingsTable().includes("`subagents.agents.TYPE.strategy`"));
  const published = JSON.parse(await Deno.readTextFile(inProject(SCHEMA_FILE)));
  assertEquals(published, jsonSchema());
});

Deno.test("settings that make programs run or open a gate need an approval", () => {
  assertEquals([...APPROVED_KEYS].sort(), ["agent", "breaker", "failure", "http", "judge"]);
});

Deno.test("settings shown in the documentation are right", async () => {
  let count = 0;
  for (const { name } of Deno.readDirSync(inProject("docs"))) {
    if (!name.endsWith(".md") || name === "mid-sentence.md") continue;
    const text = await Deno.readTextFile(inProject(`docs/${name}`));
    for (const [, block = ""] of text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)) {
      const isSettings = Object.keys(SETTINGS.fields).some((key) =>
        new RegExp(`^${key}:`, "m").test(block)
      );
      if (!isSettings || block.startsWith("---")) continue;
      const { diagnostics } = await configOf(block);
      assertEquals(diagnostics.map(formatDiagnostic), [], `${name}:\n${block}`);
      count++;
    }
  }
  assert(count >= 6, `${count} blocks found`);
});
