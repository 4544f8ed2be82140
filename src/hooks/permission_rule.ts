/** Permission rules such as `Bash(git *)`, also as the `if` of a handler, which runs wherever it is not sure. */
import { matchesGlob, matchesWildcard, readGlob } from "../base/glob.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";

export interface PermissionRule {
  readonly text: string;
  readonly tool: string;
  /** What stands in the parentheses; `undefined`: every call of the tool. */
  readonly content: string | undefined;
}

interface RulePlaces {
  readonly projectDir: string;
  readonly cwd: string;
  readonly home: string | undefined;
}

const FILE_TOOLS: readonly string[] = [
  ...["Edit", "Write", "MultiEdit", "NotebookEdit"],
  ...["Read", "NotebookRead", "Grep", "Glob", "LS"],
];
const SHELLS: readonly string[] = ["Bash", "PowerShell", "Monitor"];
const AGENTS: readonly string[] = ["Agent", "Task"];

export function readPermissionRule(text: string): PermissionRule | undefined {
  const [, tool, rest] = /^\s*([^\s()]+)\s*(?:\(([^]*)\)\s*)?$/.exec(text) ?? [];
  const content = rest?.trim();
  if (tool === undefined) return undefined;
  return { text, tool, content: content === "" || content === "*" ? undefined : content };
}

/** @returns `false` only when the call is certainly not one the rule is about. */
export function ruleFits(
  { tool, content }: PermissionRule,
  toolName: string,
  input: unknown,
  places: RulePlaces,
): boolean {
  if (!isSameTool(tool, toolName)) return false;
  if (content === undefined) return true;
  const fields: Fields = isFields(input) ? input : {};
  const line = asString(fields.command);
  if (SHELLS.includes(toolName)) {
    if (line === undefined) return true;
    const commands = shellCommands(line);
    // A line that cannot be read may hold anything.
    return !commands || [line.trim(), ...commands].some((one) => fitsOne(content, one));
  }
  if (FILE_TOOLS.includes(toolName)) {
    const path = asString(fields.file_path ?? fields.notebook_path ?? fields.path);
    return fitsPath(content, path, places);
  }
  if (toolName === "WebFetch") return fitsUrl(content, asString(fields.url));
  if (toolName === "Skill") return fitsWord(content, asString(fields.skill)?.replace(/^\//, ""));
  return !AGENTS.includes(toolName) || fitsWord(content, asString(fields.subagent_type));
}

/** Whether the rule is about all of a call, as one that allows it must be: each command of a line, if it can be read. */
export function ruleCovers(
  rule: PermissionRule,
  toolName: string,
  input: unknown,
  places: RulePlaces,
): boolean {
  const line = isFields(input) ? asString(input.command) : undefined;
  const { tool, content } = rule;
  if (content === undefined || line === undefined || !SHELLS.includes(toolName)) {
    return ruleFits(rule, toolName, input, places);
  }
  if (!isSameTool(tool, toolName)) return false;
  // The whole line only to the letter: a pattern's end would take in whatever stands behind.
  if (!content.includes("*") && content === line.trim()) return true;
  return shellCommands(line)?.every((one) => fitsOne(content, one)) ?? false;
}

/** The tool itself, to the letter, as in the agent, which has two names for one of them. */
function isSameTool(ruled: string, called: string): boolean {
  return ruled === called || AGENTS.includes(ruled) && AGENTS.includes(called);
}

/** `git:*` and `git *` also mean a bare `git`. */
function fitsOne(pattern: string, command: string): boolean {
  if (!/[: ]\*$/.test(pattern)) return matchesWildcard(pattern, command);
  const prefix = pattern.slice(0, -2);
  const plain = command.replaceAll(/\s/g, " ");
  return matchesWildcard(prefix, plain) || matchesWildcard(`${prefix} *`, plain);
}

/** `//x` is absolute, `~/x` below home, `/x` below the project, anything else below the current directory. */
function fitsPath(pattern: string, path: string | undefined, places: RulePlaces): boolean {
  // `..` segments would have to be resolved against the disk: not sure, so run.
  if (path === undefined || path.split("/").includes("..")) return true;
  const absolute = path.startsWith("/") ? path : joinPath(places.cwd, path.replace(/^\.\//, ""));
  if (pattern.startsWith("//")) return fitsBelow(pattern.slice(2), "/", absolute);
  if (pattern.startsWith("~/")) {
    return places.home === undefined || fitsBelow(pattern.slice(2), places.home, absolute);
  }
  if (pattern.startsWith("/")) return fitsBelow(pattern.slice(1), places.projectDir, absolute);
  const relative = pattern.replace(/^\.\//, "");
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

function fitsUrl(pattern: string, url: string | undefined): boolean {
  if (!pattern.startsWith("domain:") || url === undefined || !URL.canParse(url)) return true;
  return matchesWildcard(pattern.slice("domain:".length).toLowerCase(), new URL(url).hostname);
}

function fitsWord(pattern: string, word: string | undefined): boolean {
  return word === undefined || matchesWildcard(pattern, word) ||
    pattern.endsWith(":*") && word === pattern.slice(0, -2);
}

/** Control words, and words that run the words behind them: what the rule is about may hide there. */
const BEYOND: readonly string[] = (
  "if then else elif fi for while until do done case esac in function select { } ! [[ time coproc " +
  "sudo doas env command exec eval nohup nice timeout xargs sh bash zsh dash ksh . source stdbuf setsid builtin"
).split(" ");

/** A line continuation joins; any other escape is kept as written. */
const ESCAPE_REGEXP = /\\\n|(\\[^])/g;
/** Escapes, quoted text without a substitution, separators (the group), `&` of redirections such as `2>&1`, plain text. */
const PIECE_REGEXP =
  /\\[^]|'[^']*'|"(?:\\[^]|[^"\\`$])*"|([;\n|]|(?<!(?<!\\)>)&(?!>))|&|<(?![<(])|[^\\'"`$()<;\n|&]+/y;

/** The commands of a shell line, without leading assignments; `undefined` where it has more than quotes and separators. */
export function shellCommands(line: string): string[] | undefined {
  const commands = [""];
  for (let at = 0; at < line.length; at = PIECE_REGEXP.lastIndex) {
    PIECE_REGEXP.lastIndex = at;
    const [piece, separator] = PIECE_REGEXP.exec(line) ?? [];
    if (piece === undefined || commands.length > 200) return undefined;
    if (separator !== undefined) commands.push("");
    else {
      const isLiteral = piece.startsWith("'");
      commands[commands.length - 1] += isLiteral ? piece : piece.replaceAll(ESCAPE_REGEXP, "$1");
    }
  }
  const plain = commands.map((command) =>
    command.trim().replace(/^(?:[A-Za-z_][A-Za-z0-9_]*=[^\s"']*(?:\s+|$))+/, "")
  ).filter((command) => command !== "");
  // Quotes or escapes in the first word, or one behind which anything may come.
  const words = plain.map((command) => command.split(/\s/, 1)[0]!);
  return words.some((word) => /^#|["'\\=]/.test(word) || BEYOND.includes(word)) ? undefined : plain;
}
