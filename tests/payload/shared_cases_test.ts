/** The shared cases of token injection and of the transport, at function level and through the verbs. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { valuesFromJson } from "../../src/payload/given_values.ts";
import { checkValues, topicSlug } from "../../src/payload/known_values.ts";
import { fakeHost } from "../support/fake_host.ts";
import { sharedCases } from "../support/shared.ts";
import { verb } from "../support/verb.ts";

const nextVerb = verb("chain next");
const resolveVerb = verb("agent resolve");
const spawnVerb = verb("agent spawn");

const SKILL = "---\nname: x\ndescription: d\n---\n\n# X\n";

const tokens = sharedCases("token_injection.json");
for (const row of tokens?.inject ?? []) {
  Deno.test(`resolveVerb() meets shared case ${row.id}`, async () => {
    const files = { "/code/values.json": JSON.stringify(row.values) };
    const host = fakeHost({ files, stdin: row.text });
    const { stdout, stderr, code } = await resolveVerb(["-", "--values", "values.json"], host);
    assertEquals([stdout, code], [row.expected, 0]);
    for (const name of row.unresolved ?? []) assertStringIncludes(stderr, name);
    if (row.unresolved === undefined) assertEquals(stderr, "");
  });
}
for (const row of tokens?.validate_required ?? []) {
  Deno.test(`checkValues() meets shared case ${row.id}`, async () => {
    const values = valuesFromJson(row.values);
    if ("problem" in values) throw new TypeError(values.problem);
    assertEquals(checkValues(values).fatal.length > 0, row.expected.exit === 6);
    const host = fakeHost({
      files: {
        "/code/values.json": JSON.stringify(row.values),
        "/code/.claude/skills/x/SKILL.md": SKILL,
      },
      stdin: JSON.stringify({ id: "T1", title: "Test", skills: ["x"] }),
    });
    const { stdout, stderr, code } = await spawnVerb(["-", "--values", "values.json"], host);
    assertEquals(code, row.expected.exit, stderr);
    assertEquals(stdout === "", code !== 0);
    for (const mention of row.expected.mentions ?? []) assertStringIncludes(stderr, mention);
  });
}
for (const [index, row] of (tokens?.verify_resolved ?? []).entries()) {
  Deno.test(`resolveVerb() meets shared strictness case ${index + 1}`, async () => {
    const args = row.strict ? ["-", "--strict"] : ["-"];
    const { stdout, stderr, code } = await resolveVerb(args, fakeHost({ stdin: row.text }));
    assertEquals([code, stdout], [row.expected_exit, row.strict ? "" : row.text]);
    assertStringIncludes(stderr, row.strict ? "Unresolved tokens: BAR, FOO" : "{{FOO}}");
  });
}
for (const [index, row] of (tokens?.topic_slug ?? []).entries()) {
  Deno.test(`topicSlug() meets shared case ${index + 1}`, () => {
    assertEquals(topicSlug(row.title, "T1"), row.slug);
  });
}

Deno.test("topicSlug() takes accents off letters and keeps whole words", () => {
  assertEquals(topicSlug("\u00dcn\u00efcode T\u00edtulo", "T1"), "unicode-titulo");
  assertEquals(topicSlug("\u6f22\u5b57", "T1"), "task-T1");
});

for (const { id, input, expected } of sharedCases("consumption.json")?.cases ?? []) {
  Deno.test(`nextVerb() meets shared case ${id}`, async () => {
    const { stdout } = await nextVerb(["--json", "-"], fakeHost({ stdin: input }));
    const { args, target, remainder } = JSON.parse(stdout);
    assertEquals(target, expected.target);
    const list = remainder.length === 0 ? null : `[CONTINUATION: ${remainder.join(", ")}]`;
    assertEquals(list, expected.remainder);
    if (expected.args_before_marker !== null) assertEquals(args, expected.args_before_marker);
  });
}
