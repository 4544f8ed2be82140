/** Links between the pages lead to files and headings that there are. */
import { assert } from "@std/assert";
import { normalize } from "@std/path/posix/normalize";
import { inProject } from "../.ci/tasks/project.ts";

const PAGES = [...pages("."), ...pages("docs"), ...pages("tests/accuracy")];

for (const page of PAGES) {
  Deno.test(`${page} links to places that there are`, () => {
    const text = Deno.readTextFileSync(inProject(page)).replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
    for (const [link, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const [path = "", heading] = target!.split("#", 2);
      const file = path === "" ? page : normalize(`${page}/../${path}`);
      const { isFile } = Deno.statSync(inProject(file));
      assert(isFile || heading === undefined, `${page}: ${link}`);
      if (heading !== undefined) assert(anchors(file).includes(heading), `${page}: ${link}`);
    }
  });
}

Deno.test("docs/README.md lists every page", () => {
  const index = Deno.readTextFileSync(inProject("docs/README.md"));
  for (const page of pages("docs")) {
    const name = page.slice("docs/".length);
    assert(name === "README.md" || index.includes(`](${name})`), page);
  }
});

/** As the web pages of a repository make them of headings. */
function anchors(file: string): string[] {
  const text = Deno.readTextFileSync(inProject(file)).replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

function pages(folder: string): string[] {
  return [...Deno.readDirSync(inProject(folder))].filter(({ name }) => name.endsWith(".md"))
    .map(({ name }) => folder === "." ? name : `${folder}/${name}`);
}
