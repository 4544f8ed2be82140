/** One row per hook event we answer. ADD AN EVENT: one file and one row (and its line in hooks.json). */
import type { EventRow } from "./event.ts";

/** Rows by the agent's event name. An event without a row is answered with silence. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  UserPromptSubmit: {
    summary: "Shortcuts, directives and continuation chains in a submitted prompt",
    deadlineMs: 8_000,
    onFailure: "advice",
    load: () => import("./user_prompt_submit.ts").then((module) => module.userPromptSubmit),
  },
};
