/** Events as lines for people. */
import { oneLine } from "../base/fitted_text.ts";
import { type LoopEvent, messageText } from "./events.ts";

const WIDTH = 300;

/** Empty: nothing that a person would miss. */
export function text(event: LoopEvent): string {
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
      const mark = isText ? "" : event.type === "assistant" ? "-> " : "<- ";
      const shown = isText ? said : oneLine(said, WIDTH);
      return `${indent}${mark}${shown.replaceAll("\n", `\n${indent}`)}\n`;
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
      return `  [${hook_name}] ${oneLine(command, 80)}: ${how}${said === "" ? "" : `: ${said}`}\n`;
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
