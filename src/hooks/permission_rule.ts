/**
 * The `if` filter of a handler: one permission rule such as `Bash(git *)` or `Edit(src/**)` (protocol section
 * 1.3). Best effort: it saves a process where it is sure, and lets the handler run wherever it is not.
 */
import { matchesGlob, matchesWildcard, readGlob } from "../base/glob.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";

/** A rule that could be read. */
export interface PermissionRule {
  /** As written. */
  readonly text: string;
  readonly tool: string;
  /** What stands in the parentheses; `undefined`: every call of the tool. */
  readonly content: string | undefined;
}

/** The directories that rules about paths are relative to. */
interface RulePlaces {
  readonly projectDir: string;
  readonly cwd: string;
  readonly home: string | undefined;
}

const EDITORS: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
const READERS: readonly string[] = ["Read", "NotebookRead", "Grep", "Glob", "LS"];
const SHELLS: readonly string[] = ["Bash", "PowerShell", "Monitor"];

/**
 * Reads a rule.
 *
 * @returns The rule; `undefined` when it is none.
 */
export function readPermissionRule(text: string): PermissionRule | undefined {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  if (open < 0) {
    return isToolName(trimmed) ? { text, tool: trimmed, content: undefined } : undefined;
  }
  const tool = trimmed.slice(0, open).trim();
  if (!trimmed.endsWith(")") || !isToolName(tool)) return undefined;
  const content = trimmed.slice(open + 1, -1).trim();
  return { text, tool, content: content === "" || content === "*" ? undefined : content };
}

function isToolName(name: string): boolean {
  return /^[^\s()]+$/.test(name);
}

/**
 * @param toolName The tool that is called.
 * @param places What relative patterns are relative to.
 * @returns `false` only when the call is certainly not one the rule is about.
 */
export function ruleFits(
  rule: PermissionRule,
  toolName: string,
  input: unknown,
  places: RulePlaces,
): boolean {
  if (!isSameTool(rule.tool, toolName)) return false;
  const { content } = rule;
  if (content === undefined) return true;
  const fields = isFields(input) ? input : {};
  if (SHELLS.includes(toolName)) return fitsCommand(content, asString(fields.command));
  if (EDITORS.includes(toolName) || READERS.includes(toolName)) {
    return fitsPath(content, pathOf(fields), places);
  }
  if (toolName === "WebFetch") return fitsUrl(content, asString(fields.url));
  if (toolName === "Skill") return fitsWord(content, asString(fields.skill)?.replace(/^\//, ""));
  if (toolName === "Agent" || toolName === "Task") {
    return fitsWord(content, asString(fields.subagent_type));
  }
  return true;
}

/** A rule for `Edit` or `Read` is about every tool that edits or reads; `mcp__server` about all of a server's. */
function isSameTool(ruled: string, called: string): boolean {
  if (ruled === called || ruled === "*") return true;
  if (ruled === "Edit") return EDITORS.includes(called);
  if (ruled === "Read") return READERS.includes(called);
  if ((ruled === "Task" || ruled === "Agent") && (called === "Task" || called === "Agent")) {
    return true;
  }
  if (!ruled.startsWith("mcp__")) return false;
  return matchesWildcard(ruled, called) || called.startsWith(`${ruled}__`);
}

function fitsCommand(pattern: string, line: string | undefined): boolean {
  if (line === undefined) return true;
  const commands = shellCommands(line);
  // A line that cannot be read may hold anything.
  return commands === undefined || [line.trim(), ...commands].some((one) => fitsOne(pattern, one));
}

/** `git:*` and `git *` also mean a bare `git`. */
function fitsOne(pattern: string, command: string): boolean {
  const prefix = pattern.endsWith(":*")
    ? pattern.slice(0, -2)
    : pattern.endsWith(" *")
    ? pattern.slice(0, -2)
    : undefined;
  if (prefix === undefined) return matchesWildcard(pattern, command);
  const plain = command.replaceAll(/\s/g, " ");
  return matchesWildcard(prefix, plain) || matchesWildcard(`${prefix} *`, plain);
}

function pathOf(fields: Fields): string | undefined {
  return asString(fields.file_path) ?? asString(fields.notebook_path) ?? asString(fields.path);
}

/** `//x` is absolute, `~/x` below home, `/x` below the project, anything else below the current directory. */
function fitsPath(pattern: string, path: string | undefined, places: RulePlaces): boolean {
  // `..` segments would have to be resolved against the disk: not sure, so run.
  if (path === undefined || path.split("/").includes("..")) return true;
  const absolute = path.startsWith("/") ? path : join(places.cwd, path);
  if (pattern.startsWith("//")) return fitsBelow(pattern.slice(2), "/", absolute);
  if (pattern.startsWith("~/")) {
    return places.home === undefined || fitsBelow(pattern.slice(2), places.home, absolute);
  }
  if (pattern.startsWith("/")) return fitsBelow(pattern.slice(1), places.projectDir, absolute);
  const relative = pattern.startsWith("./") ? pattern.slice(2) : pattern;
  // Without a slash a pattern means a name at any depth, as in ignore files.
  if (!relative.includes("/")) return fitsBelow(`**/${relative}`, "/", absolute);
  return [places.cwd, places.projectDir].some((base) => fitsBelow(relative, base, absolute));
}

function fitsBelow(pattern: string, base: string, absolute: string): boolean {
  const start = base.endsWith("/") ? base : `${base}/`;
  const glob = readGlob(`/${pattern}`);
  // What cannot be read may mean any file.
  if ("flaw" in glob) return true;
  return absolute.startsWith(start) && matchesGlob(glob, absolute.slice(start.length));
}

function join(base: string, path: string): string {
  const tail = path.startsWith("./") ? path.slice(2) : path;
  return base.endsWith("/") ? base + tail : `${base}/${tail}`;
}

function fitsUrl(pattern: string, url: string | undefined): boolean {
  if (!pattern.startsWith("domain:") || url === undefined || !URL.canParse(url)) return true;
  return matchesWildcard(pattern.slice("domain:".length).toLowerCase(), new URL(url).hostname);
}

function fitsWord(pattern: string, word: string | undefined): boolean {
  return word === undefined || matchesWildcard(pattern, word) ||
    pattern.endsWith(":*") && word === pattern.slice(0, -2);
}

// The single commands of a shell line, for the `if` filter. Reads quotes and separators only; a line with
// more (substitutions, subshells, here-documents, control words) is given up, and the caller errs to the safe side.

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
