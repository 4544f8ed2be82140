/** The cache on a real file system with either real host: times survive JSON, and a forged date is noticed. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { denoHost } from "../../src/host/deno.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeHost } from "../../src/host/node.ts";
import { loadCatalog } from "../../src/catalog/load.ts";
import { eventually } from "../support/eventually.ts";
import { newFolder } from "../support/folder.ts";

const HOSTS: [name: string, host: Host][] = [["denoHost", denoHost()], ["nodeHost", nodeHost()]];
/** Files this old are trusted; the host's clock is ahead instead of a test that waits. */
const SETTLED_MS = 2_100;

function skill(name: string): string {
  return `---\nname: ${name}\ncontinuation: {cooperative: true}\n---\n`;
}

function makeWorld(): string {
  const root = newFolder();
  for (const name of ["tmp", "home", "code/.claude/skills/a", "code/.claude/skills/b"]) {
    Deno.mkdirSync(`${root}/${name}`, { recursive: true, mode: 0o755 });
  }
  Deno.writeTextFileSync(`${root}/code/.claude/skills/a/SKILL.md`, skill("a"));
  Deno.writeTextFileSync(`${root}/code/.claude/skills/b/SKILL.md`, skill("b"));
  return root;
}

function loaderIn(root: string, real: Host) {
  const env: Record<string, string> = { HOME: `${root}/home`, TMPDIR: `${root}/tmp` };
  const host: Host = { ...real, env: (name) => env[name], now: () => real.now() + SETTLED_MS };
  return async () => {
    const { registry, record } = await loadCatalog(host, { projectDir: `${root}/code` });
    return { names: [...registry.entries()].map(([name]) => name).join(), ...record };
  };
}

const worlds = HOSTS.map(([name, host]) => ({ name, root: makeWorld(), host }));

for (const { name, root, host } of worlds) {
  Deno.test(`loadCatalog() on ${name} notices an edit that keeps size and date`, async () => {
    const load = loaderIn(root, host);
    try {
      const first = await Promise.all(Array.from({ length: 10 }, load));
      assertEquals(new Set(first.map(({ names }) => names)), new Set(["a,b"]));
      assertEquals((await load()).cache, "hit");
      const path = `${root}/code/.claude/skills/b/SKILL.md`;
      const { atime, mtime, ctime } = Deno.statSync(path);
      // The clock of a file system ticks: an edit within one tick is what being settled is about.
      const edited = await eventually(() => {
        Deno.writeTextFileSync(path, skill("c"));
        Deno.utimeSync(path, atime!, mtime!);
        return Deno.statSync(path).ctime! > ctime!;
      });
      assert(edited);
      const after = await load();
      assertEquals([after.cache, after.names], ["miss", "a,b,c"]);
      assertMatch(after.reason, /b\/SKILL\.md" changed$/);
      const left = [...Deno.readDirSync(`${root}/tmp`)].map((entry) => entry.name).sort();
      assertEquals(left.length, 3, left.join());
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });
}
