/**
 * What a hook's command line starts: its program, and the script that an interpreter is given. Only what stands in the
 * line in so many words is read; where a shell would have to think, nothing is said.
 */
import { asString } from "../base/json_type.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import { attempt } from "../host/host.ts";
import type { HookSite } from "./hook_site.ts";

export interface CommandWord {
  /** As written, quotation marks and variables included. */
  readonly raw: string;
  /** With variables filled in; `undefined` where one is unknown or the shell decides. */
  readonly text: string | undefined;
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

/** The words of the first plain command of a line, up to whatever ends it. */
function commandWords(line: string, site: HookSite): CommandWord[] {
  const words: CommandWord[] = [];
  for (let rest = line;;) {
    const [whole = "", raw] = WORD_REGEXP.exec(rest) ?? [];
    if (raw === undefined) return words;
    // `2>file`: no word, but where a stream goes.
    if (/^\d+$/.test(raw) && /^[<>]/.test(rest.slice(whole.length))) return [];
    words.push(expand(raw, site));
    rest = rest.slice(whole.length);
    // What touches the word is a part of it that only a shell can read.
    if (/^[(`]/.test(rest)) return [];
  }
}

function expand(raw: string, site: HookSite): CommandWord {
  const { place: { plugin }, projectDir } = site.file;
  const values: Readonly<Record<string, string | undefined>> = {
    ...{ CLAUDE_PROJECT_DIR: projectDir, CLAUDE_PLUGIN_ROOT: plugin?.root },
    HOME: site.host.env("HOME"),
  };
  let text = "";
  let isSplit = false;
  for (const [part] of raw.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^"'\\]+/gs)) {
    if (part.startsWith("'")) text += part.slice(1, -1);
    else if (part.startsWith("\\")) text += part.slice(1);
    else {
      const isQuoted = part.startsWith('"');
      let inner = isQuoted ? part.slice(1, -1) : part;
      // What a tilde becomes is not taken apart at its blanks.
      if (!isQuoted && text === "" && /^~(?:\/|$)/.test(inner) && values.HOME !== undefined) {
        text = values.HOME;
        inner = inner.slice(1);
      }
      const filled = inner.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced, bare) => {
        const value = values[braced ?? bare];
        if (!isQuoted && value !== undefined && /\s/.test(value)) isSplit = true;
        return value ?? whole;
      });
      if (/\$|`/.test(filled) || !isQuoted && /[*?[\]{}]/.test(filled)) {
        return { raw, text: undefined, isSplit };
      }
      text += filled;
    }
  }
  return { raw, text, isSplit };
}

/** What the handler's command starts, and the file an interpreter reads; `undefined` where it cannot be told. */
export function commandTarget(
  site: HookSite,
): { program: CommandWord; script: CommandWord | undefined } | undefined {
  const command = asString(site.item.command);
  if (command === undefined || (site.item.type ?? "command") !== "command") return undefined;
  if (site.item.shell === "powershell") return undefined;
  const { args } = site.item;
  const words = Array.isArray(args)
    ? [command, ...args].map((word) => ({ ...expand(`"${word}"`, site), raw: String(word) }))
    : commandWords(command, site);
  const [program, ...rest] = words;
  if (program === undefined || /^\w+=/.test(program.raw)) return undefined;
  return { program, script: scriptOf(program, rest) };
}

function scriptOf(
  { text = "" }: CommandWord,
  rest: readonly CommandWord[],
): CommandWord | undefined {
  const name = text.slice(text.lastIndexOf("/") + 1);
  if (RUNNERS.test(name)) {
    const [first, second] = rest.filter(({ raw }) => !raw.startsWith("-"));
    const script = first?.raw === "run" ? second : first;
    return SCRIPT_REGEXP.test(script?.text ?? "://") && !script!.raw.includes("://")
      ? script
      : undefined;
  }
  if (!INTERPRETERS.test(name)) return undefined;
  const at = rest.findIndex(({ raw }) => !raw.startsWith("-"));
  const options = rest.slice(0, Math.max(at, 0));
  if (at < 0 || options.some(({ raw }) => CODE_OPTION_REGEXP.test(raw))) return undefined;
  const script = rest[at]!;
  return options.length === 0 || SCRIPT_REGEXP.test(script.text ?? "") ? script : undefined;
}

/** The absolute path of a word, where that is known. */
export function pathOf({ text }: CommandWord, { file, host }: HookSite): string | undefined {
  if (text === undefined || isAbsolutePath(text, host.platform)) return text;
  if (file.projectDir === undefined) return undefined;
  return joinPath(file.projectDir, text.replace(/^(?:\.\/)+/, ""));
}

/** The script that the handler starts, directly or by an interpreter; `undefined` where there is none to read. */
export function hookScript(site: HookSite): { path: string; text: string } | undefined {
  const target = commandTarget(site);
  const word = target?.script ?? target?.program;
  if (word?.text === undefined || !/[/.]/.test(word.text)) return undefined;
  const path = pathOf(word, site);
  const stat = path === undefined ? undefined : attempt(() => site.host.stat(path));
  if (stat?.kind !== "file" || stat.size > MAX_SCRIPT_BYTES) return undefined;
  const text = attempt(() => site.host.readText(path!));
  return text === undefined ? undefined : { path: path!, text };
}
