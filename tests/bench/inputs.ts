/** What the agent sends, for every kind of run. */

/** A chain of three that every generated world can answer. */
export const CHAIN = "/design plans/foo, /plan-adhoc and /orchestrate";
/** A prompt that is no business of ours. */
export const SILENT = "What does the parser do with an empty list, and where is that tested?";
/** A prompt of the first tier. */
export const SHORTCUT = "x";

/** A prompt event. */
export function promptEvent(prompt: string, cwd: string): string {
  return anyEvent("UserPromptSubmit", cwd, { prompt });
}

/** An event with the fields of all of them: which one reads which is not the benchmark's business. */
export function anyEvent(event: string, cwd: string, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    session_id: "bench",
    transcript_path: `${cwd}/transcript.jsonl`,
    cwd,
    permission_mode: "default",
    hook_event_name: event,
    source: "startup",
    trigger: "auto",
    reason: "other",
    tool_name: "Bash",
    tool_input: { command: "ls -l" },
    tool_response: { stdout: "total 0" },
    agent_type: "general-purpose",
    expansion_type: "slash_command",
    command_name: "design",
    command_args: "plans/foo",
    message: "Done",
    ...fields,
  }) + "\n";
}

/** What people paste, one text per shape. */
const SHAPES = {
  /** Paths, quotes, brackets, URLs in every line. */
  log: [
    `2026-01-05T10:00:00Z INFO [server] GET https://example.com/api/items?id=12 "Mozilla/5.0 (X11)" 200`,
    `  at handle (/srv/app/src/routes/items.ts:42:17) { code: 'ENOENT', path: "/tmp/x" }`,
    `The service was restarted after that, and then the same request went through; see docs/run.md.`,
    `> we don't know why: it's \`cache.get()\` that fails, not /commit or /design itself`,
  ],
  /** Sentences. */
  prose: [
    "We read the plan again, and nobody is sure that it's the right one: the tests don't say.",
    "The parser keeps what it was given. Then it answers, because an answer is what was asked for.",
    "That was in March; since then the numbers are better, and users have stopped to complain.",
  ],
} as const;

/** A kind of long prompt. */
export type Shape = keyof typeof SHAPES;

/**
 * A chain with a pasted text behind its first skill.
 *
 * @param length UTF-16 units, about
 */
export function longPrompt(length: number, shape: Shape = "log"): string {
  const lines = SHAPES[shape];
  let text = "/design";
  for (let line = 0; text.length < length; line++) text += `\n${lines[line % lines.length]}`;
  return `${text}\n${CHAIN.slice(CHAIN.indexOf(","))}`;
}
