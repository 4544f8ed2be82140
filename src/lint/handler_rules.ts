/** Rules for what stands in a group or handler: its keys, its time, and what it cannot do where it is. */
import { codeOf, hookScript } from "./command_words.ts";
import { type Found, type HookRule, type HookSite, rulesOf } from "./hook_files.ts";

/** Keys that people write and the agent does not read, by the one that is meant. */
const MEANT: Readonly<Record<string, string>> = {
  command: "comand commands cmd run",
  timeout: "timeout_ms timeoutMs timeout_seconds timeoutSeconds timeoutSec time_out timout",
  matcher: "matchers tools toolNames tool_name",
  if: "condition when filter filePattern file_pattern pattern",
  async: "run_in_background background",
  onFailure: "on_failure failClosed",
};
/** Such for which the agent has nothing. */
const NOTHING =
  "cwd workingDirectory env environment enabled disabled blocking continueOnError priority";
const IN_HANDLER: readonly string[] = ["if", "timeout", "async", "command", "onFailure"];

const HOUR_S = 3_600;
const DECISION_REGEXP = /permissionDecision|["']decision["']\s*:/;
const REFUSAL_REGEXP = /\bexit 2\b|\bexit\(2\)|\bexitCode = 2\b/;

/** A number of seconds that cannot be meant: a day and more, or thousands that are no minutes. */
function isMilliseconds(seconds: number): boolean {
  if (seconds >= 10_000) return seconds > 24 * HOUR_S || seconds % HOUR_S !== 0;
  return [3_000, 6_000].includes(seconds) ||
    seconds >= 1_000 && seconds % 500 === 0 && seconds % 300 !== 0;
}

function strangeKey(site: HookSite): Found | undefined {
  const { item, group, handlers } = site;
  const isGroup = item.hooks !== undefined;
  for (const [key, value] of Object.entries(item)) {
    const found = { key: `.${key}`, what: `"${key}"` };
    const meant = Object.keys(MEANT).find((one) => MEANT[one]!.split(" ").includes(key));
    if (meant !== undefined && item[meant] === undefined && isGroup === (meant === "matcher")) {
      if (meant !== "timeout" || typeof value !== "number") {
        return { ...found, remedy: `Write "${meant}"` };
      }
      const seconds = /ms$/i.test(key) ? value / 1_000 : value;
      const fix = [{ key: ".timeout", value: seconds }, { key: `.${key}`, value: undefined }];
      return { ...found, remedy: `Write "timeout": ${seconds}, in seconds`, fix };
    }
    const isNothing = !isGroup && NOTHING.split(" ").includes(key);
    if (isNothing) return { ...found, remedy: "Let the command see to it" };
    const isMisplaced = isGroup
      ? IN_HANDLER.includes(key) && !handlers.every((one) => one[key] === value)
      : key === "matcher" && item !== group;
    if (!isMisplaced) continue;
    const remedy = `Write it in the ${isGroup ? "handler" : "group"}`;
    return { ...found, reason: "the agent does not read it here", remedy };
  }
  return undefined;
}

/** A value the agent's schema does not take, though it says nothing. */
function nothing({ item }: HookSite): Found | undefined {
  const keys = ["matcher", "type", "command", "if", "timeout", "async", "once", "onFailure"];
  const key = keys.find((key) => item[key] === null) ??
    (item.onFailure === "allow" ? "onFailure" : undefined);
  return key === undefined ? undefined : { key: `.${key}`, what: `"${key}": ${item[key]}` };
}

export const HANDLER_RULES: readonly HookRule[] = rulesOf({ at: "both", key: "" }, {
  "hook-key": { reason: "the agent does not know this key", find: strangeKey },
  "hook-null": {
    reason: "the agent cannot read it, and drops what holds it",
    remedy: "Take it out",
    find: nothing,
  },
}).concat(rulesOf({}, {
  "hook-timeout-unit": {
    key: ".timeout",
    reason: "the agent counts seconds",
    find({ item: { timeout } }) {
      if (typeof timeout !== "number" || !isMilliseconds(timeout)) return undefined;
      const hours = timeout / HOUR_S;
      const long = hours < 1 ? `${Math.round(timeout / 60)} minutes` : `${+hours.toFixed(1)} hours`;
      const value = timeout / 1_000;
      const remedy = `Write ${value} if milliseconds were meant`;
      return { what: `${timeout} is ${long}`, remedy, fix: [{ key: ".timeout", value }] };
    },
  },
  "hook-timeout-cap": {
    key: ".timeout",
    reason: "the agent ends all hooks of SessionEnd after 60 s at the latest",
    remedy: "Let the command hand its work to a process of its own",
    find({ event, item: { timeout, async }, file: { place } }) {
      if (event !== "SessionEnd" || async === true || typeof timeout !== "number") return undefined;
      const isPlugin = place.scope === "plugin";
      if (timeout <= (isPlugin ? 1.5 : 60) || isMilliseconds(timeout)) return undefined;
      const shared = "a plugin's does not lengthen the 1.5 s that all hooks of SessionEnd share";
      return { what: `${timeout} s`, reason: isPlugin ? shared : undefined };
    },
  },
  "hook-once": {
    key: ".once",
    reason: "the agent honours it only in the frontmatter of a skill: the hook runs each time",
    remedy: "Take it out",
    find({ item: { once } }) {
      const fix = [{ key: ".once", value: undefined }];
      return once === true ? { what: '"once"', fix } : undefined;
    },
  },
  "hook-async-decides": {
    key: ".async",
    reason: "the agent does not wait for it: what the command decides comes too late",
    remedy: 'Take "async" out',
    find(site) {
      const { row, item } = site;
      if (item.async !== true || row.gate !== true) return undefined;
      const code = codeOf(site);
      const refuses = item.asyncRewake !== true && REFUSAL_REGEXP.test(code);
      return refuses || DECISION_REGEXP.test(code) ? { what: '"async"' } : undefined;
    },
  },
  "hook-usage-refuses": {
    reason: "the agent takes exit code 2 for a refusal, not for a failure",
    remedy: "Leave with 1 where the script is called wrongly",
    find(site) {
      const { text, path } = hookScript(site);
      const lines = site.row.exit2 === "refuse" ? text.split("\n") : [];
      const isUsage = lines.some((line, at) =>
        /usage:/i.test(line) && lines.slice(at, at + 3).some((next) => /\bexit 2\b/.test(next))
      );
      return isUsage ? { what: `"${path}" leaves with 2 when it is called wrongly` } : undefined;
    },
  },
}));
