/** Which files of a project a command names: one row per way to name one. */
import { assert, assertEquals } from "@std/assert";
import { projectBoundary } from "../../src/trust/project_boundary.ts";
import { followCommand } from "../../src/trust/referenced_files.ts";
import { fakeHost } from "../support/fake_host.ts";

const SKILL = "/p/.claude/skills/x/SKILL.md";
const host = fakeHost({
  files: {
    [SKILL]: "",
    "/p/.claude/skills/x/own.sh": "",
    "/p/.claude/bin/tool": "",
    "/p/a.sh": "",
    "/p/dir/b.sh": "",
    "/p/dir/a b.sh": "",
    "/p/Makefile": "",
    "/p/package.json": "",
    "/p/rules.mk": "include deep.mk",
    "/p/deep.mk": "all:\n\tsh dir/b.sh\n",
    "/p/mk/Makefile": "-include ../rules.mk\n",
    "/p/web/package.json": '{"scripts": {"build": "node tools/build", "x": "./a.sh -q"}}',
    "/p/web/tools/build.mjs": "",
    "/p/tools/run/index.ts": "",
    "/p/py/__init__.py": "",
    "/p/py/job.py": "",
    "/p/py/pack/__main__.py": "",
    "/p/conftest.py": "",
    "/p/go/go.mod": "",
    "/p/go/cmd/x/main.go": "",
    "/p/go/cmd/x/more.go": "",
    "/p/rust/Cargo.toml": "",
    "/p/rust/build.rs": "",
    "/p/rust/.cargo/config.toml": "",
    "/p/jvm/gradlew": "",
    "/p/jvm/build.gradle.kts": "",
    "/p/jvm/gradle/wrapper/gradle-wrapper.jar": "",
    "/p/box/compose.yaml": "services: {x: {build: {dockerfile: docker/X.Dockerfile}}}",
    "/p/box/docker/X.Dockerfile": "",
    "/p/lint/.pre-commit-config.yaml": "repos: [{repo: local, hooks: [{entry: ./local.sh}]}]",
    "/p/lint/local.sh": "",
    "/p/[odd]/c.sh": "",
    "/p/out": { link: "/elsewhere/c.sh" },
    "/elsewhere/c.sh": "",
    "/elsewhere/in": { link: "/p/a.sh" },
  },
});

/** Programs that read files by other names than their paths, or without any. */
const PROGRAMS: readonly [command: string, files: readonly string[]][] = [
  ["make -C mk", ["/p/Makefile", "/p/deep.mk", "/p/dir/b.sh", "/p/mk/Makefile", "/p/rules.mk"]],
  ["cd web && npm run build", [
    ...["/p/a.sh", "/p/package.json", "/p/web/package.json", "/p/web/tools/build.mjs"],
  ]],
  ["node tools/run", ["/p/tools/run/index.ts"]],
  ["python3 -m py.job", ["/p/py/__init__.py", "/p/py/job.py"]],
  ["python3.12 -m py.pack", ["/p/py/__init__.py", "/p/py/pack/__main__.py"]],
  ["pytest -q", ["/p/conftest.py"]],
  ["cd go; go run ./cmd/x", ["/p/go/cmd/x/main.go", "/p/go/cmd/x/more.go", "/p/go/go.mod"]],
  ["cargo build --manifest-path rust/Cargo.toml; ls rust", [
    ...["/p/rust/.cargo/config.toml", "/p/rust/Cargo.toml", "/p/rust/build.rs"],
  ]],
  ["cd jvm && ./gradlew test", [
    "/p/jvm/build.gradle.kts",
    "/p/jvm/gradle/wrapper/gradle-wrapper.jar",
    "/p/jvm/gradlew",
  ]],
  ["cd box && docker compose up", ["/p/box/compose.yaml", "/p/box/docker/X.Dockerfile"]],
  ["(cd lint; pre-commit run)", ["/p/lint/.pre-commit-config.yaml", "/p/lint/local.sh"]],
  ["cat dir/*.sh", ["/p/dir/a b.sh", "/p/dir/b.sh"]],
  ["cd '[odd]' && sh ?.sh", ["/p/[odd]/c.sh", "/p/a.sh"]],
  ["sh {a,dir/b}.sh", ["/p/a.sh", "/p/dir/b.sh"]],
];

const UNSEEN: readonly [command: string, notes: readonly string[]][] = [
  ["sh a.sh", []],
  ["python3 -m py.job", ["modules that the program imports"]],
  ["npm test", ["packages in node_modules, and what the scripts of package.json start"]],
  ['$tool --x; sh "$dir/x.sh" "$HOME/y"', [
    'what "$tool" stands for',
    'what "$dir/x.sh" stands for',
  ]],
  ['eval "$x"', ["what eval puts together"]],
  ["git status", ["the repository's own git configuration, which may name programs"]],
];

const ROWS: readonly [command: string, files: readonly string[]][] = [
  ["git status", []],
  ["./a.sh", ["/p/a.sh"]],
  ["sh a.sh|wc;x", ["/p/a.sh"]],
  ["x=$(sh ./dir/b.sh)", ["/p/dir/b.sh"]],
  ['"dir/b.sh" --x', ["/p/dir/b.sh"]],
  ['"dir/a b.sh"', ["/p/dir/a b.sh"]],
  ["dir/a\\ b.sh", ["/p/dir/a b.sh"]],
  ["di'r/b'.sh", ["/p/dir/b.sh"]],
  ["cd dir && ./b.sh", ["/p/dir/b.sh"]],
  ["node --require=./a.sh", ["/p/a.sh"]],
  ["/p/dir/../a.sh", ["/p/a.sh"]],
  ['"${CLAUDE_PROJECT_DIR}/a.sh"', ["/p/a.sh"]],
  ['"${CLAUDE_SKILL_DIR}/own.sh"', ["/p/.claude/skills/x/own.sh"]],
  ["${CLAUDE_PLUGIN_ROOT}/bin/tool", ["/p/.claude/bin/tool"]],
  ["./own.sh", ["/p/.claude/skills/x/own.sh"]],
  ["$CLAUDE_PROJECT_DIR/a.sh", ["/p/a.sh"]],
  ['"$PWD"/dir/b.sh', ["/p/dir/b.sh"]],
  ['sh "$(git rev-parse --show-toplevel)/a.sh"', ["/p/a.sh"]],
  ["make report", ["/p/Makefile"]],
  ["x && npm run y", ["/p/package.json"]],
  ["sh out", ["/elsewhere/c.sh"]],
  ["sh /elsewhere/in", ["/p/a.sh"]],
  ["sh /elsewhere/c.sh", []],
  ["sh dir", []],
  ["if true; then\n  sh a.sh\nfi # dir/b.sh", ["/p/a.sh", "/p/dir/b.sh"]],
];

for (const [command, files] of [...ROWS, ...PROGRAMS]) {
  Deno.test(`followCommand() finds what ${JSON.stringify(command)} reads`, () => {
    assertEquals(followCommand(host, command, SKILL, projectBoundary(host, "/p")).paths, files);
  });
}

for (const [command, notes] of UNSEEN) {
  Deno.test(`followCommand() says what of ${JSON.stringify(command)} it cannot follow`, () => {
    assertEquals(followCommand(host, command, SKILL, projectBoundary(host, "/p")).notes, notes);
  });
}

Deno.test("followCommand() says that a pattern names too many files", () => {
  const names = Array.from({ length: 502 }, (_, index) => [`/p/many/${index}.sh`, ""]);
  const crowd = fakeHost({ files: { [SKILL]: "", ...Object.fromEntries(names) } });
  const { paths, notes } = followCommand(crowd, "cat many/*", SKILL, projectBoundary(crowd, "/p"));
  assertEquals([paths.length, notes], [500, ['"many/*" beyond the first 500 files that it names']]);
});

for (const ending of ["sh", "mk"]) {
  Deno.test(`followCommand() reads 32 rules and scripts, and says so: *.${ending}`, () => {
    const names = Array.from({ length: 40 }, (_, index) => `/p/s${index}.${ending}`);
    const all = names.map((name) => name.slice(3)).join(" ");
    const files = Object.fromEntries(names.map((name) => [name, `all:\n\t${all}\n`]));
    const crowd = fakeHost({ files: { [SKILL]: "", "/p/Makefile": all, ...files } });
    const { paths, notes } = followCommand(crowd, "make", SKILL, projectBoundary(crowd, "/p"));
    assertEquals([paths.length, notes], [41, ["rules and scripts beyond 32 files"]]);
    assert(crowd.calls.readBytes <= 3 * 32, `${crowd.calls.readBytes} reads`);
  });
}

Deno.test("followCommand() reads a script again that it met too deep to follow", () => {
  const nested = fakeHost({
    files: {
      [SKILL]: "",
      "/p/Makefile": "sh a.sh\nsh b.sh\n",
      "/p/a.sh": "sh b.sh",
      "/p/b.sh": "sh c.sh",
      "/p/c.sh": "sh d.sh",
      "/p/d.sh": "",
    },
  });
  const { paths } = followCommand(nested, "make", SKILL, projectBoundary(nested, "/p"));
  assertEquals(paths, ["/p/Makefile", "/p/a.sh", "/p/b.sh", "/p/c.sh", "/p/d.sh"]);
});
