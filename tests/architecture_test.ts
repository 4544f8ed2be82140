/** The rules of the house (ARCHITECTURE.md), as tests: who may import whom, where the machine may be touched, what stays in step. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { diagnosticCodes } from "../src/base/diagnostic_codes.ts";
import { EVENTS } from "../src/events/table.ts";
import { VERBS } from "./support/verbs.ts";
import { sourceFiles, withoutComments } from "./support/source_files.ts";
import { inProject } from "../.ci/tasks/project.ts";

/**
 * Which folders of `src` a folder imports from, besides itself; every row names only rows above it. The Host's
 * contract and the version are open to everybody but `base`.
 */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  host: [],
  protocol: ["base"],
  skill: ["base"],
  state: ["base", "skill"],
  catalog: ["base", "skill"],
  config: ["base", "protocol", "skill", "catalog"],
  agents: ["base", "protocol", "state", "catalog"],
  trust: ["base", "skill", "catalog", "config", "agents"],
  preprocessor: ["base", "skill", "state", "catalog", "trust"],
  budget: ["base", "skill", "config"],
  continuation: ["base", "protocol", "catalog"],
  shortcuts: ["base", "catalog", "config"],
  loader: ["base", "skill", "state", "trust", "preprocessor"],
  payload: [
    ...["base", "skill", "state", "catalog", "config", "trust", "preprocessor", "budget", "loader"],
  ],
  hooks: ["base", "protocol", "catalog", "config", "trust"],
  index: ["base", "protocol", "skill", "state", "catalog", "config", "trust", "budget", "loader"],
  progress: ["base", "continuation", "state"],
  report: ["base", "state", "catalog", "progress"],
  trace: ["base", "protocol", "state", "catalog", "config"],
  events: [
    ...["base", "protocol", "skill", "state", "catalog", "config", "budget", "continuation"],
    ...["shortcuts", "loader", "payload", "index", "progress"],
  ],
  loop: [
    ...["base", "protocol", "skill", "state", "catalog", "config", "trust", "budget", "loader"],
    ...["hooks", "index", "payload"],
  ],
  install: ["base", "state", "catalog", "agents", "events"],
  lint: ["base", "protocol", "hooks", "install"],
  doctor: [
    ...["base", "protocol", "catalog", "trust", "state", "agents", "hooks", "events", "install"],
    "lint",
  ],
};
/** The command line may import everything of `src`. */
const TOP = "cli";
const MAX_LINES = 250;
/** What other programs import: the one file that nothing of ours does. */
const LIBRARY = "src/mod.ts";

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  /** Paths of imported files of ours, from the project's root. */
  readonly imports: readonly string[];
  /** Those of them that are not imported lazily. */
  readonly statics: readonly string[];
}

const SOURCES = [...sourceFiles("src"), "main.ts"].map(read);

Deno.test("the folders import what their rows say, no less and no more", () => {
  const found = new Map<string, Set<string>>();
  for (const { path, folder, imports } of SOURCES) {
    if (folder === TOP || folder === "") continue;
    assert(folder in IMPORTS, `${path}: folder "${folder}" has no row`);
    for (const target of imports) {
      if (target === "src/version.ts" || target === "src/host/host.ts" && folder !== "base") {
        continue;
      }
      if (folderOf(target) === folder) continue;
      const isAllowed = IMPORTS[folder]!.includes(folderOf(target));
      assert(isAllowed, `${path} may not import ${target}`);
      found.set(folder, (found.get(folder) ?? new Set()).add(folderOf(target)));
    }
  }
  for (const [folder, row] of Object.entries(IMPORTS)) {
    assertEquals(
      [...found.get(folder) ?? []].sort(),
      row.toSorted(),
      `"${folder}" no longer imports all that its row names`,
    );
  }
});

Deno.test("no folder's row points upwards", () => {
  const folders = Object.keys(IMPORTS);
  for (const [at, row] of Object.values(IMPORTS).entries()) {
    assertEquals(row.filter((folder) => !folders.slice(0, at).includes(folder)), [], folders[at]);
  }
});

Deno.test("only main.ts and the library name the real hosts", () => {
  for (const { path, folder, imports } of SOURCES) {
    if (folder === "host" || path === "main.ts" || path === LIBRARY) continue;
    const hosts = imports.filter((target) =>
      folderOf(target) === "host" && target !== "src/host/host.ts"
    );
    assertEquals(hosts, [], path);
  }
});

Deno.test("handlers and verbs get the guarded host, and one verb the other", () => {
  const guards = SOURCES.filter(({ text }) => text.includes("guardHost("));
  assertEquals(guards.map(({ path }) => path).sort(), [
    "src/cli/command.ts",
    LIBRARY,
    "src/runner.ts",
    "src/trust/guarded_host.ts",
  ]);
  const handing = SOURCES.filter(({ text }) => /\.handle\(|await row\.load\(\)/.test(text));
  assertEquals(handing.map(({ path }) => path).sort(), ["src/cli/command.ts", "src/runner.ts"]);
  const rows = Object.entries(VERBS);
  assertEquals(rows.filter(([, row]) => row.readsOutside).map(([name]) => name), ["trust allow"]);
  // What begins without the guard has no call that reads a file, by its type (QuickHost).
  assertEquals(rows.filter(([, row]) => row.isQuick).map(([name]) => name), ["hooks fire"]);
});

Deno.test("no files import each other in a circle, not even for types", () => {
  const byPath = new Map(SOURCES.map((source) => [source.path, source]));
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    assert(!trail.includes(path), `circle: ${[...trail, path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const target of byPath.get(path)?.statics ?? []) visit(target, [...trail, path]);
    done.add(path);
  }
  for (const { path } of SOURCES) visit(path, []);
});

Deno.test("the machine is touched only in src/host and main.ts", () => {
  const banned =
    /\bDeno\.|\bconsole\.|\bprocess\.|\bBun\.|Date\.now|Math\.random|from "node:|new Date\(\)|\bset(?:Timeout|Interval|Immediate)\b|\bAbort(?:Signal|Controller)\b|\bperformance\.now|(?<!\.)\bfetch\b|\bWebSocket\b|\bXMLHttpRequest\b/;
  for (const { path, folder, text } of SOURCES) {
    if (folder === "host") continue;
    const line = withoutComments(text).split("\n").find((line) => banned.test(line));
    assert(line === undefined || path === "main.ts", `${path}: ${line?.trim()}`);
  }
});

Deno.test("one file calls each package module", () => {
  const callers = new Map<string, string>();
  for (const { path, text } of SOURCES) {
    for (const [, name = ""] of text.matchAll(/(?:from|import\() ?"(@std\/[^"]+)"/g)) {
      assertEquals(callers.get(name), undefined, `${path} names ${name} as well`);
      callers.set(name, path);
    }
  }
  assertEquals(callers.get("@std/yaml/parse"), "src/skill/parse_yaml.ts");
  assertEquals(callers.get("@std/front-matter/yaml"), "src/skill/parse_yaml.ts");
});

Deno.test("nothing touches node: by a static import, and dynamic imports take a literal", () => {
  for (const { path, text } of SOURCES) {
    for (const line of withoutComments(text).split("\n")) {
      assert(!/^import (?!type)[^;]*"node:/.test(line), `${path}: ${line}`);
      assert(!/\bimport\((?!")/.test(line), `${path}: ${line}`);
    }
  }
});

Deno.test("files are small, and named for one thing", () => {
  for (const { path, text } of SOURCES) {
    assert(text.split("\n").length <= MAX_LINES + 1, `${path} is over ${MAX_LINES} lines`);
    assert(/^\/\*\*/.test(text), `${path} has no header that says why it exists`);
    const name = path.slice(path.lastIndexOf("/") + 1);
    assert(/^[a-z0-9_]+\.ts$/.test(name), `${path}: snake_case`);
    const isVague = /^(utils?|helpers?|common|managers?|services?|mod|index)\.ts$/.test(name);
    assert(!isVague || path === LIBRARY, path);
  }
});

Deno.test("what is exported is used by the program", () => {
  const words = SOURCES.map(({ path, text }) => ({
    path,
    words: new Set(withoutComments(text).match(/\w+/g)),
  }));
  for (const { path, text } of SOURCES) {
    if (path === LIBRARY) continue;
    const plain = withoutComments(text);
    for (
      const [, name] of plain.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)
    ) {
      const isImported = words.some((other) => other.path !== path && other.words.has(name!));
      // A test may look at what the file itself goes on from.
      const isUsedHere = plain.split(new RegExp(`\\b${name}\\b`)).length > 2;
      assert(isImported || isUsedHere, `${path}: nothing uses "${name}"`);
    }
  }
});

Deno.test("every file of src is reached from main.ts, but for the library", () => {
  const byPath = new Map(SOURCES.map((source) => [source.path, source]));
  const reached = new Set(["main.ts", LIBRARY]);
  for (const path of reached) {
    for (const target of byPath.get(path)?.imports ?? []) reached.add(target);
  }
  assertEquals(SOURCES.map(({ path }) => path).filter((path) => !reached.has(path)), []);
});

Deno.test("std packages come by their subpaths", () => {
  for (const { path, text } of SOURCES) {
    for (
      const [, specifier] of withoutComments(text).matchAll(/(?:from |import\()"(@std\/[^"]+)"/g)
    ) {
      assert(specifier!.split("/").length > 2, `${path}: ${specifier}`);
      assert(!/^@std\/path\/(?!posix\/|windows\/)/.test(specifier!), `${path}: ${specifier}`);
    }
  }
});

Deno.test("hooks.json and the event table are in step", () => {
  const { hooks } = JSON.parse(Deno.readTextFileSync(inProject("hooks.json")));
  assertEquals(Object.keys(hooks).sort(), Object.keys(EVENTS).sort());
  for (const [event, { deadlineMs, timeoutS, matcher }] of Object.entries(EVENTS)) {
    assertEquals(hooks[event].length, 1, event);
    const [group] = hooks[event];
    assertEquals(group.matcher, matcher, event);
    const [{ type, command, args, timeout }] = group.hooks;
    assertEquals([type, command, args], ["command", "${CLAUDE_PLUGIN_ROOT}/bin/skillhook", [
      "hook",
    ]]);
    assertEquals(timeout, timeoutS, event);
    assert(timeout * 1000 > deadlineMs, `${event}: the agent must not give up before we do`);
  }
});

Deno.test("every code of a diagnostic is kebab-case and used somewhere", () => {
  const all = SOURCES.filter(({ path }) => path !== "src/base/diagnostic_codes.ts")
    .map(({ text }) => text).join("\n");
  for (const code of diagnosticCodes().keys()) {
    assertMatch(code, /^[a-z]+(?:-[a-z]+)*$/);
    assert(all.includes(`"${code}"`), code);
  }
});

/** What would make a decision out of words for people. */
const BRANCHES =
  /\bmessage\)?\s*\.(?:startsWith|endsWith|includes|indexOf|match|search|split)\(|\.(?:test|exec)\((?:\w+\.)?message\)|\bmessage ===? (["`'])(?!\1)/;

Deno.test("nothing branches on a message's words", () => {
  const found = SOURCES.flatMap(({ path, text }) =>
    text.split("\n").filter((line) => BRANCHES.test(line)).map((line) => `${path}: ${line.trim()}`)
  );
  // What other programs throw has only words.
  assertEquals(found.filter((line) => !/\berror\.message\b/.test(line)), []);
});

function read(path: string): Source {
  const text = Deno.readTextFileSync(inProject(path));
  const statics = specifiers(text, /\bfrom "(\.[^"]+\.ts)"/g).map((found) => resolve(path, found));
  const lazy = specifiers(text, /\bimport\("(\.[^"]+)"/g).map((found) => resolve(path, found));
  return { path, folder: folderOf(path), text, imports: [...statics, ...lazy], statics };
}

function specifiers(text: string, pattern: RegExp): string[] {
  return [...withoutComments(text).matchAll(pattern)].map(([, found]) => found!);
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function folderOf(path: string): string {
  const parts = path.split("/");
  return parts[0] === "src" && parts.length > 2 ? parts[1]! : "";
}
