/** What running a handler gave, whatever kind of handler it is, and what its output is. */
import { counted } from "../base/fitted_text.ts";
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { CapturedOutput, CommandResult } from "../host/host.ts";

export interface HandlerRun extends Pick<CommandResult, "signal" | "reason" | "durationMs"> {
  /**
   * As a command ends; or `answered`: by HTTP or a judge; `failed`: no usable answer; `started`: not waited for;
   * `unavailable`: nothing here can run it; `told`: a prompt that goes to the model as it is.
   */
  readonly kind: CommandResult["kind"] | "answered" | "failed" | "started" | "unavailable" | "told";
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes of standard output that were not kept. */
  readonly dropped: number;
}

export function makeRun(kind: HandlerRun["kind"], parts: Partial<HandlerRun> = {}): HandlerRun {
  const none = { code: undefined, signal: "", reason: "", stdout: "", stderr: "" };
  return { kind, ...none, dropped: 0, durationMs: 0, ...parts };
}

export function fromCommand(result: CommandResult): HandlerRun {
  const { kind, code, signal, reason, durationMs, stdout, stderr } = result;
  const ending = { kind, code: kind === "exited" ? code : undefined, signal, reason, durationMs };
  return { ...ending, stdout: decode(stdout), stderr: decode(stderr), dropped: stdout.dropped };
}

function decode({ head, tail, dropped }: CapturedOutput): string {
  const [start, end] = [head, tail].map((bytes) => new TextDecoder().decode(bytes));
  return dropped === 0
    ? start!
    : `${start}\n[skillhook: ${counted(dropped, "byte")} left out]\n${end}`;
}

/** How a handler ended, never empty, in words that scripts may look for: `exit status 3`, `signal: killed`. */
export function endingText(run: HandlerRun, deadlineMs: number): string {
  const { kind, code, signal, reason } = run;
  if (kind === "exited") return `exit status ${code}`;
  if (kind === "signaled") return `signal: ${SIGNALS[signal] ?? signal}`;
  if (kind === "timeout") return `no answer within ${Math.round(deadlineMs) / 1000} s`;
  if (kind === "unstartable") return `cannot start: ${reason}`;
  return reason === "" ? kind : reason;
}

const SIGNALS: Readonly<Record<string, string>> = {
  SIGABRT: "aborted",
  SIGFPE: "floating point exception",
  SIGHUP: "hangup",
  SIGINT: "interrupt",
  SIGKILL: "killed",
  SIGPIPE: "broken pipe",
  SIGQUIT: "quit",
  SIGSEGV: "segmentation fault",
  SIGTERM: "terminated",
};

/** What the agent reads of the answer to any event; a line with one of these is meant as one. */
export const HOOK_FIELDS: readonly string[] = [
  ...["continue", "stopReason", "suppressOutput", "systemMessage", "terminalSequence"],
  ...["decision", "reason", "hookSpecificOutput", "async", "asyncTimeout"],
];

export function readOutput(stdout: string) {
  // A BOM is white space to `trim`.
  const text = stdout.trim();
  if (text === "") return { kind: "empty" } as const;
  if (!text.startsWith("{") || !text.endsWith("}")) return { kind: "text", text } as const;
  const whole = parseJson(text);
  if (isFields(whole)) return { kind: "json", fields: whole } as const;
  const values = text.split("\n").filter((line) => line.trim() !== "").map(parseJson);
  if (values.length < 2 || values.includes(undefined)) {
    return { kind: "broken", flaw: "standard output is not valid JSON" } as const;
  }
  if (!values.some((value) => isFields(value) && looksLikeAnswer(value))) {
    return { kind: "text", text } as const;
  }
  return { kind: "broken", flaw: "standard output holds more than one JSON document" } as const;
}

export function looksLikeAnswer(fields: Fields): boolean {
  return HOOK_FIELDS.some((name) => Object.hasOwn(fields, name));
}
