/** Gemini CLI 0.61: events and tools have names of their own; a prompt from its terminal has lost the skill's name. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { quickHash } from "../base/quick_hash.ts";
import { attempt, type Host } from "../host/host.ts";
import { ensureDirectories, FILE_MODE } from "../state/state_tree.ts";
import { sharedStateDirectory } from "../state/state_directory.ts";
import { type Agent, belowHome, calling, eventsOf, grouped, namesOf, waysOf } from "./agent.ts";

/** What hooks said at the session's start stands before its first prompt. */
const OWN_CONTEXT = /^(?:<hook_context>[^]*?<\/hook_context>\s*)+/;
const directory = belowHome(".gemini");
const REMINDER = "[CONTINUATION-PASSING]";
/** Milliseconds between a skill that was typed and the prompt that its arguments are. */
const AT_ONCE = 5_000;

export const gemini: Agent = {
  // PreCompress comes before every request, whether anything is compressed or not: it is no PreCompact.
  events: namesOf(
    "BeforeAgent=UserPromptSubmit AfterAgent=Stop BeforeTool=PreToolUse AfterTool=PostToolUse",
  ),
  tools: namesOf(
    "activate_skill=Skill invoke_agent=Agent run_shell_command=Bash read_file=Read " +
      "write_file=Write replace=Edit",
  ),
  projectVariable: "GEMINI_PROJECT_DIR",
  hears: "PostToolUse",
  decode(fields) {
    const { hook_event_name: event, prompt_response: answer } = fields;
    if (event !== "UserPromptSubmit" && event !== "Stop") return fields;
    const prompt = (asString(fields.prompt) ?? "").replace(OWN_CONTEXT, "");
    // A turn has no name but its prompt; a reminder of ours belongs to the turn before it.
    const turn = prompt.startsWith(REMINDER) ? {} : { prompt_id: quickHash(prompt) };
    return { ...fields, ...turn, prompt, last_assistant_message: answer };
  },
  use(fields, host) {
    const { hook_event_name: event, tool_input: input } = fields;
    if (event === "Stop") noteActivated(host, fields);
    if (event === "PostToolUse" && fields.tool_name === "Skill") {
      noteActivated(host, fields, isFields(input) ? asString(input.skill) : undefined);
    }
    if (event !== "UserPromptSubmit" || /^\//.test(String(fields.prompt))) return fields;
    const skill = justActivated(host, fields);
    return skill ? { ...fields, prompt: `/${skill} ${fields.prompt}`.trim() } : fields;
  },
  ways: waysOf(directory, {
    agent: "gemini",
    projectSkills: [".gemini/skills", ".agents/skills"],
    call: calling("activate_skill", "name"),
  }, ".agents/skills"),
  answer: {
    inputKey: "tool_input",
    decidesOnTop: true,
    cannotAsk: true,
    noTags: true,
    showsErrors: true,
  },
  files: {
    project: ".gemini/settings.json",
    directory,
    file: "settings.json",
    advice: "In a folder that is not trusted, Gemini CLI runs no hooks of the project",
    events: eventsOf("SessionStart SessionEnd BeforeAgent BeforeTool AfterTool AfterAgent", {
      BeforeTool: "invoke_agent",
      AfterTool: "activate_skill|read_file|replace|write_file|invoke_agent",
    }),
    entry: (command, seconds, matcher) =>
      grouped(command, seconds * 1000, matcher, { name: "skillhook" }),
  },
};

/** Remembers the skill that a session has just activated; without one, forgets it. */
function noteActivated(host: Host, fields: Fields, skill?: string): void {
  const path = notePath(host, fields);
  if (path === undefined) return;
  const note = JSON.stringify({ skill, at: timeOf(fields) });
  if (skill === undefined) attempt(() => host.remove(path));
  else if (ensureDirectories(host, [parentPath(path)!]) === undefined) {
    attempt(() => host.writeText(path, note, { mode: FILE_MODE }));
  }
}

/** The skill that was typed, if this prompt is what stood behind its name. One that the model activates is forgotten when its turn ends. */
function justActivated(host: Host, fields: Fields): string | undefined {
  const path = notePath(host, fields);
  const note = path && parseJson(host.glance(path) ?? "");
  if (!isFields(note)) return undefined;
  noteActivated(host, fields);
  const isNear = Math.abs(timeOf(fields) - Number(note.at)) < AT_ONCE;
  return isNear ? asString(note.skill) : undefined;
}

const timeOf = ({ timestamp }: Fields) => Date.parse(asString(timestamp) ?? "");

function notePath(host: Host, { session_id: session }: Fields): string | undefined {
  const state = sharedStateDirectory(host);
  const isName = typeof session === "string" && /^[\w-]{1,100}$/.test(session);
  return state && isName ? joinPath(state, `activated/${session}.json`) : undefined;
}
