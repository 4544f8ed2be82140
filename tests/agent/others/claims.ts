/** What must be true in every agent, each claim seen in what its model was sent. ADD ONE: a row. */
import type { Turn } from "./model_api.ts";
import type { AgentProgram, Place } from "./programs.ts";

/** One run of an agent for some claims. */
export interface Run {
  readonly claims: Readonly<Record<string, (texts: readonly string[]) => boolean>>;
  readonly prompt: (program: AgentProgram) => string;
  readonly turns: (program: AgentProgram, place: Place) => readonly Turn[];
  /** Files, by path; `~/` is the home, else the project. */
  readonly files?: (program: AgentProgram) => Readonly<Record<string, string>>;
  /** Hooks of a team's, asked at a tool's begin, in the place of ours. */
  readonly isFired?: true;
}

const some = (...parts: readonly string[]) => (texts: readonly string[]) =>
  texts.some((text) => parts.every((part) => text.includes(part)));
const never = (...parts: readonly string[]) => (texts: readonly string[]) =>
  texts.length > 0 && !some(...parts)(texts);
const times = (text: string, part: string) => text.split(part).length - 1;

const TASK = "Have the tests looked at";
const SUBTASK = "Look at the tests, and report";
const DENIED = "the team forbids this";

export const RUNS: readonly Run[] = [
  {
    claims: {
      chain: some(
        "[CONTINUATION-PASSING]\nCurrent: /design plans/foo\n" +
          "Continuation: /plan-adhoc, /orchestrate, /handoff --commit, /commit",
      ),
      "next call": some("[CONTINUATION: /orchestrate, /handoff --commit, /commit]"),
      "first use, typed": some('Instructions of the skill "design":', "Question"),
      "first use, by the model": some('Instructions of the skill "plan-adhoc":'),
      step: some("Current: /plan-adhoc (step 2/5)"),
      reminder: some("[CONTINUATION-PASSING] The turn ended with step 3 of 5 open."),
    },
    prompt: ({ sigil = "/" }) =>
      `${sigil}design plans/foo, ${sigil}plan-adhoc and ${sigil}orchestrate`,
    turns: ({ useSkill }, place) => [
      { text: "On.", tools: [useSkill("plan-adhoc", place)] },
      { text: "It is done." },
    ],
  },
  {
    claims: { shortcut: some("[SHORTCUT s: status]") },
    prompt: () => "s",
    turns: () => [{ text: "Fine." }],
  },
  {
    claims: { directive: some("[DIRECTIVE d: discuss]") },
    prompt: () => "d: x",
    turns: () => [{ text: "Fine." }],
  },
  {
    claims: {
      silence: never("[CONTINUATION-PASSING]\nCurrent:"),
      index: (texts) =>
        some("More skills of this place, listed by skillhook", "\n- other: ")(texts) &&
        texts.every((text) => times(text, "- design: ") <= 1),
    },
    prompt: () => "Copy $HOME/design, $1 and /design there",
    turns: () => [{ text: "Fine." }],
    files: ({ unlisted }) => {
      const text = "---\nname: other\ndescription: Does other things\n---\nOther.\n";
      return unlisted === undefined ? {} : { [`${unlisted}/other/SKILL.md`]: text };
    },
  },
  {
    claims: {
      "no chain for subagents": (texts) => {
        const own = texts.filter((text) => text.includes(SUBTASK) && !text.includes(TASK));
        return never("[CONTINUATION: /commit]")(own);
      },
    },
    prompt: () => TASK,
    turns: ({ spawn, shell }) => [
      { text: "On.", tools: [spawn!(`${SUBTASK} [CONTINUATION: /commit]`), shell("sleep 3")] },
      { text: "Looked." },
      { text: "Done." },
    ],
  },
  {
    claims: { "guards of a team": some(DENIED) },
    isFired: true,
    prompt: () => "Say hello",
    turns: ({ shell }) => [{ text: "On.", tools: [shell("echo hello")] }, { text: "Done." }],
    files: () => {
      const answer = {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "ask",
          permissionDecisionReason: DENIED,
        },
      };
      const command = `cat > /dev/null; printf %s '${JSON.stringify(answer)}'`;
      const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] };
      return { "~/.claude/settings.json": JSON.stringify({ hooks }) };
    },
  },
];
