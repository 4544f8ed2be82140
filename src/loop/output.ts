/** What a session looks like from outside: a fold over its events for each format. */
import { oneLine } from "../base/fitted_text.ts";
import { type LoopEvent, messageText, type ResultEvent } from "./events.ts";

interface Output {
  /** What to print of an event now; mostly nothing, or lines. */
  readonly take: (event: LoopEvent) => string;
  readonly end?: () => string;
}

interface OutputTerms {
  readonly session: string;
  readonly uuid: () => string;
  readonly isPrint: boolean;
  readonly withPartials: boolean;
}

/** ADD A FORMAT: one row. */
export const OUTPUTS = {
  text: ({ isPrint }: OutputTerms): Output => ({
    take: (event) => {
      if (!isPrint) return eventText(event);
      return event.type === "result" && !event.is_error && event.result ? `${event.result}\n` : "";
    },
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
      end: () => result ? `${JSON.stringify({ ...result, session_id: session, hooks })}\n` : "",
    };
  },
  "stream-json": ({ session, uuid, withPartials }: OutputTerms): Output => ({
    take: (event) =>
      event.type === "prompt" || event.type === "stream_event" && !withPartials
        ? ""
        : `${JSON.stringify({ ...event, session_id: session, uuid: uuid() })}\n`,
  }),
} as const;

const WIDTH = 300;

/** Lines for people; empty: nothing that a person would miss. */
function eventText(event: LoopEvent): string {
  switch (event.type) {
    case "prompt":
      return `> ${event.text}\n`;
    case "system":
      return systemText(event);
    case "assistant":
    case "user": {
      const said = messageText(event.message);
      const isText = event.type === "assistant" && event.message.content[0]?.type === "text";
      const indent = event.parent_tool_use_id === null ? "" : "    ";
      const mark = event.type === "assistant" ? "-> " : "<- ";
      const shown = isText ? said : mark + oneLine(said, WIDTH);
      return `${indent}${shown.replaceAll("\n", `\n${indent}`)}\n`;
    }
    case "result": {
      const { is_error, terminal_reason, result, num_turns } = event;
      // An answer of the model's was told as it came, and an error is for standard error.
      if (is_error || terminal_reason === "completed" && num_turns > 0) return "";
      return result === "" ? `  ! Ended: ${terminal_reason}\n` : `${result}\n`;
    }
    case "stream_event":
      return "";
    default:
      return event satisfies never;
  }
}

function systemText(event: LoopEvent & { readonly type: "system" }): string {
  switch (event.subtype) {
    case "hook_response": {
      const { hook_name, command, outcome, exit_code, stdout, stderr } = event;
      const how = outcome === "error" ? `exit code ${exit_code ?? "none"}` : outcome;
      const said = oneLine(stderr.trim() || stdout.trim(), WIDTH);
      return `  [${hook_name}] ${oneLine(command, 80)}: ${how}${said && `: ${said}`}\n`;
    }
    case "informational":
      return `  ! ${event.content}\n`;
    case "permission_denied":
      return `  ! ${event.tool_name} was not allowed: ${event.message}\n`;
    case "compact_boundary":
      return "  ! The conversation was compacted\n";
    case "init":
    case "hook_started":
      return "";
    default:
      return event satisfies never;
  }
}
