import { assert, assertEquals, assertMatch } from "@std/assert";
import { loadCatalog } from "../../src/catalog/load.ts";
import type { LoadedCatalog } from "../../src/catalog/load.ts";
import { type FakeHost, fakeHost, type FakeWorld } from "../support/fake_host.ts";

const SKILL = "---\nname: NAME\ncontinuation: {cooperative: true, default-exit: [/x]}\n---\n";
const TMP = { directory: true, mode: 0o1777, owner: 0 } as const;
const A = "/code/.claude/skills/a/SKILL.md";
const FILES = {
  [A]: SKILL.replace("NAME", "a"),
  "/code/.claude/skills/flawed/SKILL.md": "---\nname: b\ndescription: c: d\n---\n",
  "/home/.claude/settings.json": '{"enabledPlugins":["p"]}',
  "/home/.claude/plugins/installed_plugins.json": '{"p":{"installPath":"/p"}}',
  "/p/skills/a/SKILL.md": SKILL.replace("NAME", "a"),
  "/p/skills/__proto__/SKILL.md": SKILL.replace("NAME", "__proto__"),
  "/tmp": TMP,
};

/** A world that has been at rest for a while. */
function world(more: FakeWorld = {}): FakeHost {
  const host = fakeHost({ files: FILES, env: { HOME: "/home" }, user: 1000, ...more });
  host.advance(10_000);
  return host;
}

async function load(host: FakeHost, options = {}): Promise<LoadedCatalog> {
  host.forget();
  return await loadCatalog(host, { projectDir: "/code" }, options);
}

const isFacts = (path: string) => path.startsWith("/tmp/skillhook-facts-");

/** Pointer and snapshot. */
function cacheFiles(host: FakeHost): string[] {
  return Object.keys(host.files).filter((path) => path.startsWith("/tmp/") && !isFacts(path))
    .sort();
}

const SNAPSHOT = /^\/tmp\/continuation-registry-[0-9a-f]{16}\.json$/;
const plain = ({ registry, diagnostics, skills }: LoadedCatalog) =>
  JSON.parse(JSON.stringify({ registry: [...registry.entries()].sort(), diagnostics, skills }));
const namesOf = ({ registry }: Pick<LoadedCatalog, "registry">) =>
  [...registry.entries()].map(([name]) => name).sort();
const bareNames = (loaded: Pick<LoadedCatalog, "registry">) =>
  namesOf(loaded).filter((name) => !name.includes(":"));

Deno.test("loadCatalog() answers from its snapshot, without reading or looking for one skill", async () => {
  const host = world();
  const cold = await load(host);
  assertEquals([cold.record.cache, cold.record.reason], ["miss", "no pointer: there is none yet"]);
  assertEquals(host.calls.writeText, 3);
  host.forget();
  const warm = loadCatalog(host, { projectDir: "/code" });
  assert(!(warm instanceof Promise));
  assertEquals(warm.record.cache, "hit");
  assertEquals([host.calls.list, host.calls.realPath, host.calls.writeText, host.calls.readText], [
    0,
    0,
    0,
    2,
  ]);
  assertEquals(plain(warm), plain(cold));
  assertEquals(namesOf(warm).filter((name) => name.includes(":")), ["p:__proto__", "p:a"]);
  assertEquals(warm.skills.filter(({ exit }) => exit === undefined).map(({ path }) => path), [
    "/code/.claude/skills/flawed/SKILL.md",
  ]);
});

Deno.test("loadCatalog() writes its snapshot where the guide says", async () => {
  const host = world();
  const { record } = await load(host);
  assertMatch(record.snapshot!, SNAPSHOT);
  const file = JSON.parse(host.files[record.snapshot!]!);
  assertEquals(file.paths, Object.keys(FILES).filter((path) => path.endsWith("SKILL.md")).sort());
  assertEquals([typeof file.timestamp, typeof file.version], ["number", "number"]);
  assertEquals(file.registry.a.default_exit, ["/x"]);
  const text = new TextEncoder().encode([...file.paths, "/code"].join("\n"));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  assertMatch(record.snapshot!, new RegExp(`-${digest.slice(0, 8).toHex()}\\.json$`));
  for (const path of cacheFiles(host)) assertEquals(host.stat(path)!.mode & 0o777, 0o600);
});

/** As another program would: the directory's own times change too. */
function write(host: FakeHost, path: string): void {
  host.makeDirectory(path.slice(0, path.lastIndexOf("/")));
  host.writeText(path, SAME_SIZE);
}

const SAME_SIZE = SKILL.replace("NAME", "z");
const CHANGES: [about: string, change: (host: FakeHost) => void][] = [
  ["a skill is edited in place", (host) => host.change(A, { text: SAME_SIZE })],
  [
    "a skill is put back with an older date",
    (host) => host.change(A, { text: FILES[A], mtime: 5, ctime: 5 }),
  ],
  ["a skill disappears", (host) => host.change(A, undefined)],
  ["a skill appears", (host) => write(host, "/code/.claude/skills/n/SKILL.md")],
  [
    "a skill appears deep down",
    (host) => write(host, "/code/.claude/skills/a/b/SKILL.md"),
  ],
  [
    "the first personal skill appears",
    (host) => host.change("/home/.claude/skills/n/SKILL.md", SAME_SIZE),
  ],
  ["the settings change", (host) => host.change("/home/.claude/settings.json", "{}")],
  ["project settings appear", (host) => host.change("/code/.claude/settings.json", "{}")],
  ["local settings appear", (host) => host.change("/code/.claude/settings.local.json", "{}")],
  [
    "the installed list disappears",
    (host) => host.change("/home/.claude/plugins/installed_plugins.json", undefined),
  ],
  ["a plugin's skill changes", (host) => host.change("/p/skills/a/SKILL.md", SAME_SIZE)],
];

for (const [about, change] of CHANGES) {
  Deno.test(`loadCatalog() builds anew when ${about}`, async () => {
    const host = world();
    await load(host);
    change(host);
    host.advance(10_000);
    const after = await load(host);
    assertEquals(after.record.cache, "miss");
    assertMatch(after.record.reason, /^"\/.*" changed$/);
    assertEquals(plain(after), plain(await load(host, { noCache: true })));
    assertEquals((await load(host)).record.cache, "hit");
    assertEquals(cacheFiles(host).length, 2, "the old snapshot is removed");
  });
}

Deno.test("loadCatalog() does not trust a snapshot of a source touched within the last 2 s", async () => {
  const host = world();
  host.change(A, SAME_SIZE);
  host.advance(1_500);
  await load(host);
  host.advance(1_000);
  assertMatch((await load(host)).record.reason, /less than 2 s/);
  assertEquals((await load(host)).record.cache, "hit");
});

Deno.test("loadCatalog() trusts a source that is dated in the future", async () => {
  const host = world();
  host.change(A, { text: SAME_SIZE, mtime: host.now() + 1e9, ctime: 5 });
  host.advance(10_000);
  await load(host);
  assertEquals((await load(host)).record.cache, "hit");
});

const DAMAGES: [about: string, damage: (host: FakeHost, snapshot: string) => void][] = [
  [
    "a truncated snapshot",
    (host, path) => host.change(path, { text: host.files[path]!.slice(0, 200), mode: 0o600 }),
  ],
  ["an empty snapshot", (host, path) => host.change(path, { text: "", mode: 0o600 })],
  [
    "a foreign snapshot",
    (host, path) => host.change(path, { text: '{"registry":{}}', mode: 0o600 }),
  ],
  [
    "a snapshot of another version",
    (host, path) =>
      host.change(path, {
        text: host.files[path]!.replace('"version":', '"version":9'),
        mode: 0o600,
      }),
  ],
  ["no snapshot behind the pointer", (host, path) => host.change(path, undefined)],
  [
    "a snapshot for another project",
    (host, path) =>
      host.change(path, {
        text: host.files[path]!.replaceAll("/home/.claude", "/hame/.claude"),
        mode: 0o600,
      }),
  ],
];

for (const [about, damage] of DAMAGES) {
  Deno.test(`loadCatalog() gets over ${about}`, async () => {
    const host = world();
    const { record } = await load(host);
    damage(host, record.snapshot!);
    const after = await load(host);
    assertEquals(after.record.cache, "miss");
    assertEquals(bareNames(after), ["__proto__", "a"]);
    assertEquals((await load(host)).record.cache, "hit");
  });
}

Deno.test("loadCatalog() does not believe a pointer that leads out of the directory", async () => {
  const host = world();
  const { record } = await load(host);
  const pointer = cacheFiles(host).find((path) => path !== record.snapshot)!;
  const { key } = JSON.parse(host.files[pointer]!);
  const text = JSON.stringify({ key, snapshot: "../code/evil.json" });
  host.change(pointer, { text, mode: 0o600 });
  assertEquals((await load(host)).record.reason, "the pointer is not for this project");
});

const STRANGERS: [
  about: string,
  file: { owner?: number; mode?: number; link?: string; directory?: true },
  RegExp,
][] = [
  ["another user", { owner: 1001, mode: 0o600 }, /belongs to somebody else/],
  ["the system's user", { owner: 0, mode: 0o600 }, /belongs to somebody else/],
  ["a group that may write", { mode: 0o620 }, /others have access/],
  ["a world that may write", { mode: 0o602 }, /others have access/],
  ["a link", { link: "/code/copy.json" }, /not a regular file but a link/],
  ["a directory", { directory: true }, /not a regular file but a directory/],
];

for (const [about, file, reason] of STRANGERS) {
  Deno.test(`loadCatalog() ignores a snapshot and a pointer that come from ${about}`, async () => {
    for (const which of [0, 1]) {
      const host = world();
      await load(host);
      const path = cacheFiles(host)[which]!;
      const text = host.files[path]!;
      host.change("/code/copy.json", { text, mode: 0o600 });
      host.change(path, undefined);
      host.change(path, file.link !== undefined || file.directory ? file : { text, ...file });
      const after = await load(host);
      assertMatch(after.record.reason, reason);
      assertEquals(bareNames(after), ["__proto__", "a"]);
    }
  });
}

const DIRECTORIES: [
  about: string,
  files: Record<string, unknown>,
  env: Record<string, string>,
  RegExp,
][] = [
  ["missing", { "/tmp": undefined }, {}, /there is no directory "\/tmp"/],
  ["a file", {}, { TMPDIR: A }, /there is no directory/],
  ["not writable", { "/tmp": { ...TMP, unwritable: true } }, {}, /cannot write: EACCES/],
  ["another user's", { "/tmp": { ...TMP, owner: 1001 } }, {}, /"\/tmp" belongs to somebody else/],
  [
    "open to everybody",
    { "/tmp": { ...TMP, mode: 0o777 } },
    {},
    /everybody can replace files in "\/tmp"/,
  ],
];

for (const [about, files, env, reason] of DIRECTORIES) {
  Deno.test(`loadCatalog() works without a cache when the directory is ${about}`, async () => {
    const all = Object.entries({ ...FILES, ...files }).filter(([, file]) => file !== undefined);
    const host = world({
      files: Object.fromEntries(all) as typeof FILES,
      env: { HOME: "/home", ...env },
    });
    const { record, registry } = await load(host);
    assertEquals(record.snapshot, undefined);
    assertMatch(record.notWritten, reason);
    assertEquals(bareNames({ registry }), ["__proto__", "a"]);
  });
}

Deno.test("loadCatalog() parses only what changed, and believes no stranger's facts", async () => {
  const parsed = (host: FakeHost) =>
    host.log.filter((line) => line.startsWith("readText") && line.endsWith("SKILL.md")).length;
  const host = world();
  await load(host);
  assertEquals(parsed(host), 4);
  host.change(A, SAME_SIZE);
  host.advance(10_000);
  await load(host);
  assertEquals(parsed(host), 1);
  const facts = Object.keys(host.files).find(isFacts)!;
  const forged = host.files[facts]!.replaceAll('"/x"', '"/evil"');
  assertEquals(forged.includes("/evil"), true);
  for (const file of [{ owner: 1001, mode: 0o600 }, { mode: 0o620 }, { mode: 0o600 }]) {
    host.change(facts, undefined);
    host.change(facts, { text: forged, ...file });
    host.change("/home/.claude/settings.json", '{"enabledPlugins":["p"], "x": 1}');
    host.advance(10_000);
    const { registry } = await load(host);
    // Whoever can write our own file can write the snapshot, too.
    const isOurs = file.owner === undefined && file.mode === 0o600;
    assertEquals(registry.get("a")!.defaultExit, [isOurs ? "/evil" : "/x"]);
  }
});

Deno.test("loadCatalog() keeps contexts apart", async () => {
  const host = world();
  await load(host);
  const other = await loadCatalog(host, { projectDir: "/elsewhere" });
  assertEquals([other.record.cache, other.skills.length], ["miss", 2]);
  assertEquals((await load(host)).record.cache, "hit");
});

Deno.test("loadCatalog() with noCache touches no cache", async () => {
  const host = world();
  const { record } = await load(host, { noCache: true });
  assertEquals([record.cache, host.calls.writeText, cacheFiles(host)], ["off", 0, []]);
});

Deno.test("loadCatalog() hides secrets in a project's descriptions and says so, from the files and from the snapshot", async () => {
  const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const text = `---\nname: a\ndescription: Calls with ${token}, then ${token}.\n---\n`;
  const own = "/home/.claude/skills/own/SKILL.md";
  const host = world({ files: { ...FILES, [A]: text, [own]: text.replace(": a", ": own") } });
  const cold = await load(host);
  const warm = await load(host);
  assertEquals([cold.record.cache, warm.record.cache], ["miss", "hit"]);
  for (const { find, diagnostics } of [cold, warm]) {
    assertEquals(find("a")!.description, "Calls with ***, then ***.");
    assertEquals(find("own")!.description, `Calls with ${token}, then ${token}.`);
    const told = diagnostics.filter(({ code }) => code === "secret-masked");
    assertEquals(told.map(({ path }) => path), [A]);
  }
});
