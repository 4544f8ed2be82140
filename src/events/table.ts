/** One row per hook event we answer; all others get silence. ADD AN EVENT: one file and one row (and its line in hooks.json). */
import type { EventRow } from "./event.ts";
import { userPromptSubmit } from "./user_prompt_submit.ts";

const SHORT = { deadlineMs: 4_000, timeoutS: 5 };
/** Commands of skills may run. */
const LONG = { deadlineMs: 45_000, timeoutS: 50 };

export const EVENTS: Readonly<Record<string, EventRow>> = {
  UserPromptSubmit: {
    summary: "Shortcuts, directives, continuation chains and skills' own commands in a prompt",
    deadlineMs: 8_000,
    timeoutS: 10,
    // Comes with every prompt: a script of its own to load would cost each of them a tenth of a millisecond.
    load: () => Promise.resolve(userPromptSubmit),
  },
  UserPromptExpansion: {
    summary: "A typed skill's companion: all of it at first, later its reference and fresh output",
    ...LONG,
    load: () => import("./skill_use.ts").then((module) => module.userPromptExpansion),
  },
  PreToolUse: {
    summary: "The same for a skill that the model uses; no chain goes to a subagent",
    ...LONG,
    matcher: "Skill|Agent|Task",
    load: () => import("./pre_tool_use.ts").then((module) => module.preToolUse),
  },
  PostToolUse: {
    summary: "Names skills that wait for the file just touched, and what a subagent asks for",
    ...SHORT,
    matcher: "Read|Edit|Write|Agent|Task",
    load: () => import("./post_tool_use.ts").then((module) => module.postToolUse),
  },
  Stop: {
    summary: "Reminds the model of the next step of a chain that it forgot",
    ...SHORT,
    load: () => import("./stop.ts").then((module) => module.stop),
  },
  SubagentStart: {
    summary: "Skills that skillhook.yaml gives to agents of this type",
    ...LONG,
    load: () => import("./subagent_start.ts").then((module) => module.subagentStart),
  },
  SubagentStop: {
    summary: "Tells the user what a subagent asks for",
    ...SHORT,
    load: () => import("./subagent_end.ts").then((module) => module.subagentStop),
  },
  PreCompact: {
    summary: "Skills load in full again after a compaction",
    ...SHORT,
    load: () => import("./lost_context.ts").then((module) => module.preCompact),
  },
  SessionStart: {
    summary: "The same after /clear, a compaction or a resume; lists skills the agent does not",
    ...SHORT,
    load: () => import("./session_start.ts").then((module) => module.sessionStart),
  },
  SessionEnd: {
    summary: "Forgets what was loaded in the session",
    deadlineMs: 900,
    // All hooks of this event share 1.5 s, and at a number that is not whole Codex drops the whole file.
    timeoutS: 1,
    load: () => import("./lost_context.ts").then((module) => module.sessionEnd),
  },
};
