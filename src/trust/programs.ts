/**
 * What programs read without being told, by names that are no paths, and what of it cannot be followed.
 * ADD A PROGRAM: one row. A name counts wherever it stands in a command; `python3.12` counts as `python`.
 */

interface ProgramRow {
  readonly names: readonly string[];
  /** Files it reads wherever it runs; patterns are fine. */
  readonly reads?: readonly string[];
  /** Whether the words of these files are commands in turn: rules, scripts, includes. */
  readonly follows?: true;
  /** Files that its arguments mean without being their paths. */
  readonly means?: (words: readonly string[]) => readonly string[];
  /** What stays unseen, as the end of "not followed: …". */
  readonly unseen?: string;
}

const ROWS: readonly ProgramRow[] = [
  {
    names: ["make", "gmake"],
    reads: ["Makefile", "makefile", "GNUmakefile"],
    follows: true,
  },
  {
    names: ["npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx", "corepack"],
    reads: ["package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "bunfig.toml"],
    follows: true,
    unseen: "packages in node_modules, and what the scripts of package.json start",
  },
  {
    names: ["node", "nodejs", "ts-node", "tsx"],
    means: (words) => words.flatMap(nodeFiles),
    unseen: "modules that the program loads",
  },
  { names: ["bun"], means: (words) => words.flatMap(nodeFiles) },
  { names: ["deno"], reads: ["deno.json", "deno.jsonc"], unseen: "modules that the program loads" },
  {
    names: ["python", "pypy", "uv", "pipenv", "poetry", "coverage"],
    reads: ["pyproject.toml", "setup.py", "sitecustomize.py"],
    means: (words) =>
      words.flatMap((word, index) => words[index - 1] === "-m" ? modules(word) : []),
    unseen: "modules that the program imports",
  },
  {
    names: ["pytest", "py.test"],
    reads: ["conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"],
    unseen: "tests, and the modules they import",
  },
  { names: ["tox", "nox"], reads: ["tox.ini", "noxfile.py", "pyproject.toml"], follows: true },
  {
    names: ["ruby", "rake", "bundle", "bundler", "rspec", "rails"],
    reads: ["Rakefile", "rakefile", "Gemfile", ".rspec", "config/boot.rb"],
    unseen: "files that the program requires",
  },
  {
    names: ["php", "composer"],
    reads: ["composer.json"],
    unseen: "files that the program includes",
  },
  {
    names: ["go"],
    reads: ["go.mod", "go.work"],
    means: (words) => words.flatMap(goFiles),
    unseen: "packages that are imported",
  },
  {
    names: ["cargo", "rustc"],
    reads: ["Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config", "rust-toolchain*"],
    unseen: "sources and dependencies that are compiled, with their build scripts",
  },
  {
    names: ["gradle", "gradlew"],
    reads: [
      ...["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
      ...["gradle.properties", "gradle/wrapper/*", "init.gradle", "buildSrc/*"],
    ],
    unseen: "plugins and the build files of subprojects",
  },
  {
    names: ["mvn", "mvnw"],
    reads: ["pom.xml", ".mvn/*", ".mvn/wrapper/*"],
    unseen: "plugins and modules",
  },
  {
    names: ["docker", "docker-compose", "podman", "podman-compose"],
    reads: ["compose*.y*ml", "docker-compose*.y*ml", ".env", "Dockerfile", "Containerfile"],
    follows: true,
    unseen: "images, and what runs in containers",
  },
  {
    names: ["pre-commit", "prek"],
    reads: [".pre-commit-config.yaml"],
    follows: true,
    unseen: "hooks from other repositories",
  },
  { names: ["lefthook"], reads: ["lefthook.y*ml", "lefthook-local.y*ml"], follows: true },
  { names: ["husky"], reads: [".husky/*"], follows: true },
  { names: ["just"], reads: ["justfile", "Justfile", ".justfile"], follows: true },
  { names: ["task", "go-task"], reads: ["Taskfile.y*ml", "taskfile.y*ml"], follows: true },
  {
    names: ["cmake", "ctest", "ninja"],
    reads: ["CMakeLists.txt", "CMakePresets.json", "build.ninja"],
  },
  { names: ["bazel", "bazelisk"], reads: ["BUILD*", "MODULE.bazel", "WORKSPACE*", ".bazelrc"] },
  { names: ["nix", "nix-shell", "nix-build"], reads: ["flake.nix", "shell.nix", "default.nix"] },
  { names: ["direnv"], reads: [".envrc"], follows: true },
  { names: ["mise", "asdf"], reads: ["mise.toml", ".mise.toml", ".tool-versions"], follows: true },
  {
    names: ["git"],
    unseen: "the repository's own git configuration, which may name programs",
  },
  { names: ["find"], unseen: "files that it finds and hands to a program" },
  { names: ["perl", "lua"], unseen: "modules that the program loads" },
  { names: ["java", "dotnet"], unseen: "classes and packages that the program loads" },
  { names: ["eval"], unseen: "what eval puts together" },
  { names: ["xargs", "parallel"], unseen: "files that arrive as input" },
  { names: ["ssh", "curl", "wget"], unseen: "what comes from the network" },
];

/** @returns The rows of a word that may be a program's name, with or without its path. */
export function programRows(word: string): ProgramRow[] {
  const name = word.slice(word.lastIndexOf("/") + 1);
  const plain = name.replace(/\d[\d.]{0,8}$/, "");
  return ROWS.filter(({ names }) => names.includes(name) || names.includes(plain));
}

const NODE_ENDINGS = ["js", "mjs", "cjs", "ts", "mts", "cts", "json", "node"];

/** A path without its ending, or a directory. */
function nodeFiles(word: string): string[] {
  if (word.startsWith("-")) return [];
  const path = word.replace(/\/$/, "");
  return [
    ...NODE_ENDINGS.map((ending) => `${path}.${ending}`),
    ...NODE_ENDINGS.map((ending) => `${path}/index.${ending}`),
    `${path}/package.json`,
  ];
}

/** `a.b` as `python -m` finds it, with what it runs on the way there. */
function modules(name: string): string[] {
  const parts = name.split(".");
  const path = parts.join("/");
  const above = parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/__init__.py`);
  return [`${path}.py`, `${path}/__main__.py`, ...above];
}

/** `go run ./cmd/x`: the files of that package. */
function goFiles(word: string): string[] {
  return word.startsWith(".") ? [`${word.replace(/\/(?:\.\.\.)?$/, "")}/*.go`] : [];
}
