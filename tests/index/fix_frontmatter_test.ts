/** What `lint --fix` changes in a skill's frontmatter, and that nothing else changes. */
import { assertEquals } from "@std/assert";
import { fixedSkill } from "../../src/index/fix_frontmatter.ts";
import { loadYaml } from "../../src/skill/yaml.ts";

const parseYaml = await loadYaml();

/** Frontmatter → corrected; absent: left as it is. */
const ROWS: readonly (readonly [yaml: string, fixed?: string])[] = [
  ["name: a\ndescription: Use this: always", 'name: a\ndescription: "Use this: always"'],
  ["description:  Use: now \nname: a", 'description:  "Use: now" \nname: a'],
  ['description: Say "a": b', "description: 'Say \"a\": b'"],
  ['description: It\'s "a": b', "description: 'It''s \"a\": b'"],
  ["description: C:\\x: y", "description: 'C:\\x: y'"],
  ["description: ends in a colon:", 'description: "ends in a colon:"'],
  ["allowedTools: Read", "allowed-tools: Read"],
  ["Name: a\nlicence: MIT", "name: a\nlicense: MIT"],
  ["desciption: Use: now", 'description: "Use: now"'],
  ["when_to_use: x\nargument_hint: y", "when_to_use: x\nargument-hint: y"],
  // Valid, unknown, there already, or not to be told for sure.
  ["name: a\ndescription: 'Use: now'"],
  ["description: a # b: c"],
  ["type: x\nauthor: me"],
  ["allowed_tools: Read\nallowed-tools: Bash"],
  ["allowedTools: Read\nallowed_tools: Bash"],
  ["description: a: b # c"],
  ["description: a: b\n  and more: c"],
  ["description: a: b\nother: [open"],
  ["metadata:\n  allowedTools: x"],
  ["description: |\n  allowedTools: x: y"],
];

for (const [yaml, fixed = yaml] of ROWS) {
  for (const end of ["\n", "\r\n"]) {
    const skill = (text: string) =>
      `\ufeff---\n${text}\n---\nallowedTools: a: b\n`.replaceAll("\n", end);
    Deno.test(`fixedSkill() of ${JSON.stringify(yaml)} with ${JSON.stringify(end)}`, () => {
      assertEquals(fixedSkill(skill(yaml), false, parseYaml), skill(fixed));
      assertEquals(fixedSkill(skill(fixed), false, parseYaml), skill(fixed));
    });
  }
}
