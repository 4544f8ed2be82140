/** Which language a file is written in, by its name alone. ADD A LANGUAGE: one row. */
import { lastSegment } from "../base/path.ts";

/** Language → what its files end in (with a dot in front) or are called. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  bash: [".bash", ".sh"],
  c: [".c", ".h"],
  clojure: [".clj", ".cljc", ".cljs", ".edn"],
  cpp: [".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx"],
  csharp: [".cs", ".csx"],
  css: [".css"],
  dart: [".dart"],
  dockerfile: [".dockerfile", "Dockerfile", "Containerfile"],
  elixir: [".ex", ".exs"],
  elm: [".elm"],
  erlang: [".erl", ".hrl"],
  fsharp: [".fs", ".fsi", ".fsx"],
  go: [".go"],
  graphql: [".gql", ".graphql"],
  groovy: [".gradle", ".groovy"],
  haskell: [".hs", ".lhs"],
  hcl: [".hcl"],
  html: [".htm", ".html"],
  java: [".java"],
  javascript: [".cjs", ".js", ".jsx", ".mjs"],
  json: [".json", ".jsonc"],
  julia: [".jl"],
  kotlin: [".kt", ".kts"],
  less: [".less"],
  lua: [".lua"],
  makefile: [".mk", "Makefile", "GNUmakefile"],
  markdown: [".markdown", ".md", ".mdx"],
  nim: [".nim"],
  nix: [".nix"],
  "objective-c": [".m", ".mm"],
  ocaml: [".ml", ".mli"],
  perl: [".pl", ".pm"],
  php: [".php"],
  powershell: [".ps1", ".psm1"],
  protobuf: [".proto"],
  python: [".py", ".pyi", ".pyw"],
  r: [".R", ".r", ".Rmd"],
  ruby: [".gemspec", ".rake", ".rb", "Gemfile", "Rakefile"],
  rust: [".rs"],
  scala: [".sbt", ".scala"],
  scss: [".sass", ".scss"],
  shell: [".bash", ".fish", ".ksh", ".sh", ".zsh"],
  solidity: [".sol"],
  sql: [".sql"],
  svelte: [".svelte"],
  swift: [".swift"],
  terraform: [".tf", ".tfvars"],
  toml: [".toml"],
  typescript: [".cts", ".mts", ".ts", ".tsx"],
  vue: [".vue"],
  xml: [".xml", ".xsd", ".xsl"],
  yaml: [".yaml", ".yml"],
  zig: [".zig"],
};

const ALIASES: Readonly<Record<string, string>> = {
  "c#": "csharp",
  "c++": "cpp",
  docker: "dockerfile",
  "f#": "fsharp",
  golang: "go",
  js: "javascript",
  jsx: "javascript",
  make: "makefile",
  md: "markdown",
  objc: "objective-c",
  proto: "protobuf",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sass: "scss",
  sh: "shell",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "shell",
};

/** Every word that is understood, for suggestions. */
export const LANGUAGE_WORDS: readonly string[] = [
  ...Object.keys(LANGUAGES),
  ...Object.keys(ALIASES),
];

/** Our name for a language as an author may call it, if it is known; case does not count. */
export function languageNamed(word: string): string | undefined {
  const lower = word.toLowerCase();
  const name = Object.hasOwn(ALIASES, lower) ? ALIASES[lower]! : lower;
  return Object.hasOwn(LANGUAGES, name) ? name : undefined;
}

export function isWrittenIn(language: string, path: string): boolean {
  const file = lastSegment(path, "windows");
  const dot = file.lastIndexOf(".");
  const ending = dot < 0 ? "" : file.slice(dot);
  const marks = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]! : [];
  return marks.includes(file) || (ending !== "" && marks.includes(ending));
}
