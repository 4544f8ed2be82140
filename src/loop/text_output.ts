/** Events as lines for people. */
import { oneLine } from "../base/fitted_text.ts";
import { type LoopEvent, messageText } from "./events.ts";

const WIDTH = 300;

/** Empty: nothing that a person would miss. */
export function text(event: LoopEvent): string {
  switch (event.kind) {
    case "prompt":
      return `> ${event.text}\n`;
    case "hook_response": {
      const { hook: { name, action }, outcome, code, stdout, stderr } = event;
      const how = outcome === "error" ? `exit code ${code ?? "none"}` : outcome;
      const said = oneLine(stderr.trim() || stdout.trim(), WIDTH);
      return `  [${name}] ${oneLine(action, 80)}: ${how}${said === "" ? "" : `: ${said}`}\n`;
    }
    case "notice":
      return `  ! ${event.text}\n`;
    case "denied":
      return `  ! ${event.call.name} was not allowed: ${event.reason}\n`;
    case "assistant":
    case "user": {
      const isModel = event.kind === "assistant";
      const said = messageText({ role: event.kind, content: [event.block] });
      const indent = event.agent === undefined ? "" : "    ";
      const mark = isModel ? event.block.type === "text" ? "" : "-> " : "<- ";
      const shown = isModel && event.block.type === "text" ? said : oneLine(said, WIDTH);
      return `${indent}${mark}${shown.replaceAll("\n", `\n${indent}`)}\n`;
    }
    case "compacted":
      return `  ! Compacted (${event.trigger}): ${oneLine(event.summary, WIDTH)}\n`;
    case "result": {
      const { isError, terminal, text, turns } = event;
      // An answer of the model's was told as it came, and an error is for standard error.
      if (isError || terminal === "completed" && turns > 0) return "";
      return text === "" ? `  ! Ended: ${terminal}\n` : `${text}\n`;
    }
    case "init":
    case "hook_started":
    case "partial":
      return "";
    default:
      return event satisfies never;
  }
}
