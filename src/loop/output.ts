/** What a session looks like from outside: a fold over its events for each format. */
import type { LoopEvent, ResultEvent } from "./events.ts";
import { text } from "./text_output.ts";

export interface Output {
  /** What to print of an event now; mostly nothing, or lines. */
  readonly take: (event: LoopEvent) => string;
  /** What to print when all is over. */
  readonly end: () => string;
}

export interface OutputTerms {
  readonly session: string;
  readonly uuid: () => string;
  /** The last answer only, as text. */
  readonly isPrint: boolean;
  /** Pieces of answers that are still coming, too. */
  readonly withPartials: boolean;
}

const NOTHING = () => "";

/** ADD A FORMAT: one row. */
export const OUTPUTS = {
  text: ({ isPrint }: OutputTerms): Output => ({
    take: (event) => {
      if (!isPrint) return text(event);
      const isAnswer = event.type === "result" && !event.is_error && event.result !== "";
      return isAnswer ? `${event.result}\n` : "";
    },
    end: NOTHING,
  }),
  json: ({ session }: OutputTerms): Output => {
    let result: ResultEvent | undefined;
    const hooks: unknown[] = [];
    return {
      take: (event) => {
        if (event.type === "result") result = event;
        if (event.type !== "system" || event.subtype !== "hook_response") return "";
        // It repeats nothing: the output is both streams.
        const { type: _, subtype: _hook, output: _both, ...hook } = event;
        hooks.push(hook);
        return "";
      },
      end: () =>
        result === undefined
          ? ""
          : `${JSON.stringify({ ...result, session_id: session, hooks })}\n`,
    };
  },
  "stream-json": ({ session, uuid, withPartials }: OutputTerms): Output => ({
    take: (event) => {
      const isShown = event.type !== "prompt" && (event.type !== "stream_event" || withPartials);
      if (!isShown) return "";
      return `${JSON.stringify({ ...event, session_id: session, uuid: uuid() })}\n`;
    },
    end: NOTHING,
  }),
} as const;
