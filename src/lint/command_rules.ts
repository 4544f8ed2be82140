/** Rules for the command of a handler: whether it can be started, from everywhere, and where its words lead. */
import { joinPath } from "../base/path.ts";
import { attempt, type FileStat } from "../host/host.ts";
import { type CommandWord, hookScript, startedBy } from "./command_words.ts";
import { type Found, type HookRule, type HookSite, rulesOf } from "./hook_files.ts";

const EXECUTABLE = 0o111;
const MAX_BLANKS = 8;
/** Words that a shell knows itself, and programs that start others: nothing to look for. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  (": . [ [[ ! { alias bg break builtin case cd command continue declare do done echo elif else env esac eval exec " +
    "exit export false fg fi for function getopts hash if in jobs kill let local nice nohup popd printf pushd pwd " +
    "read readonly return select set setsid shift shopt source sudo test then time timeout trap true type typeset " +
    "ulimit umask unalias unset until wait while").split(" "),
);

/** Variables that people expect and the agent does not set. */
const UNSET_REGEXP =
  /\$\{?(CLAUDE_(?:TOOL_\w+|FILE_PATHS?|USER_PROMPT|PROMPT|NOTIFICATION|SESSION_ID|HOOK_\w+|TRANSCRIPT_PATH|CWD)|TOOL_(?:NAME|INPUT\w*|OUTPUT|RESPONSE|RESULT)|STDIN_JSON|HOOK_(?:EVENT\w*|INPUT|DATA)|USER_(?:MESSAGE|PROMPT))\b(?!:?[-=+?])/g;

function whenMissing({ row }: HookSite, isPython = false): string {
  if (isPython && row.exit2 === "refuse") {
    return "Python then leaves with 2, and the agent takes that for a refusal, each time";
  }
  return row.gate === true
    ? "the hook fails each time, and the agent goes on as if it had agreed"
    : "the hook fails each time, and the agent goes on without it";
}

function look(path: string, { host }: HookSite): FileStat | undefined {
  return attempt(() => host.stat(path));
}

/** Without a shell names in braces are filled in, and nothing else. */
function unfilled({ item: { command, args } }: HookSite): Found | undefined {
  const [word] = Array.isArray(args) ? /^(?:\$\w+|~(?=\/))/.exec(String(command)) ?? [] : [];
  return word === undefined ? undefined : {
    what: `"${command}" stands beside "args"`,
    reason: `without a shell the agent fills in no ${word}, and cannot start it`,
    remedy: word === "~" ? "Write the whole path" : `Write \${${word.slice(1)}}`,
  };
}

function missingFile(site: HookSite): Found | undefined {
  const found = unfilled(site);
  if (found !== undefined) return found;
  const { program, files } = startedBy(site);
  const isWindows = site.host.platform === "windows";
  const missing = files.find((word) => {
    const { path } = word;
    // What only another kind of machine has is not looked for.
    if (path === undefined || (isWindows ? /^\// : /^[A-Za-z]:|\\/).test(path)) return false;
    if (look(path, site) !== undefined || blankPath(word, site) !== undefined) return false;
    return !isInPlugin(word.below, site);
  });
  if (missing === undefined) return undefined;
  const isPython = /\bpython[\d.]*$/.test(program?.text ?? "");
  return { what: `"${missing.path}" is not there`, reason: whenMissing(site, isPython) };
}

function interpreterOf(site: HookSite): string | undefined {
  const [, path = "", name] =
    /^#! *(\/[^\s]+)(?: +(?:-S +)?([^\s=]+))?/.exec(hookScript(site).text) ?? [];
  if (site.host.platform === "windows" || path === "") return undefined;
  return path.endsWith("/env") ? name : path;
}

function isProgram(name: string, site: HookSite): boolean {
  const { host, file } = site;
  if (name.startsWith("/")) return look(name, site) !== undefined;
  if (/^#|[/\\]/.test(name) || SHELL_WORDS.has(name)) return true;
  const isWindows = host.platform === "windows";
  const root = file.place.plugin?.root;
  const places = (host.env("PATH") ?? "").split(isWindows ? ";" : ":")
    .concat(root === undefined ? [] : joinPath(root, "bin"));
  const names = (isWindows ? ["", ".exe", ".cmd", ".bat"] : [""]).map((ending) => name + ending);
  return places.some((place) =>
    place !== "" && names.some((one) => look(joinPath(place, one), site)?.kind === "file")
  );
}

/** A path that is there if the blanks behind this word belong to it. */
function blankPath({ raw }: CommandWord, site: HookSite): string | undefined {
  const command = String(site.item.command);
  const rest = command.slice(command.indexOf(raw));
  if (!raw.startsWith("/") || site.item.args !== undefined) return undefined;
  const ends = [...rest.matchAll(/ |$/g)].slice(1, MAX_BLANKS).map(({ index }) => index);
  return ends.map((end) => rest.slice(0, end)).find((path) => look(path, site)?.kind === "file");
}

/** Whether a relative path is one below the plugin's root, where the author meant it. */
function isInPlugin(below: string | undefined, site: HookSite): boolean {
  const root = site.file.place.plugin?.root;
  return root !== undefined && below !== undefined && !!look(joinPath(root, below), site);
}

function relativePath(site: HookSite): Found | undefined {
  const word = startedBy(site).files.find(({ below }) => below !== undefined);
  if (word === undefined || unfilled(site)) return undefined;
  const { item: { command, args }, file: { place: { plugin, scope } } } = site;
  const isOurs = isInPlugin(word.below, site);
  const whole = `"\${${isOurs ? "CLAUDE_PLUGIN_ROOT" : "CLAUDE_PROJECT_DIR"}}"/${word.below}`;
  const reason = plugin === undefined
    ? "the agent starts it where the session is: after a `cd`, or below the project's root, it is not found"
    : "the agent starts it in the session's directory, not in the plugin's";
  const isHere = isOurs || scope === "project" || scope === "local";
  // Only a whole word: what is within other text may mean something else there.
  const isPlain = /^[\w./-]+$/.test(word.raw) && args === undefined;
  const value = String(command).replace(word.raw, () => whole);
  const fix = isHere && isPlain ? [{ key: ".command", value }] : undefined;
  return { what: `"${word.text}"`, reason, remedy: `Write ${whole}`, fix };
}

export const COMMAND_RULES: readonly HookRule[] = rulesOf({}, {
  "hook-program-missing": { remedy: "Correct the path, or put the file there", find: missingFile },
  "hook-program-path": {
    remedy: "Install it, or name it by its absolute path",
    find(site) {
      const { program: { text = "" } = {}, script } = startedBy(site);
      // What a line does without the program, it says itself.
      if (text === "" || String(site.item.command).includes("||")) return undefined;
      const starter = /[/\\]/.test(text) && script === undefined ? interpreterOf(site) : text;
      if (starter === undefined || isProgram(starter, site)) return undefined;
      const where = starter === text ? "" : `, which "${text}" names in its first line,`;
      const lacks = starter.startsWith("/") ? "is not there" : "is not on PATH here";
      return { what: `"${starter}"${where} ${lacks}`, reason: whenMissing(site) };
    },
  },
  "hook-program-mode": {
    find(site) {
      const { program: { raw = "", path } = {} } = startedBy(site);
      if (site.host.platform === "windows" || !raw.includes("/")) return undefined;
      const stat = path === undefined ? undefined : look(path, site);
      if (stat?.kind !== "file" || (stat.mode & EXECUTABLE) !== 0) return undefined;
      const remedy = `Run "chmod +x ${path}"`;
      return { what: `"${path}" may not be executed`, reason: whenMissing(site), remedy };
    },
  },
  "hook-program-crlf": {
    reason: "the system looks for an interpreter whose name ends in a carriage return",
    remedy: "Store the script with line feeds alone",
    find(site) {
      const { text, path } = hookScript(site);
      const isStarted = startedBy(site).script === undefined && /^#![^\n]*\r\n/.test(text);
      return isStarted ? { what: `"${path}" has CRLF line ends` } : undefined;
    },
  },
  "hook-path-relative": { find: relativePath },
  "hook-path-blank": {
    reason: "the shell takes the path for several words",
    remedy: "Put quotation marks around it",
    find(site) {
      const { files } = startedBy(site);
      const word = files.find(({ isSplit }) => isSplit);
      if (word !== undefined) return { what: `"${word.raw}" leads to "${word.text}"` };
      const [path] = files.flatMap((word) =>
        word.text !== undefined && look(word.text, site) ? [] : blankPath(word, site) ?? []
      );
      return path === undefined ? undefined : { what: `"${path}"` };
    },
  },
  "hook-variable": {
    reason: "the agent sets no such variable: the command sees nothing of the event in it",
    remedy: "Read the event from standard input, such as by `jq -r .tool_input.file_path`",
    find({ item, group, host }) {
      const { command, args, type = "command" } = item;
      // `skillhook hooks fire` sets some of them for a flat list, which is not the agent's.
      if (typeof command !== "string" || args || type !== "command" || item === group) {
        return undefined;
      }
      const name = [...command.matchAll(UNSET_REGEXP)].map(([, name = ""]) => name).find((name) =>
        host.env(name) === undefined &&
        !new RegExp(`\\b${name}=|\\bread\\b.*\\b${name}\\b`).test(command)
      );
      return name === undefined ? undefined : { what: `"$${name}"` };
    },
  },
  "hook-plugin-root": {
    reason: "the agent sets it for a plugin's hooks alone, and does not start these",
    remedy: "Write a path that settings have, such as ${CLAUDE_PROJECT_DIR}",
    find(site) {
      const { item: { command, args }, file: { place: { scope } } } = site;
      if (scope === "plugin" || scope === "settings") return undefined;
      const what = "${CLAUDE_PLUGIN_ROOT} outside of a plugin";
      const text = [command, ...Array.isArray(args) ? args : []].join(" ");
      if (/\$\{CLAUDE_PLUGIN_(?:ROOT|DATA)\}/.test(text)) return { what };
      const { program, script } = startedBy(site);
      const isBare = [program, script].some((word) => /^"?\$CLAUDE_PLUGIN_/.test(word?.raw ?? ""));
      return isBare ? { what, reason: "the agent sets it for a plugin's hooks alone" } : undefined;
    },
  },
});
