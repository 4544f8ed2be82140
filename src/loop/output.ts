/** What a session looks like from outside: a fold over its events for each format. */
import { text as textLines } from "./text_output.ts";
import { hookRow, resultFields, streamFields } from "./stream_output.ts";
import type { LoopEvent } from "./events.ts";

export interface Output {
  /** What to print of an event now; mostly nothing, or lines. */
  readonly take: (event: LoopEvent) => string;
  /** What to print when all is over. */
  readonly end: () => string;
}

export interface OutputTerms {
  readonly session: () => string;
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
      if (!isPrint) return textLines(event);
      const isAnswer = event.kind === "result" && !event.isError && event.text !== "";
      return isAnswer ? `${event.text}\n` : "";
    },
    end: NOTHING,
  }),
  json: ({ session }: OutputTerms): Output => {
    let result: LoopEvent & { kind: "result" } | undefined;
    const hooks: unknown[] = [];
    return {
      take: (event) => {
        if (event.kind === "hook_response") hooks.push(hookRow(event));
        if (event.kind === "result") result = event;
        return "";
      },
      end: () => {
        if (result === undefined) return "";
        const fields = { ...resultFields(result), session_id: session(), hooks };
        return `${JSON.stringify(fields)}\n`;
      },
    };
  },
  "stream-json": ({ session, uuid, withPartials }: OutputTerms): Output => ({
    take: (event) => {
      const fields = event.kind === "partial" && !withPartials ? undefined : streamFields(event);
      if (fields === undefined) return "";
      return `${JSON.stringify({ ...fields, session_id: session(), uuid: uuid() })}\n`;
    },
    end: NOTHING,
  }),
} as const;
