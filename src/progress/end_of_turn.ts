/** The agent's turn is over: what that means for the session's chain. Pure. */
import type { AgentWays } from "../host/host.ts";
import { nudgeText, userLine } from "./progress_text.ts";
import { isUnfinished, type Progress } from "./progress.ts";
import type { Happening, Line } from "./record.ts";

/** What the agent says about its turn. */
export interface TurnEnd {
  readonly prompt: string | undefined;
  readonly lastMessage: string;
  /** Whether something of the session's still runs. */
  readonly isBusy: boolean;
}

/** What to keep, and what to say. */
export interface TurnVerdict {
  readonly happenings: readonly Happening[];
  /** For the model, which then goes on. */
  readonly nudge?: string;
  /** For the user. */
  readonly message?: string;
}

const SILENCE: TurnVerdict = { happenings: [] };

/** @param limit How often the model is reminded of one step. */
export function endOfTurn(
  progress: Progress | undefined,
  { prompt, lastMessage, isBusy }: TurnEnd,
  limit: number,
  ways?: AgentWays,
): TurnVerdict {
  if (!isUnfinished(progress)) return SILENCE;
  const { state, next, until, steps } = progress;
  const isOther = prompt !== undefined && progress.prompt !== undefined &&
    prompt !== progress.prompt;
  // After a question or while work goes on, the next prompt is the answer: it belongs to the chain.
  const isOwn = !isOther || state === "waiting";
  if (state === "suspended" && isOther) return SILENCE;
  if (!isOwn) return { happenings: [{ is: "suspended" }] };
  const named = prompt === undefined ? {} : { prompt };
  if (isBusy || isQuestion(lastMessage)) return { happenings: [{ is: "waiting", ...named }] };
  const adopted: Happening[] = isOther ? [{ is: "resumed", ...named }] : [];
  if (next >= steps.length) {
    return { happenings: [...adopted, { is: "done", step: progress.current }, { is: "finished" }] };
  }
  if (state === "suspended") return SILENCE;
  if (next >= until) {
    const message = `skillhook: the chain waits for your word at ${
      userLine(progress)
    }: type r to go on with it`;
    return { happenings: [...adopted, { is: "suspended" }], message };
  }
  if (limit === 0) return SILENCE;
  if (steps[next]!.nudges < limit) {
    const nudged: Happening = { is: "nudged", step: next };
    return { happenings: [...adopted, nudged], nudge: nudgeText(progress, ways) };
  }
  return {
    happenings: [{ is: "suspended" }],
    message: `skillhook: the chain stopped at ${userLine(progress)}: type r to go on with it`,
  };
}

/** Whether a kept reminder may be said: installed twice, we are told of the turn's end twice, neither knowing. */
export function isWithin(lines: readonly Line[], step: number, by: string, limit: number): boolean {
  const start = lines.findLastIndex(({ is }) => is === "planned");
  const all = lines.slice(start + 1).filter((line) => line.is === "nudged" && line.step === step);
  return all.findIndex((line) => line.is === "nudged" && line.by === by) < limit;
}

/** What may stand behind a question. */
const AFTER_REGEXP = /(?:…|\.{3}|[([][^)\]]{1,20}[)\]]|\s(?:If|Reply|Answer|Please)\b[^?]{1,80})$/;

/**
 * The last line that says something asks, in whatever script, or the line before a list of choices does. A few words
 * may follow, such as `(y/n)`.
 */
function isQuestion(message: string): boolean {
  const lines = message.trimEnd().split("\n").slice(-40).map((line) => line.trim())
    .filter((line) => line !== "");
  const last = lines.findLast((line) => !/^(?:[-*+•]|\d{1,2}[.)]|[a-zA-Z][.)])\s/.test(line));
  return [last, lines.at(-1)].some((line) =>
    /[?？؟][\s"'”’»)\]*_`\p{Extended_Pictographic}️]*$/u.test((line ?? "").replace(AFTER_REGEXP, ""))
  );
}
