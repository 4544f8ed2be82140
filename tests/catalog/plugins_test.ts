import { assertEquals, assertMatch } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { buildCatalog } from "../../src/catalog/catalog.ts";
import { registryOf } from "../../src/catalog/registry.ts";
import { isEnabled, namesSamePlugin } from "../../src/catalog/settings.ts";
import { fakeHost } from "../support/fake_host.ts";
import type { FakeFile } from "../support/fake_files.ts";

const SKILL = "---\ncontinuation: {cooperative: true}\n---\n";

interface World {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly local?: unknown;
  readonly installed?: unknown;
  readonly files?: Record<string, string | FakeFile>;
  readonly env?: Record<string, string>;
}

/** Builds with plugin `p` in /p (its skill: s) and `q` in /q (its skill: t). */
async function build({ user, project, local, installed, files = {}, env = {} }: World) {
  const all: Record<string, string | FakeFile> = {
    "/p/skills/s/SKILL.md": SKILL,
    "/q/skills/t/SKILL.md": SKILL,
    "/code/README.md": "",
    ...files,
  };
  const put = (path: string, value: unknown) => {
    if (value !== undefined) all[path] = JSON.stringify(value);
  };
  put("/home/.claude/settings.json", user);
  put("/code/.claude/settings.json", project);
  put("/code/.claude/settings.local.json", local);
  put("/home/.claude/plugins/installed_plugins.json", installed);
  const host = fakeHost({ files: all, env: { HOME: "/home", ...env } });
  const { skills, diagnostics } = await buildCatalog(host, { projectDir: "/code" });
  return {
    names: [...registryOf(skills).entries()].map(([name]) => name).filter((name) =>
      name.includes(":")
    ),
    diagnostics: diagnostics.map(formatDiagnostic),
  };
}

const P = { installPath: "/p" };
const ON = { enabledPlugins: { "p@m": true } };
const ROWS: [about: string, world: World, names: string[], diagnostic?: RegExp][] = [
  ["the flat list", { user: { enabledPlugins: ["p"] }, installed: { p: P } }, ["p:s"]],
  ["version 1", { user: ON, installed: { version: 1, plugins: { "p@m": P } } }, ["p:s"]],
  ["version 2", { user: ON, installed: { version: 2, plugins: { "p@m": [P] } } }, ["p:s"]],
  ["a bare name for a full one", {
    user: { enabledPlugins: ["p"] },
    installed: { version: 2, plugins: { "p@m": [P] } },
  }, ["p:s"]],
  ["a full name for a bare one", { user: ON, installed: { p: P } }, ["p:s"]],
  [
    "a plugin called plugins",
    { user: { enabledPlugins: ["plugins"] }, installed: { plugins: P } },
    ["plugins:s"],
  ],
  [
    "another marketplace",
    { user: ON, installed: { "p@other": P } },
    [],
    /"p@m" is enabled but not installed/,
  ],
  ["local over project", {
    project: ON,
    local: { enabledPlugins: { "p@m": false } },
    installed: { "p@m": P },
  }, []],
  ["project over user", {
    user: { enabledPlugins: { "p@m": false } },
    project: ON,
    installed: { "p@m": P },
  }, ["p:s"]],
  ["local over user, per key", {
    user: { enabledPlugins: { "p@m": true, "q@m": true } },
    local: { enabledPlugins: { "p@m": false } },
    installed: { "p@m": P, "q@m": { installPath: "/q" } },
  }, ["q:t"]],
  ["a value that is not true", {
    user: { enabledPlugins: { "p@m": ["1.x"] } },
    installed: { "p@m": P },
  }, []],
  [
    "settings of another shape",
    { user: { enabledPlugins: "p" }, installed: { p: P } },
    [],
    /settings\.json: Cannot read "enabledPlugins": .* got string/,
  ],
  ["scope local, elsewhere", {
    user: ON,
    installed: { "p@m": { ...P, scope: "local", projectPath: "/other" } },
  }, []],
  ["scope local, here", {
    user: ON,
    installed: { "p@m": { ...P, scope: "local", projectPath: "/code" } },
  }, ["p:s"]],
  [
    "scope project without a project",
    { user: ON, installed: { "p@m": { ...P, scope: "project" } } },
    [],
    /Left out plugin "p@m": its scope "project" needs a "projectPath"/,
  ],
  ["scope managed", { user: ON, installed: { "p@m": { ...P, scope: "managed" } } }, ["p:s"]],
  [
    "an unknown scope",
    { user: ON, installed: { "p@m": { ...P, scope: "galaxy" } } },
    [],
    /unknown scope "galaxy"/,
  ],
  ["a project path through a link", {
    user: ON,
    installed: { "p@m": { ...P, scope: "project", projectPath: "/link" } },
    files: { "/link": { link: "/code" } },
  }, ["p:s"]],
  ["a project path out of reach", {
    user: ON,
    installed: { "p@m": { ...P, scope: "project", projectPath: "/closed/x" } },
    files: { "/closed": { directory: true, unreadable: true }, "/closed/x/y": "" },
  }, []],
  ["two installations, the nearer one first", {
    user: ON,
    installed: {
      version: 2,
      plugins: {
        "p@m": [{ ...P, scope: "user" }, {
          installPath: "/q",
          scope: "project",
          projectPath: "/code",
        }],
      },
    },
  }, ["p:t"]],
  [
    "a relative install path",
    { user: ON, installed: { "p@m": { installPath: "p" } } },
    [],
    /must be an absolute path: "p"/,
  ],
  [
    "an install path that is gone",
    { user: ON, installed: { "p@m": { installPath: "/gone" } } },
    [],
    /does not exist/,
  ],
  [
    "an install path that is a file",
    { user: ON, installed: { "p@m": { installPath: "/code/README.md" } } },
    [],
    /is not a directory/,
  ],
  ["no install path", { user: ON, installed: { "p@m": {} } }, [], /"installPath" must be a string/],
  ["a plugin without skills", { user: ON, installed: { "p@m": { installPath: "/code" } } }, []],
  [
    "a name that cannot be typed",
    { user: { enabledPlugins: ["p q"] }, installed: { "p q": P } },
    [],
    /its name cannot be typed/,
  ],
  ["the plugin we run from", {
    files: { "/p/.claude-plugin/plugin.json": '{"name":"own"}' },
    env: { CLAUDE_PLUGIN_ROOT: "/p" },
  }, ["own:s"]],
  ["the plugin we run from over its installed copy", {
    user: { enabledPlugins: { "p@m": true } },
    installed: { "p@m": { installPath: "/q" } },
    files: { "/p/.claude-plugin/plugin.json": '{"name":"p"}' },
    env: { CLAUDE_PLUGIN_ROOT: "/p" },
  }, ["p:s"]],
  ["a plugin root without a manifest", { env: { CLAUDE_PLUGIN_ROOT: "/p" } }, []],
];

for (const [about, world, names, diagnostic] of ROWS) {
  Deno.test(`findPlugins() knows ${about}`, async () => {
    const found = await build(world);
    assertEquals(found.names, names);
    if (diagnostic === undefined) assertEquals(found.diagnostics, []);
    else assertMatch(found.diagnostics[0] ?? "", diagnostic);
  });
}

Deno.test("isEnabled() believes the strongest file that knows the plugin", () => {
  const files = [
    { path: "local", switches: new Map([["a@m", false]]) },
    { path: "user", switches: new Map([["a", true], ["b", true]]) },
  ];
  assertEquals(["a@m", "a", "a@n", "b@m", "c"].map((id) => isEnabled(files, id)), [
    false,
    false,
    true,
    true,
    false,
  ]);
});

Deno.test("namesSamePlugin() lets a name without marketplace stand for any", () => {
  const rows: [string, string, boolean][] = [
    ["a", "a", true],
    ["a", "a@m", true],
    ["a@m", "a", true],
    ["a@m", "a@n", false],
    ["a", "b", false],
  ];
  for (const [a, b, expected] of rows) assertEquals(namesSamePlugin(a, b), expected, `${a} ${b}`);
});
