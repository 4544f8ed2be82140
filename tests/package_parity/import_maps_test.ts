/**
 * The packages come from JSR or, where only an npm registry can be reached, from npm. Both import
 * maps must offer what a source file names; the tables beside this file hold under either.
 */
import { assertExists, assertMatch } from "@std/assert";

Deno.test("the two import maps offer every package module that a source file names", async () => {
  const npm = await readImports("../../.ci/npm/import_map.json");
  const jsr = await readImports("../../deno.json");
  for (const [name, target] of Object.entries(jsr)) {
    assertMatch(target, new RegExp(`^jsr:${name}@\\d+\\.\\d+\\.\\d+$`));
  }
  for (const [name, target] of Object.entries(npm)) {
    assertMatch(target, /^\.\/\w+\.ts$/);
    assertExists(jsr[packageOf(name)], name);
  }
  for await (const [file, specifier] of namedModules()) {
    assertExists(npm[specifier], `${file} names ${specifier}, which is not in the npm map`);
    assertExists(jsr[packageOf(specifier)], `${file} names ${specifier}: not in deno.json`);
  }
});

async function readImports(path: string): Promise<Record<string, string>> {
  return JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url))).imports;
}

function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, 2).join("/");
}

/** Every [file, specifier] where a file of ours imports from `@std`. */
async function* namedModules(): AsyncGenerator<[string, string]> {
  for (const place of ["../../main.ts", "../../src/", "../../tests/"]) {
    for await (const url of sourceFiles(new URL(place, import.meta.url))) {
      const text = await Deno.readTextFile(url);
      for (const match of text.matchAll(/(?:from|import\()\s*"(@std\/[^"]+)"/g)) {
        yield [url.pathname, match[1] ?? ""];
      }
    }
  }
}

async function* sourceFiles(url: URL): AsyncGenerator<URL> {
  if (url.pathname.endsWith(".ts")) yield url;
  if (!url.pathname.endsWith("/")) return;
  for await (const entry of Deno.readDir(url)) {
    yield* sourceFiles(new URL(entry.name + (entry.isDirectory ? "/" : ""), url));
  }
}
