/** Where keys and items stand in YAML: the tree has the shape of what the library reads, whatever the style. */
import { assertEquals } from "@std/assert";
import { type JsonNode, offsetOf } from "../../src/base/json_tree.ts";
import { placeOf } from "../../src/base/diagnostic.ts";
import { readYamlTree } from "../../src/skill/yaml_tree.ts";
import { loadYaml, YamlError } from "../../src/skill/yaml.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { blockYaml } from "../support/random_yaml.ts";

const parseYaml = await loadYaml();

/** Text, path, and line and column of its key or item. */
const PLACES: readonly (readonly [string, readonly (string | number)[], number, number])[] = [
  ["a: 1\nb: 2\n", ["b"], 2, 1],
  ["\ufeffa: 1\n", ["a"], 1, 1],
  ["a:\r\n  b: 1\r\n  c: 2\r\n", ["a", "c"], 3, 3],
  ["a:\r  b: 1\r  c: 2\r", ["a", "c"], 3, 3],
  ["a:\n- x\n- y\nb: 1\n", ["a", 1], 3, 3],
  ["a:\n- x\n- y\nb: 1\n", ["b"], 4, 1],
  ["a:\n  - b: 1\n    c: 2\n  - d: 3\n", ["a", 0, "c"], 3, 5],
  ["a:\n  - b: 1\n    c: 2\n  - d: 3\n", ["a", 1, "d"], 4, 5],
  ["- - a: 1\n  - b\n", [0, 1], 2, 5],
  ["a: {b: 1,\n  c: [x, {d: 2}]}\n", ["a", "c", 1, "d"], 2, 11],
  ["a: [b: 1, c: 2]\n", ["a", 1, "c"], 1, 11],
  ["'it''s': 1\n\"a\\tb\": 2\n", ["a\tb"], 2, 1],
  ["'it''s': 1\n\"a\\tb\": 2\n", ["it's"], 1, 1],
  ["a: |\n  b: 1\n\n  c: 2\nd: 1\n", ["d"], 5, 1],
  ["a: >-\n\n  b: 1\nd: 1\n", ["d"], 4, 1],
  ['a: "x\n  b: 1\n  y"\nd: 1\n', ["d"], 4, 1],
  ["a: x\n  y\n  # c: 1\nd: 1\n", ["d"], 4, 1],
  ["a: b#c\n# x: 1\nd: 1 # y: 2\n", ["d"], 3, 1],
  ["a: &x\n  b: 1\nc: *x\n", ["a", "b"], 2, 3],
  ["a: &x\nc: 1\n", ["c"], 2, 1],
  ["a: &x { b: 1 }\n&y c: 1\nd: 1\n", ["d"], 3, 1],
  ["a: !!map {b: 1}\n", ["a", "b"], 1, 11],
  ["a:\nb:\n  c:\n", ["b", "c"], 3, 3],
  ["--- # x\na: 1\n...\n", ["a"], 2, 1],
  ["? a\n: 1\n? b\n: c: 2\n", ["b", "c"], 4, 3],
  ["http://x: 1\nb: a:b\nc: 1\n", ["c"], 3, 1],
  ["a: 'x: y'\nb: 1\n", ["b"], 2, 1],
  ["a: {http://x: 1, b: ::c, d: 1}\n", ["a", "d"], 1, 26],
  ['{"a":1,"b":[2,\n3]}', ["b", 1], 2, 1],
  // What is not there has the place of what is around it.
  ["a:\n  b: 1\n", ["a", "x", "y"], 1, 1],
  ["a: 1\n", ["x"], 1, 1],
];

for (const [text, path, line, column] of PLACES) {
  Deno.test(`offsetOf(${JSON.stringify(text)}, ${JSON.stringify(path)})`, () => {
    assertEquals(placeOf(text, offsetOf(readYamlTree(text).root, path) ?? 0), { line, column });
    parseYaml(text);
  });
}

/** Keys and positions, without what they hold. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
}

function treeShape(node: JsonNode): unknown {
  if (node.kind === "array") return node.items.map(treeShape);
  if (node.kind === "scalar") return null;
  return Object.fromEntries(node.members.map(({ key, value }) => [key, treeShape(value)]));
}

function randomValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? 0 : random.below(3);
  if (kind === 0) return random.pick([1, true, "word", "two words", "a: b", "# x", "", "l1\nl2\n"]);
  const keys = ["a", "b-c", "d e", "it's", "*", "./x.sh", 'q"q', "- z", "5"];
  const length = random.below(4);
  if (kind === 1) return Array.from({ length }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length }, () => [random.pick(keys), randomValue(random, depth - 1)]),
  );
}

Deno.test("readYamlTree() sees the shape that the library sees, in every style", () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const random = seededRandom(seed);
    const { text, lines } = blockYaml({ top: randomValue(random, 4) }, random);
    const value = parseYaml(text);
    const tree = readYamlTree(text).root;
    assertEquals(treeShape(tree), shape(value), `seed ${seed}:\n${text}`);
    for (const [path, line] of lines) {
      const found = placeOf(text, offsetOf(tree, path) ?? 0).line;
      assertEquals(found, line, `seed ${seed}, ${path.join(".")}:\n${text}`);
    }
  }
});

Deno.test("readYamlTree() comes to an end on hostile text, however deep", () => {
  for (const unit of ["[", "{", "- ", "a: {", "? ", "'", "&a ", "a:\n", "#", " -", "!", "|\n"]) {
    try {
      const { root } = readYamlTree(unit.repeat(64 * 1024));
      assertEquals(root.end >= 0, true, unit);
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
    }
  }
});
