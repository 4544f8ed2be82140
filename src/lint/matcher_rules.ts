/** Rules for matchers and `if`: what the real agent compares them with (tests/agent/check_scenarios.ts). ADD A TOOL OF THE AGENT: a word. */
import { didYouMean } from "../base/diagnostic.ts";
import { asString } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { matches, matchesAll, readMatcher } from "../hooks/handler.ts";
import { type Found, type HookRule, type HookSite, type Judged, rulesOf } from "./hook_files.ts";

/** Tools of the agent, of today and of earlier versions. A name that is missing here costs a warning, never an error. */
export const TOOLS: readonly string[] =
  ("Agent AgentOutputTool AskUserQuestion Bash BashOutput Brief Config CronCreate CronDelete CronList Edit " +
    "EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep KillBash KillShell LS LSP ListAgents " +
    "ListMcpResources ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead PowerShell PushNotification " +
    "REPL Read ReadMcpResource ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup SendMessage " +
    "SendUserFile SendUserMessage Skill Sleep SlashCommand StructuredOutput Task TaskCreate TaskGet TaskList " +
    "TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoRead TodoWrite ToolSearch WaitForMcpServers WebFetch " +
    "WebSearch Workflow Write").split(" ");

const words = (text: string): readonly string[] => text.split(" ");

/** What else matchers are compared with, where the agent has a fixed list of it; by event. */
export const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: words("startup resume clear compact fork"),
  SessionEnd: words("clear resume logout prompt_input_exit other bypass_permissions_disabled"),
  Setup: words("init maintenance"),
  PreCompact: words("manual auto"),
  PostCompact: words("manual auto"),
  ConfigChange: words("user_settings project_settings local_settings policy_settings skills"),
  InstructionsLoaded: words("session_start nested_traversal path_glob_match include compact"),
  DirectoryAdded: words("slash_command register_repo_root"),
};

const PERMISSION_RULE_REGEXP = /^\s*([A-Z][A-Za-z]*)\(([^|]+)\)\s*$/;
const EXPRESSION_REGEXP = /==|&&|\btool_?[nN]ame\b/;
const COMPARISON_REGEXP = /^tool(?:_?[nN]ame)?\s*={2,3}\s*["'][A-Za-z]+["']$/;
const FITS_ALL_REGEXP = /^\^?\(?\.[*+]\??\)?\$?$/;

function judgeMatcher(site: HookSite): Judged | undefined {
  const { item, event, row } = site;
  const text = asString(item.matcher);
  if (text === undefined || matchesAll(text)) return undefined;
  const what = `"${text}"`;
  if (row.matchOn === undefined) {
    const fix = [{ key: ".matcher", value: undefined }];
    const isMeant = FITS_ALL_REGEXP.test(text) || text === event;
    return isMeant ? undefined : { code: "hook-matcher-ignored", what: `${what} on ${event}`, fix };
  }
  const isTool = row.matchOn === "tool_name";
  const matcher = readMatcher(text, row.literalMatcher);
  const other = isTool ? otherLanguage(text, site) : undefined;
  if ("flaw" in matcher) {
    const { remedy, fix } = other ?? {};
    return { code: "hook-matcher-regex", what: `${what}: ${matcher.flaw}`, remedy, fix };
  }
  const subjects = isTool ? TOOLS : SUBJECTS[event];
  if (subjects === undefined) return undefined;
  const { names, pattern } = matcher;
  if (names !== undefined) return judgeNames(names, subjects, isTool);
  // A look-ahead such as `^(?!Bash$)` fits the empty text, and not everything.
  const isAll = pattern?.test("") && ["mcp__x__y", ...subjects].every((one) => pattern.test(one));
  if (isAll && !FITS_ALL_REGEXP.test(text)) return { code: "hook-matcher-all", what };
  // Which tools a server brings, nobody knows here.
  if (isTool && /mcp/i.test(text)) return undefined;
  if (subjects.some((subject) => matches(matcher, subject))) return undefined;
  return { code: other === undefined ? "hook-matcher-tool" : "hook-matcher-dead", what, ...other };
}

function judgeNames(
  names: readonly string[],
  subjects: readonly string[],
  isTool: boolean,
): Judged | undefined {
  const right = names.map((name) => meant(name, subjects, isTool));
  const wrong = names.filter((name, at) => right[at] !== name && (right[at] || !isTool));
  const list = right.includes(undefined) ? undefined : right.join("|");
  if (wrong.length > 0) {
    const code = wrong.length === names.length ? "hook-matcher-dead" : "hook-matcher-part";
    const what = `"${wrong.join('", "')}"`;
    if (list !== undefined) {
      return { code, what, remedy: `Write "${list}"`, fix: [{ key: ".matcher", value: list }] };
    }
    return { code, what, remedy: isTool ? undefined : `Write one of ${subjects.join(", ")}` };
  }
  if (names.length === 0 || right.some((name) => name !== undefined)) return undefined;
  const remedy = didYouMean(nearestWord(names[0]!, subjects));
  return { code: "hook-matcher-tool", what: `"${names.join("|")}"`, remedy };
}

/** The word as the agent has it; `undefined`: unknown. */
function meant(name: string, subjects: readonly string[], isTool: boolean): string | undefined {
  if (isTool && name.startsWith("mcp__")) {
    const [, server = "", tool = ""] = name.split("__");
    return tool === "" && server !== "" ? `mcp__${server}__.*` : name;
  }
  const lower = name.toLowerCase();
  return subjects.includes(name) ? name : subjects.find((word) => word.toLowerCase() === lower);
}

/** A permission rule or an expression in a matcher's place, with what was meant. */
function otherLanguage(text: string, site: HookSite): Partial<Found> | undefined {
  const [, tool = "", content] = PERMISSION_RULE_REGEXP.exec(text) ?? [];
  if (content !== undefined && TOOLS.includes(tool)) {
    const rule = `${tool}(${content.replace(/:\*$/, " *")})`;
    const isFree = site.item.hooks !== undefined && site.handlers.every(({ if: own }) => !own);
    const rules = site.handlers.map((_, at) => ({ key: `.hooks[${at}].if`, value: rule }));
    return {
      remedy: `Write "matcher": "${tool}", and "if": "${rule}" in the handler`,
      fix: isFree ? [{ key: ".matcher", value: tool }, ...rules] : undefined,
    };
  }
  if (!EXPRESSION_REGEXP.test(text)) return undefined;
  const named = [...text.matchAll(/["']([A-Za-z]+)["']/g)].map(([, name = ""]) => name);
  const tools = named.filter((name) => TOOLS.includes(name));
  const list = [...new Set(tools)].join("|") || "Edit|Write";
  const isWhole = tools.length === named.length &&
    text.split("||").every((one) => COMPARISON_REGEXP.test(one.trim()));
  return {
    remedy: `Write names of tools, such as "${list}", and let the command look at the rest`,
    fix: isWhole ? [{ key: ".matcher", value: list }] : undefined,
  };
}

/** What the agent reads: one tool, to the letter, and what may stand in its parentheses. */
const CONDITION_REGEXP = /^([A-Za-z_][\w-]*)(?:\((.*)\))?$/s;
const SHELLS: readonly string[] = ["Bash", "PowerShell"];
const FILE_TOOLS: readonly string[] = ["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"];

function judgeCondition(site: HookSite): Judged | undefined {
  const text = asString(site.item.if);
  if (!text || site.row.tool !== true) return undefined;
  const dead = deadCondition(text);
  if (dead !== undefined) {
    const trimmed = text.trim();
    const isBlank = trimmed !== text && deadCondition(trimmed) === undefined;
    const fix = isBlank ? [{ key: ".if", value: trimmed }] : undefined;
    return { code: "hook-if-dead", what: `"${text}"`, ...dead, fix };
  }
  const tool = text.split("(", 1)[0]!;
  const written = asString(site.group.matcher);
  if (written === undefined || matchesAll(written) || tool.startsWith("mcp__")) return undefined;
  const matcher = readMatcher(written);
  if ("flaw" in matcher || !TOOLS.some((name) => matches(matcher, name))) return undefined;
  // The agent has two names for one tool.
  const names = tool === "Task" || tool === "Agent" ? ["Task", "Agent"] : [tool];
  if (names.some((name) => matches(matcher, name))) return undefined;
  return { code: "hook-if-excluded", what: `"${text}" beside matcher "${written}"` };
}

/** Why it fits no call. */
function deadCondition(text: string): Partial<Found> | undefined {
  const [, tool, content = ""] = CONDITION_REGEXP.exec(text) ?? [];
  if (tool === undefined || /\)\s*(?:\|\|?|&&|,)\s*\w+\(/.test(text)) return {};
  const right = meant(tool, TOOLS, true);
  if (right !== tool) {
    if (right === undefined) return undefined;
    return { remedy: right.startsWith("mcp__") ? "Name the tool whole" : `Write "${right}"` };
  }
  if (SHELLS.includes(tool) && /\||&&|;/.test(content)) {
    return { reason: "the agent compares it with each command of a line, which has no |, && or ;" };
  }
  if (FILE_TOOLS.includes(tool) && /[|{}]/.test(content)) {
    return { reason: "the agent's patterns for paths know neither {a,b} nor a|b" };
  }
  return undefined;
}

export const MATCHER_RULES: readonly HookRule[] = [
  ...rulesOf({ at: "group", key: ".matcher", judge: judgeMatcher }, {
    "hook-matcher-regex": {
      reason: "the agent cannot read this regular expression, and never runs these hooks",
      remedy: 'Write names of tools ("Edit|Write") or a JavaScript regular expression',
    },
    "hook-matcher-dead": {
      reason:
        "it fits nothing that the agent compares it with, to the letter: it never runs these hooks",
      remedy: "Write a name as the agent has it",
    },
    "hook-matcher-part": {
      reason: "this part fits nothing that the agent compares it with, to the letter",
      remedy: "Write the name as the agent has it",
    },
    "hook-matcher-tool": {
      reason: "no tool of the agent is known that it fits: it never runs these hooks",
      remedy: 'Name tools of the agent\'s, such as "Edit|Write" or "mcp__SERVER__.*"',
    },
    "hook-matcher-all": {
      reason: "it fits the empty text, and so everything: the agent runs these hooks each time",
      remedy: 'Take the empty alternative out, or write "*" if all are meant',
    },
    "hook-matcher-ignored": {
      reason: "the agent ignores matchers of this event, and runs these hooks each time",
      remedy: "Take it out, and let the command look at the event",
    },
  }),
  ...rulesOf({ key: ".if", judge: judgeCondition }, {
    "hook-if-dead": {
      reason: 'the agent wants one rule, to the letter, like "Bash(git *)": the hook never runs',
      remedy: "Write one rule; several need a handler each",
    },
    "hook-if-excluded": {
      reason: "the matcher leaves that tool out: the hook never runs",
      remedy: "Name the tool in the matcher as well",
    },
  }),
];
