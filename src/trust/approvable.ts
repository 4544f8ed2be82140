/**
 * What an approval of a file is about: its commands, and the text that must not change. A skill is approved
 * as a whole. Of a settings file only what configures hooks counts: the agent writes permissions into the same
 * file all the time, and asking again for each would teach people to say yes.
 */
import { type Fields, isFields } from "../base/json_type.ts";
import { scan } from "../skill/scan.ts";

/** The part of a file that is approved. */
export interface Approvable {
  /** As written, in order; variables in braces. */
  readonly commands: readonly string[];
  /** Equal as long as an approval holds. */
  readonly text: string;
}

/** Keys of a settings file that say which hooks run, besides the hooks themselves. */
const SWITCHES: readonly string[] = ["disableAllHooks", "allowedHttpHookUrls"];

/**
 * @param file The file's path: its ending tells what it is.
 * @param text Its content.
 * @returns What is approved of it; of JSON that cannot be read, the text and no commands.
 */
export function approvable(file: string, text: string): Approvable {
  if (file.endsWith(".json")) return ofSettings(text);
  if (file.endsWith(".yaml")) return { commands: yamlCommands(text), text };
  const directives = scan(text).filter((segment) => segment.kind === "directive");
  return { commands: directives.map(({ command }) => command), text };
}

function ofSettings(text: string): Approvable {
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { commands: [], text };
  }
  if (!isFields(value)) return { commands: [], text };
  const { hooks = value } = value;
  const switches = SWITCHES.map((key) => (value as Fields)[key] ?? null);
  return { commands: hookCommands(hooks), text: JSON.stringify([hooks, ...switches]) };
}

/** Every handler of either shape, wherever it stands: an object with a `type` and something to run or ask. */
function hookCommands(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hookCommands);
  if (!isFields(value)) return [];
  const args = Array.isArray(value.args) ? value.args : [];
  const words = [value.command ?? value.url ?? value.prompt ?? value.tool, ...args]
    .filter((word) => typeof word === "string");
  const own = typeof value.type === "string" && words.length > 0 ? [braced(words.join(" "))] : [];
  return [...own, ...Object.values(value).flatMap(hookCommands)];
}

/**
 * The lines of `skillhook.yaml`: YAML can write a command in so many ways that whoever looks for one key
 * overlooks another, so all that is no comment is shown. A plain `command:` line is shown as its command.
 */
function yamlCommands(text: string): string[] {
  const marker = "command:";
  return text.split("\n").flatMap((written) => {
    const line = written.trim();
    if (line === "" || line.startsWith("#")) return [];
    const command = line.startsWith(marker) ? line.slice(marker.length).trim() : "";
    return [braced(command === "" ? line : command)];
  });
}

/** So that files named by `$CLAUDE_PROJECT_DIR/x` are found, too. */
function braced(command: string): string {
  return command.replaceAll(/\$(CLAUDE_[A-Z_]+)/g, "${$1}");
}
