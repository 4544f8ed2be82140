/** Which language a file is written in, by its name alone. ADD A LANGUAGE: one row. */
import { lastSegment } from "../base/path.ts";

/** A language, with other words for it → what its files end in (with a dot in front) or are called. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  bash: [".bash", ".sh"],
  c: [".c", ".h"],
  clojure: [".clj", ".cljc", ".cljs", ".edn"],
  "cpp c++": [".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx"],
  "csharp c#": [".cs", ".csx"],
  css: [".css"],
  dart: [".dart"],
  "dockerfile docker": [".dockerfile", "Dockerfile", "Containerfile"],
  elixir: [".ex", ".exs"],
  elm: [".elm"],
  erlang: [".erl", ".hrl"],
  "fsharp f#": [".fs", ".fsi", ".fsx"],
  "go golang": [".go"],
  graphql: [".gql", ".graphql"],
  groovy: [".gradle", ".groovy"],
  haskell: [".hs", ".lhs"],
  hcl: [".hcl"],
  html: [".htm", ".html"],
  java: [".java"],
  "javascript js jsx": [".cjs", ".js", ".jsx", ".mjs"],
  json: [".json", ".jsonc"],
  julia: [".jl"],
  kotlin: [".kt", ".kts"],
  less: [".less"],
  lua: [".lua"],
  "makefile make": [".mk", "Makefile", "GNUmakefile"],
  "markdown md": [".markdown", ".md", ".mdx"],
  nim: [".nim"],
  nix: [".nix"],
  "objective-c objc": [".m", ".mm"],
  ocaml: [".ml", ".mli"],
  perl: [".pl", ".pm"],
  php: [".php"],
  "powershell ps1": [".ps1", ".psm1"],
  "protobuf proto": [".proto"],
  "python py": [".py", ".pyi", ".pyw"],
  r: [".R", ".r", ".Rmd"],
  "ruby rb": [".gemspec", ".rake", ".rb", "Gemfile", "Rakefile"],
  "rust rs": [".rs"],
  scala: [".sbt", ".scala"],
  "scss sass": [".sass", ".scss"],
  "shell sh zsh": [".bash", ".fish", ".ksh", ".sh", ".zsh"],
  solidity: [".sol"],
  sql: [".sql"],
  svelte: [".svelte"],
  swift: [".swift"],
  terraform: [".tf", ".tfvars"],
  toml: [".toml"],
  "typescript ts tsx": [".cts", ".mts", ".ts", ".tsx"],
  vue: [".vue"],
  xml: [".xml", ".xsd", ".xsl"],
  "yaml yml": [".yaml", ".yml"],
  zig: [".zig"],
};

export const LANGUAGE_WORDS = Object.keys(LANGUAGES).flatMap((words) => words.split(" "));

/** Our name for a language as an author may call it; case does not count. */
export function languageNamed(word: string): string | undefined {
  return rowOf(word.toLowerCase())?.[0].split(" ", 1)[0];
}

export function isWrittenIn(language: string, path: string): boolean {
  const file = lastSegment(path, "windows");
  const ending = /\.[^.]*$/.exec(file)?.[0] ?? file;
  const [, marks = []] = rowOf(language) ?? [];
  return marks.includes(file) || marks.includes(ending);
}

function rowOf(word: string) {
  return Object.entries(LANGUAGES).find(([words]) => words.split(" ").includes(word));
}
