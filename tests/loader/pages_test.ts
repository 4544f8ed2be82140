import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { PAGE_LIMIT, pageCommand, showPage, splitPages } from "../../src/loader/load_skill.ts";

const SECTION = "# Title\n\n" + "A sentence of some length. ".repeat(30) + "\n\n";
const FENCED = "```sh\n# no title\n" + "echo\n".repeat(600) + "```\n\n";

Deno.test("splitPages() cuts before headings and loses nothing", () => {
  const text = SECTION.repeat(40);
  const pages = splitPages(text, 8_000);
  assertEquals(pages.join(""), text);
  for (const page of pages) assert(page.length <= 8_000 && page.startsWith("# Title"));
});

Deno.test("splitPages() does not take a comment in a fence for a heading", () => {
  const text = "# A\n\n" + "x\n".repeat(2_900) + FENCED + "y\n".repeat(2_000);
  for (const page of splitPages(text, 8_000).slice(1)) assert(!page.startsWith("# no title"));
});

Deno.test("splitPages() cuts a text without edges between characters", () => {
  for (const text of ["x".repeat(20_001), "😀".repeat(10_001), "x" + "😀".repeat(10_001)]) {
    const pages = splitPages(text, 8_000);
    assertEquals(pages.join(""), text);
    for (const page of pages) assert(page.length <= 8_000 && page.isWellFormed());
  }
});

Deno.test("showPage() says how to get the next page, and which is the last", () => {
  const text = SECTION.repeat(20);
  const command = (page: number) => `skillhook load x --page ${page}`;
  const first = showPage(text, 1, command);
  assert(typeof first === "string" && first.length <= PAGE_LIMIT);
  assertStringIncludes(first, "page 1 of 3; the text goes on");
  assertStringIncludes(first, "skillhook load x --page 2");
  assertStringIncludes(String(showPage(text, 3, command)), "[skillhook: page 3, the last one]");
  assertEquals(showPage(text, 4, command), { pages: 3 });
  assertEquals(showPage("short\n", 1, command), "short");
  assertEquals(showPage("short\n", 2, command), { pages: 1 });
});

Deno.test("pageCommand() leaves out a project's path that would not fit beside a page", () => {
  const skill = {
    name: "a",
    qualified: "a",
    skillsDir: "/p/.claude/skills",
    directory: "/p/.claude/skills/a",
    textPath: "/p/.claude/skills/a/SKILL.md",
    pluginRoot: undefined,
  };
  const command = (projectDir: string) =>
    pageCommand({ skill, session: "s1", agent: undefined, projectDir }, 2);
  assertEquals(
    command("/my code"),
    "skillhook load a --page 2 --session s1 --project '/my code'",
  );
  assertEquals(command(`/${"x".repeat(2_000)}`), "skillhook load a --page 2 --session s1");
});
