/** The rules of the house (ARCHITECTURE.md), as tests: who may import whom, where the machine may be touched, what stays in step. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { DIAGNOSTIC_CODES } from "../src/base/diagnostic_codes.ts";
import { EVENTS } from "../src/events/table.ts";

/** Which folders of `src` a folder may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  host: [],
  protocol: ["base"],
  skill: ["base", "host"],
  catalog: ["skill", "base", "host"],
  config: ["skill", "catalog", "base", "host"],
  // The scanner is the preprocessor's; the judge reads with it what it judges.
  trust: ["preprocessor", "catalog", "skill", "base", "host", "config"],
  preprocessor: ["trust", "catalog", "skill", "base", "host", "config"],
  budget: ["skill", "base", "host", "config", "protocol"],
  continuation: ["catalog", "base", "protocol"],
  shortcuts: ["catalog", "config", "base"],
  loader: [
    "skill",
    "catalog",
    "preprocessor",
    "trust",
    "budget",
    "config",
    "base",
    "host",
    "protocol",
  ],
  payload: [
    "budget",
    "loader",
    "skill",
    "preprocessor",
    "trust",
    "config",
    "catalog",
    "continuation",
    "base",
    "host",
  ],
  hooks: ["protocol", "trust", "config", "catalog", "skill", "base", "host"],
  index: [
    ...["loader", "catalog", "preprocessor", "trust", "budget", "config", "skill"],
    ...["base", "host", "protocol"],
  ],
  report: ["loader", "catalog", "skill", "base", "host"],
  corpus: ["continuation", "shortcuts", "catalog", "base", "host"],
  install: ["events", "catalog", "loader", "skill", "base", "host"],
  trace: ["loader", "catalog", "skill", "protocol", "base", "host"],
  doctor: [
    ...[
      "install",
      "events",
      "hooks",
      "loader",
      "trust",
      "shortcuts",
      "catalog",
      "config",
    ],
    ...["skill", "protocol", "base", "host"],
  ],
};
/** These may import everything of `src`. */
const TOP = ["events", "cli"];
const ROOT = new URL("../", import.meta.url);
const MAX_LINES = 250;

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  /** Paths of imported files of ours, from the project's root. */
  readonly imports: readonly string[];
}

const SOURCES = [...walk("src"), "main.ts"].map(read);

Deno.test("every import keeps to the import rules", () => {
  for (const { path, folder, imports } of SOURCES) {
    if (TOP.includes(folder) || folder === "") continue;
    const allowed = [folder, ...MAY_IMPORT[folder] ?? []];
    assert(folder in MAY_IMPORT, `${path}: folder "${folder}" has no import rule`);
    for (const target of imports) {
      // The host's contract and the version are open to everybody; the two hosts are for main.ts alone.
      if (target === "src/version.ts" || target === "src/host/host.ts" && folder !== "base") {
        continue;
      }
      assert(allowed.includes(folderOf(target)), `${path} may not import ${target}`);
    }
  }
});

Deno.test("only main.ts names the real hosts", () => {
  for (const { path, folder, imports } of SOURCES) {
    if (folder === "host" || path === "main.ts") continue;
    const hosts = imports.filter((target) =>
      folderOf(target) === "host" && target !== "src/host/host.ts"
    );
    assertEquals(hosts, [], path);
  }
});

Deno.test("no files import each other in a circle", () => {
  const byPath = new Map(SOURCES.map((source) => [source.path, source]));
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    assert(!trail.includes(path), `circle: ${[...trail, path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const target of staticImports(byPath.get(path))) visit(target, [...trail, path]);
    done.add(path);
  }
  for (const { path } of SOURCES) visit(path, []);
});

Deno.test("the machine is touched only in src/host and main.ts", () => {
  const banned =
    /\bDeno\.|\bconsole\.|\bprocess\.|\bBun\.|Date\.now|Math\.random|from "node:|new Date\(\)|\bset(?:Timeout|Interval|Immediate)\b|\bAbort(?:Signal|Controller)\b|\bperformance\.now|(?<!\.)\bfetch\b|\bWebSocket\b|\bXMLHttpRequest\b/;
  for (const { path, folder, text } of SOURCES) {
    if (folder === "host") continue;
    const line = code(text).split("\n").find((line) => banned.test(line));
    assert(line === undefined || path === "main.ts", `${path}: ${line?.trim()}`);
  }
});

Deno.test("nothing touches node: by a static import, and dynamic imports take a literal", () => {
  for (const { path, text } of SOURCES) {
    for (const line of code(text).split("\n")) {
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
    assert(!/^(utils?|helpers?|common|managers?|services?|mod|index)\.ts$/.test(name), path);
  }
});

Deno.test("std packages come by their subpaths", () => {
  for (const { path, text } of SOURCES) {
    for (const [, specifier] of code(text).matchAll(/(?:from |import\()"(@std\/[^"]+)"/g)) {
      assert(specifier!.split("/").length > 2, `${path}: ${specifier}`);
      assert(!/^@std\/path\/(?!posix\/|windows\/)/.test(specifier!), `${path}: ${specifier}`);
    }
  }
});

Deno.test("hooks.json and the event table are in step", () => {
  const { hooks } = JSON.parse(Deno.readTextFileSync(new URL("hooks.json", ROOT)));
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
  for (const code of Object.keys(DIAGNOSTIC_CODES)) {
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

function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(`${folder}/`, ROOT))) {
    if (isDirectory) yield* walk(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}

function read(path: string): Source {
  const text = Deno.readTextFileSync(new URL(path, ROOT));
  const specifiers = [...code(text).matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, found]) =>
    found!
  );
  return {
    path,
    folder: folderOf(path),
    text,
    imports: specifiers.map((found) => resolve(path, found)),
  };
}

/** Imports that load at once: types and lazy imports make no circle at run time. */
function staticImports(source: Source | undefined): string[] {
  if (source === undefined) return [];
  const found = [
    ...code(source.text).matchAll(/^(?:import|export) (?!type )[^;]*? from "(\.[^"]+)"/gm),
  ];
  return found.map(([, specifier]) => resolve(source.path, specifier!));
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function folderOf(path: string): string {
  const parts = path.split("/");
  return parts[0] === "src" && parts.length > 2 ? parts[1]! : "";
}

/** The text without comments, so that prose may name what code may not. */
function code(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
