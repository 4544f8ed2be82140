/**
 * The single commands of a shell line, for the `if` filter. Reads quotes and separators only; a line with
 * more (substitutions, subshells, here-documents, control words) is given up, and the caller errs to the safe side.
 */

/** A line may hold this many commands before it is given up. */
const MAX_COMMANDS = 200;
const CONTROL_WORDS: ReadonlySet<string> = new Set(
  "if then else elif fi for while until do done case esac in function select { } ! [[ time coproc"
    .split(" "),
);
/** Words that run the words behind them: what the rule is about may hide there. */
const RUNNERS: ReadonlySet<string> = new Set(
  "sudo doas env command exec eval nohup nice timeout xargs time sh bash zsh dash ksh . source stdbuf setsid builtin"
    .split(" "),
);

/**
 * Takes a line apart.
 *
 * @returns The commands as written, without leading assignments; `undefined` when the line is beyond this reader.
 */
export function shellCommands(line: string): string[] | undefined {
  const commands: string[] = [];
  let current = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === "\\" && quote !== "'") {
      if (line[at + 1] === undefined) return undefined;
      // A line continuation joins; any other escape is kept as written.
      if (line[at + 1] !== "\n") current += char + line[at + 1];
      at++;
    } else if (quote !== "") {
      if (quote === '"' && (char === "`" || char === "$")) return undefined;
      if (char === quote) quote = "";
      current += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      current += char;
    } else if (char === "`" || char === "$" || char === "(" || char === ")") {
      return undefined;
    } else if (char === "<" && (line[at + 1] === "<" || line[at + 1] === "(")) {
      return undefined;
    } else if (char === "&" && (line[at - 1] === ">" || line[at + 1] === ">")) {
      current += char;
    } else if (char === ";" || char === "\n" || char === "|" || char === "&") {
      commands.push(current);
      current = "";
    } else current += char;
    if (commands.length > MAX_COMMANDS) return undefined;
  }
  if (quote !== "") return undefined;
  commands.push(current);
  const plain = commands.map(withoutAssignments).filter((command) => command !== "");
  return plain.some(isBeyond) ? undefined : plain;
}

/** `A=1 B=2 git push` → `git push`. */
function withoutAssignments(command: string): string {
  let rest = command.trim();
  while (true) {
    const [word = ""] = rest.split(/\s/, 1);
    if (!/^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) return rest;
    if (word.includes("'") || word.includes('"')) return rest;
    rest = rest.slice(word.length).trim();
  }
}

/** Quotes or escapes in the first word, a control word, or a program that runs another one. */
function isBeyond(command: string): boolean {
  const [word = ""] = command.split(/\s/, 1);
  if (/["'\\=]/.test(word) || command.startsWith("#")) return true;
  return CONTROL_WORDS.has(word) || RUNNERS.has(word);
}
