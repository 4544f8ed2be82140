/** Which of the configured handlers start skillhook, in whatever form somebody wrote it. */
import type { Handler } from "../hooks/handler.ts";
import { isOwnProgram } from "../install/own_entry.ts";

/** Whether it starts skillhook in hook mode: directly, or through a shell. */
export function isOwn({ action }: Handler): boolean {
  if (action.type !== "command") return false;
  const [program = "", ...words] = action.args === undefined
    ? shellWords(action.command)
    : [action.command, ...action.args];
  if (!isOwnProgram(program)) return false;
  return words.length === 0 || words[0] === "hook";
}

/** Words of a plain command line; quotation marks around a word are left out. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(([, a, b, c]) =>
    a ?? b ?? c ?? ""
  );
}
