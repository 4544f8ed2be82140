/** A command line → the words in it that may name files, and what it hides behind variables, outputs and programs. */

const MAX_WORDS = 2000;
const MAX_WORD = 1024;

/** Words as a shell would cut them, and as a plain path would; and whether there were more, or longer ones. */
export function commandWords(text: string): { words: ReadonlySet<string>; isCut: boolean } {
  const unquoted = text.replaceAll(/["']/g, "");
  const parts = [
    text.split(/[\s;|&()<>{}'"`=,$:]/),
    // What stands in quotes may hold blanks; a backslash may protect one.
    [...text.split('"'), ...text.split("'")].filter((part) => part.length <= MAX_WORD),
    text.replaceAll("\\ ", "\0").split(/[\s;|&()<>'"]/).filter((part) => part.includes("\0"))
      .map((part) => part.replaceAll("\0", " ")),
    [unquoted, unquoted.replaceAll("\\", "")].flatMap((plain) => [
      ...plain.split(/\s/),
      // `$root/x`, `~/x` and `$(git rev-parse --show-toplevel)/x`: what a directory that is not known holds.
      ...plain.replaceAll(/(?:\$\{?\w{1,64}\}?|[)`~])\//g, " ").split(/[\s;|&()<>=,]/),
    ]),
  ].flat();
  const plain = new Set(parts.map((part) => part.replaceAll(/(?<![^/])(?:\.\/+)+/g, "")));
  const words = [...plain].filter((word) => word !== "" && word.length <= MAX_WORD);
  const isCut = words.length > MAX_WORDS || [...plain].some((word) => word.length > MAX_WORD);
  return { words: new Set(words.slice(0, MAX_WORDS)), isCut };
}

/** The words of each simple command of a command line, without quotes. */
export function simpleCommands(text: string): string[][] {
  return text.replaceAll(/["'\\]/g, "").split(/[\n;|&()`{}]|\$\(/)
    .map((part) => part.split(/[\s,]+/).filter((word) => word !== ""))
    .filter((words) => words.length > 0);
}

/** Variables whose values are clear. */
const KNOWN = /^(?:CLAUDE_[A-Z_]+|HOME|PWD|USER|TMPDIR|ARGUMENTS|\d)$/;
/** Programs to which a word may be a program, a script or where to go. */
const TAKES_NAMES =
  /^(?:\.|source|cd|pushd|exec|env|sudo|time|timeout|nice|nohup|command|xargs|(?:ba|z|da|k|fi)?sh|python[\d.]*|node|deno|bun|ruby|perl|php|lua)$/;
const MAX_NESTED = 4;

/** Words whose meaning only the run can tell, such as `$tool`: programs, scripts, and paths. */
export function unknownWords(text: string): string[] {
  let outer = text.replaceAll(/\$\{(\w{1,64})[^}]{0,1000}\}/g, "$$$1");
  for (let depth = 0; depth < MAX_NESTED; depth++) {
    outer = outer.replaceAll(/\$\([^()]{0,4000}\)|`[^`]{0,4000}`/g, "$$…");
  }
  const isUnknown = (word: string) =>
    [...word.matchAll(/\$(\w{1,64}|…)/g)].some(([, name]) => !KNOWN.test(name!));
  const found = simpleCommands(outer).flatMap((words) =>
    words.filter((word, index) =>
      isUnknown(word) && (index === 0 && !/^\w+=/.test(word) || word.includes("/") ||
        TAKES_NAMES.test(words[0]!))
    )
  ).map((word) => word.replaceAll("$…", "$(…)"));
  return text.includes("$'") ? [...found, "$'…'"] : found;
}

/** Words of the shell, and programs that read what they are given and nothing else. */
const PLAIN = new Set(
  ("if then else elif fi for while until do done case esac in function select time ! [ [[ test true false : " +
    "echo printf cat tac head tail wc sort uniq cut tr sed awk grep egrep fgrep rg date sleep pwd cd pushd popd ls " +
    "dir tree stat file du df mkdir rmdir rm cp mv ln touch chmod basename dirname readlink realpath seq expr bc " +
    "tee diff cmp comm join paste fold fmt nl od xxd hexdump base64 md5sum sha1sum sha256sum cksum uname id whoami " +
    "hostname uptime ps kill wait exit return break continue shift set unset export local readonly read trap type " +
    "which command exec env nohup nice sudo timeout getopts umask ulimit jq yq tput column rev yes mktemp sh bash " +
    "zsh dash . source alias declare typeset let find").split(" "),
);
const WRAPPERS = new Set(["command", "exec", "env", "nohup", "nice", "sudo", "time", "timeout"]);

/** Names of programs that are not known to us: what else they read cannot be said. */
export function unknownPrograms(text: string, isKnown: (name: string) => boolean): string[] {
  // What stands in quotes is mostly data, but not behind `-c`.
  const plain = text.replaceAll(/(?<!-c\s{0,4})(?:'[^']*'|"[^"$`]*")/g, "_");
  const isProgram = (word: string) => !WRAPPERS.has(word) && !/^\w+=|^-|^\d+[smhd]?$/.test(word);
  const names = simpleCommands(plain).map((words) => words.find(isProgram) ?? "");
  return [...new Set(names)].filter((name) =>
    /^[A-Za-z][\w.+-]{0,63}$/.test(name) && !PLAIN.has(name) && !isKnown(name)
  );
}
