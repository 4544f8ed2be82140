/**
 * What a hook's command line starts, and what that prints where it prints the same whatever happens. Where only a shell
 * could tell, nothing is said.
 */
import { isAbsolutePath, joinPath } from "../base/path.ts";
import { type HandlerRun, makeRun } from "../hooks/run.ts";
import { attempt } from "../host/host.ts";
import type { HookSite } from "./hook_files.ts";

export interface CommandWord {
  /** As written, quotation marks and variables included. */
  readonly raw: string;
  /** With variables filled in; `undefined` where one is unknown or the shell decides. */
  readonly text: string | undefined;
  /** What it names below the directory that the session is in; `undefined` for what is no relative path. */
  readonly below: string | undefined;
  readonly path: string | undefined;
  /** A variable outside of quotation marks holds blanks. */
  readonly isSplit: boolean;
}

const MAX_SCRIPT_BYTES = 256 * 1024;
/** Programs that start scripts and have other things to do as well. */
const RUNNERS = /^(?:bun|deno|tsx|ts-node|uv)$/;
const INTERPRETERS = /^(?:(?:ba|z|da|k)?sh|python[\d.]*|node|ruby|perl|php|pwsh)$/;
const SCRIPT_REGEXP = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|ps1)$/;
const CODE_OPTION_REGEXP = /^--(?:eval|print|command|test)$|^-[a-z]{0,3}[cempr]/i;
const WORD_REGEXP = /^[ \t]*((?:[^\s"'\\;&|<>()`]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/;
const PART_REGEXP = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|[^"'\\]+/gs;

/** The program, what an interpreter is given to read, and those of the two that name files; what cannot be told is absent. */
export function startedBy(site: HookSite): {
  readonly program?: CommandWord;
  readonly script?: CommandWord | undefined;
  readonly files: readonly CommandWord[];
} {
  const { command, args, type, shell } = site.item;
  const isCommand = typeof command === "string" && (type ?? "command") === "command";
  if (!isCommand || shell === "powershell") return { files: [] };
  const [program, ...rest] = Array.isArray(args)
    ? [command, ...args].map((word) => ({ ...expand(`"${word}"`, site), raw: String(word) }))
    : commandWords(command, site);
  if (program === undefined || /^\w+=/.test(program.raw)) return { files: [] };
  const script = scriptOf(program, rest);
  const files = [program.raw.includes("/") ? program : undefined, script];
  return { program, script, files: files.filter((word) => word !== undefined) };
}

/** The words of the first plain command of a line. */
function commandWords(line: string, site: HookSite): CommandWord[] {
  const words: CommandWord[] = [];
  for (let rest = line;;) {
    const [whole = "", raw] = WORD_REGEXP.exec(rest) ?? [];
    if (raw === undefined) return words;
    rest = rest.slice(whole.length);
    // `2>file` is no word, but where a stream goes; and what touches a word is a part of it that only a shell can read.
    if (/^\d+$/.test(raw) && /^[<>]/.test(rest) || /^[(`]/.test(rest)) return [];
    words.push(expand(raw, site));
  }
}

function expand(raw: string, { file, host }: HookSite): CommandWord {
  const { place: { plugin }, projectDir } = file;
  const home = host.env("HOME");
  const values = new Map([
    ["CLAUDE_PROJECT_DIR", projectDir],
    ["CLAUDE_PLUGIN_ROOT", plugin?.root],
    ["HOME", home],
  ]);
  let isKnown = true;
  let isSplit = false;
  const text = raw.replaceAll(PART_REGEXP, (part, quoted, plain, escaped, at) => {
    if ((plain ?? escaped) !== undefined) return plain ?? escaped;
    const isBare = quoted === undefined;
    // What a tilde becomes is not taken apart at its blanks.
    const start = isBare && at === 0 && /^~(?:\/|$)/.test(part) ? home : undefined;
    const inner: string = start === undefined ? quoted ?? part : part.slice(1);
    const filled = inner.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced, bare) => {
      const value = values.get(braced ?? bare);
      if (isBare && value !== undefined && /\s/.test(value)) isSplit = true;
      return value ?? whole;
    });
    if (/\$|`/.test(filled) || isBare && /[*?[\]{}]/.test(filled)) isKnown = false;
    return (start ?? "") + filled;
  });
  if (!isKnown) return { raw, text: undefined, below: undefined, path: undefined, isSplit };
  const isRelative = text !== "" && !isAbsolutePath(text, host.platform);
  const below = isRelative ? text.replace(/^(?:\.\/)+/, "") : undefined;
  const path = below === undefined ? text || undefined : projectDir && joinPath(projectDir, below);
  return { raw, text, below, path: isSplit ? undefined : path, isSplit };
}

function scriptOf({ text = "" }: CommandWord, rest: readonly CommandWord[]) {
  const name = text.slice(text.lastIndexOf("/") + 1);
  if (RUNNERS.test(name)) {
    const [first, second] = rest.filter(({ raw }) => !raw.startsWith("-"));
    const script = first?.raw === "run" ? second : first;
    const isScript = SCRIPT_REGEXP.test(script?.text ?? "") && !script!.raw.includes("://");
    return isScript ? script : undefined;
  }
  if (!INTERPRETERS.test(name)) return undefined;
  const at = rest.findIndex(({ raw }) => !raw.startsWith("-"));
  const options = rest.slice(0, Math.max(at, 0));
  if (options.some(({ raw }) => CODE_OPTION_REGEXP.test(raw))) return undefined;
  const script = rest[at];
  return options.length === 0 || SCRIPT_REGEXP.test(script?.text ?? "") ? script : undefined;
}

/** The script that the handler starts, directly or by an interpreter; both are empty where there is none to read. */
export function hookScript(site: HookSite): { readonly path: string; readonly text: string } {
  const { program, script = program } = startedBy(site);
  const path = /[/.]/.test(script?.text ?? "") ? script?.path ?? "" : "";
  const stat = path === "" ? undefined : attempt(() => site.host.stat(path));
  const isRead = stat?.kind === "file" && stat.size <= MAX_SCRIPT_BYTES;
  const text = isRead ? attempt(() => site.host.readText(path)) : undefined;
  return text === undefined ? { path: "", text: "" } : { path, text };
}

/** The command, and the script it starts where that can be read; without comments. */
export function codeOf(site: HookSite): string {
  const lines = `${site.item.command ?? ""}\n${hookScript(site).text}`.split("\n");
  return lines.filter((line) => !/^(?:#|\/\/)/.test(line.trimStart())).join("\n");
}

// What it prints: `echo '{…}'`, or a script of nothing else. It need not be started.

/** Lines that neither print nor decide: the shell's options, and input that is read and dropped. */
const SILENT_REGEXP =
  /^(?:set [-+]\w+(?: pipefail)?|:|true|cat *> *\/dev\/null|\w+=["']?\$\(cat\)["']?|(?:read|IFS= read) [-\w ]+)$/;
const PRINT_REGEXP = /^(echo|printf)((?: -[neE]+)*) (.*)$/s;
const ERROR_REGEXP = /1?>(?:&2|> ?\/dev\/stderr)$/;
const QUOTED_REGEXP = /^(?:'([^']*)'|"((?:[^"\\$`]|\\.)*)"|([\w.,:!/ -]+))$/;
const EXIT_REGEXP = /^exit(?: +(\d{1,3}))?$/;
const SHELL_REGEXP = /(?:^|\/)(?:ba|z|da|k)?sh$/;
const TOKEN_REGEXP = /\\.|["']|;|&&|\n/gs;

/** How it ends, and what it prints; `undefined` where that depends on anything. */
export function literalRun(site: HookSite): HandlerRun | undefined {
  const { type = "command", args, shell } = site.item;
  if (type !== "command" || args !== undefined || shell === "powershell") return undefined;
  const script = hookScript(site);
  const lines = script.path === "" ? codeOf(site) : shellScript(site, script.text);
  if (lines === undefined) return undefined;
  const streams = { stdout: "", stderr: "" };
  for (const command of commandsOf(lines)) {
    const exit = EXIT_REGEXP.exec(command);
    if (exit) return makeRun("exited", { ...streams, code: Number(exit[1] ?? 0) });
    if (SILENT_REGEXP.test(command)) continue;
    const printed = printedBy(command);
    if (printed === undefined) return undefined;
    streams[ERROR_REGEXP.test(command) ? "stderr" : "stdout"] += printed;
  }
  // Nothing at all is no answer to judge.
  const isSilent = streams.stdout + streams.stderr === "";
  return isSilent ? undefined : makeRun("exited", { ...streams, code: 0 });
}

/** A script's own lines, where a shell reads it without words of the command line. */
function shellScript(site: HookSite, text: string): string | undefined {
  const { program, script } = startedBy(site);
  const words = String(site.item.command).trim();
  const isAlone = words === [program, script].flatMap((word) => word?.raw ?? []).join(" ");
  const shell = script === undefined ? /^#! *(\S+(?: \w+)?)/.exec(text)?.[1] : program?.text;
  const name = shell?.replace(/^\/usr\/bin\/env /, "") ?? "";
  if (!isAlone || !SHELL_REGEXP.test(name)) return undefined;
  return text.split("\n").filter((line) => !line.trimStart().startsWith("#")).join("\n");
}

/** Split where one ends and the next one runs in any case, but not within quotation marks. */
function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let quote = "";
  let start = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN_REGEXP)) {
    if (token === '"' || token === "'") quote = quote === "" ? token : quote === token ? "" : quote;
    if (quote !== "" || /["'\\]/.test(token)) continue;
    commands.push(text.slice(start, index).trim());
    start = index + token.length;
  }
  return [...commands, text.slice(start).trim()].filter((command) => command !== "");
}

function printedBy(command: string): string | undefined {
  const [, program, options = "", rest = ""] = PRINT_REGEXP.exec(command) ?? [];
  const [, plain, quoted, bare] = QUOTED_REGEXP.exec(rest.replace(ERROR_REGEXP, "").trim()) ?? [];
  const text = plain ?? bare ?? quoted?.replaceAll(/\\(["\\$`])/g, "$1");
  // What backslashes and "%" mean differs from shell to shell.
  if (text === undefined || (program === "printf" ? /%/ : /\\[^"]/).test(text)) return undefined;
  const isUnfolded = program === "printf" || options.includes("e");
  return `${isUnfolded ? text.replaceAll("\\n", "\n").replaceAll("\\\\", "\\") : text}\n`;
}
