/**
 * What programs read without being told, by names that are no paths, and what of it cannot be followed.
 * ADD A PROGRAM: one row. A name counts wherever it stands in a command; `python3.12` counts as `python`.
 */

interface ProgramRow {
  /** Files it reads wherever it runs; patterns are fine. */
  readonly reads?: string;
  /** The same, where the files' words are commands in turn: rules, scripts, includes. */
  readonly rules?: string;
  /** Files that its arguments mean without being their paths. */
  readonly means?: (words: readonly string[]) => readonly string[];
  /** The end of "not followed: …". */
  readonly unseen?: string;
}

const ROWS: Readonly<Record<string, ProgramRow>> = {
  "make gmake": { rules: "Makefile makefile GNUmakefile" },
  "npm npx pnpm pnpx yarn bun bunx corepack": {
    rules: "package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs bunfig.toml",
    unseen: "packages in node_modules, and what the scripts of package.json start",
  },
  "node nodejs ts-node tsx": { means: nodeFiles, unseen: "modules that the program loads" },
  bun: { means: nodeFiles },
  deno: { reads: "deno.json deno.jsonc", unseen: "modules that the program loads" },
  "python pypy uv pipenv poetry coverage": {
    reads: "pyproject.toml setup.py sitecustomize.py",
    means: pythonModules,
    unseen: "modules that the program imports",
  },
  "pytest py.test": {
    reads: "conftest.py pytest.ini .pytest.ini pyproject.toml tox.ini setup.cfg",
    unseen: "tests, and the modules they import",
  },
  "tox nox": { rules: "tox.ini noxfile.py pyproject.toml" },
  "ruby rake bundle bundler rspec rails": {
    reads: "Rakefile rakefile Gemfile .rspec config/boot.rb",
    unseen: "files that the program requires",
  },
  "php composer": { reads: "composer.json", unseen: "files that the program includes" },
  go: { reads: "go.mod go.work", means: goFiles, unseen: "packages that are imported" },
  "cargo rustc": {
    reads: "Cargo.toml build.rs .cargo/config.toml .cargo/config rust-toolchain*",
    unseen: "sources and dependencies that are compiled, with their build scripts",
  },
  "gradle gradlew": {
    reads: "build.gradle build.gradle.kts settings.gradle settings.gradle.kts " +
      "gradle.properties gradle/wrapper/* init.gradle buildSrc/*",
    unseen: "plugins and the build files of subprojects",
  },
  "mvn mvnw": { reads: "pom.xml .mvn/* .mvn/wrapper/*", unseen: "plugins and modules" },
  "docker docker-compose podman podman-compose": {
    rules: "compose*.y*ml docker-compose*.y*ml .env Dockerfile Containerfile",
    unseen: "images, and what runs in containers",
  },
  "pre-commit prek": { rules: ".pre-commit-config.yaml", unseen: "hooks from other repositories" },
  lefthook: { rules: "lefthook.y*ml lefthook-local.y*ml" },
  husky: { rules: ".husky/*" },
  just: { rules: "justfile Justfile .justfile" },
  "task go-task": { rules: "Taskfile.y*ml taskfile.y*ml" },
  "cmake ctest ninja": { reads: "CMakeLists.txt CMakePresets.json build.ninja" },
  "bazel bazelisk": { reads: "BUILD* MODULE.bazel WORKSPACE* .bazelrc" },
  "nix nix-shell nix-build": { reads: "flake.nix shell.nix default.nix" },
  direnv: { rules: ".envrc" },
  "mise asdf": { rules: "mise.toml .mise.toml .tool-versions" },
  git: { unseen: "the repository's own git configuration, which may name programs" },
  find: { unseen: "files that it finds and hands to a program" },
  "perl lua": { unseen: "modules that the program loads" },
  "java dotnet": { unseen: "classes and packages that the program loads" },
  eval: { unseen: "what eval puts together" },
  "xargs parallel": { unseen: "files that arrive as input" },
  "ssh curl wget": { unseen: "what comes from the network" },
};

export function programRows(word: string): ProgramRow[] {
  const name = word.slice(word.lastIndexOf("/") + 1);
  const plain = name.replace(/\d[\d.]{0,8}$/, "");
  return Object.entries(ROWS).flatMap(([names, row]) =>
    names.split(" ").some((one) => one === name || one === plain) ? [row] : []
  );
}

const NODE_ENDINGS = ["js", "mjs", "cjs", "ts", "mts", "cts", "json", "node"];

/** A path without its ending, or a directory. */
function nodeFiles(words: readonly string[]): string[] {
  return words.filter((word) => !word.startsWith("-")).map((word) => word.replace(/\/$/, ""))
    .flatMap((path) => [
      ...NODE_ENDINGS.flatMap((end) => [`${path}.${end}`, `${path}/index.${end}`]),
      `${path}/package.json`,
    ]);
}

/** `a.b` as `python -m` finds it, with what it runs on the way there. */
function pythonModules(words: readonly string[]): string[] {
  return words.filter((_, index) => words[index - 1] === "-m").flatMap((name) => {
    const parts = name.split(".");
    const path = parts.join("/");
    const above = parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/__init__.py`);
    return [`${path}.py`, `${path}/__main__.py`, ...above];
  });
}

/** `go run ./cmd/x`: the files of that package. */
function goFiles(words: readonly string[]): string[] {
  return words.filter((word) => word.startsWith("."))
    .map((word) => `${word.replace(/\/(?:\.\.\.)?$/, "")}/*.go`);
}
