/** What a hook prints that says the same whatever happens: `echo '{…}'`, or a script of nothing else. It need not be started. */
import { type HandlerRun, makeRun } from "../hooks/run.ts";
import { codeOf } from "./handler_rules.ts";
import { commandTarget, hookScript } from "./command_words.ts";
import type { HookSite } from "./hook_site.ts";

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
  const lines = script === undefined ? codeOf(site) : shellScript(site, script.text);
  if (lines === undefined) return undefined;
  const streams = { stdout: "", stderr: "" };
  for (const command of commandsOf(lines)) {
    const [, code] = EXIT_REGEXP.exec(command) ?? [];
    if (EXIT_REGEXP.test(command)) {
      return makeRun("exited", { ...streams, code: Number(code ?? 0) });
    }
    if (SILENT_REGEXP.test(command)) continue;
    const printed = printedBy(command);
    if (printed === undefined) return undefined;
    streams[printed.stream] += printed.text;
  }
  // Nothing at all is no answer to judge.
  return streams.stdout + streams.stderr === ""
    ? undefined
    : makeRun("exited", { ...streams, code: 0 });
}

/** A script's own lines, where a shell reads it without words of the command line. */
function shellScript(site: HookSite, text: string): string | undefined {
  const { program, script } = commandTarget(site) ?? {};
  const words = String(site.item.command).trim();
  const isAlone = words === (script === undefined ? program?.raw : `${program?.raw} ${script.raw}`);
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

function printedBy(
  command: string,
): { readonly stream: "stdout" | "stderr"; readonly text: string } | undefined {
  const [whole, program, options = "", rest = ""] = PRINT_REGEXP.exec(command) ?? [];
  const [, plain, quoted, bare] = QUOTED_REGEXP.exec(rest.replace(ERROR_REGEXP, "").trim()) ?? [];
  const text = plain ?? bare ?? quoted?.replaceAll(/\\(["\\$`])/g, "$1");
  if (whole === undefined || text === undefined) return undefined;
  // What backslashes and "%" mean differs from shell to shell.
  if (program === "printf" ? /%/.test(text) : /\\[^"]/.test(text)) return undefined;
  const isUnfolded = program === "printf" || /e/.test(options);
  const printed = isUnfolded ? text.replaceAll("\\n", "\n").replaceAll("\\\\", "\\") : text;
  return { stream: ERROR_REGEXP.test(rest) ? "stderr" : "stdout", text: `${printed}\n` };
}
