/**
 * Hook mode: decode → dispatch → handle → encode, and the only catch-all. Whatever goes wrong, the
 * agent gets silence or one line on standard error; never exit code 2.
 */
import { formatDiagnostic } from "./base/diagnostic.ts";
import { terminalText } from "./base/terminal_text.ts";
import { agentOf } from "./agents/table.ts";
import type { EventModule, EventRow } from "./events/event.ts";
import { EVENTS } from "./events/table.ts";
import type { Host, Outcome } from "./host/host.ts";
import { type Decided, encodeDecision, PASS, type Verdict } from "./protocol/decision.ts";
import { decodeInput, type HookInput, InputError } from "./protocol/input.ts";
import { readObject } from "./protocol/read_object.ts";
import type { Guarded } from "./trust/guarded_host.ts";
import { isLogSet, logVariable } from "./trace/is_logged.ts";

const STDIN_DEADLINE_MS = 5_000;
const SILENCE: Outcome = { stdout: "", stderr: "", code: 0 };

/** Reads one event from standard input and answers it: code 0, or 1 with one line on standard error. */
export async function runHook(host: Host, deadlineMs = STDIN_DEADLINE_MS): Promise<Outcome> {
  const read = await readObject(host, { deadlineMs });
  if ("flaw" in read) return fail(`Cannot read hook input: ${read.flaw}`);
  return await answerAndLog(read.text, host);
}

/** The log is opt-in; without it a silent event pays one look at the environment. */
async function answerAndLog(text: string, host: Host): Promise<Outcome> {
  const said = logVariable(host);
  if (said === true) {
    const { logEverything } = await import("./trace/log_file.ts");
    return await logEverything(text, host, decide);
  }
  const start = host.monotonic();
  const { outcome, decision } = await decide(text, host);
  const isSilent = outcome.stdout === "" && outcome.stderr === "";
  if (isSilent || said === false || !(await isLogSet(host))) return outcome;
  const { logAnswer } = await import("./trace/log_file.ts");
  return logAnswer(host, { text, outcome, decision, ms: host.monotonic() - start, why: [] });
}

export async function answer(text: string, host: Host): Promise<Outcome> {
  return (await decide(text, host)).outcome;
}

async function decide(text: string, host: Host): Promise<Decided> {
  let event = "";
  try {
    const input = decodeInput(text);
    event = input.event;
    // What another agent sends comes back here in Claude Code's words.
    const load = host.ways === undefined ? agentOf(input.fields, host).load : undefined;
    if (load !== undefined) {
      const { answerAs } = await import("./agents/answer_as.ts");
      return await answerAs(await load(), input, host, decide);
    }
    const row = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
    if (row === undefined) return { outcome: SILENCE, decision: PASS };
    const module = await row.load();
    const decoded = module.decode(input);
    host.note?.("decoded", JSON.stringify(decoded));
    const verdict = module.quick?.(decoded, host) ??
      await handleGuarded(module, decoded, input, row, host);
    host.note?.("decision", JSON.stringify(verdict.decision));
    return { outcome: speak(event, verdict), decision: verdict.decision };
  } catch (error) {
    if (error instanceof InputError) return { outcome: fail(error.message), decision: undefined };
    // Our own bug, or a deadline: we step aside, and nothing is blocked by accident.
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: fail(`Cannot handle ${event}: ${reason}`), decision: undefined };
  }
}

/** What may read a project's files has a host that guards them. */
async function handleGuarded(
  module: EventModule<unknown>,
  decoded: unknown,
  input: HookInput,
  row: EventRow,
  host: Host,
): Promise<Verdict> {
  const { guardHost } = await import("./trust/guarded_host.ts");
  const guarded = guardHost(host, () => [host.env("CLAUDE_PROJECT_DIR"), input.cwd]);
  const handled = module.handle(decoded, guarded.host);
  // Handlers that answer at once never cost a timer.
  const { decision, ...verdict } = handled instanceof Promise
    ? await Promise.race([handled, endAt(row.deadlineMs, host)])
    : handled;
  // Masking comes first: what it hides is among the flaws.
  const answer = masked(decision, guarded);
  const diagnostics = [...verdict.diagnostics, ...guarded.flaws()];
  if (diagnostics.length === 0) return { decision: answer, diagnostics };
  const { tellOnce } = await import("./events/tell_once.ts");
  return { decision: await tellOnce({ decision: answer, diagnostics }, input, host), diagnostics };
}

async function endAt(deadlineMs: number, host: Host): Promise<never> {
  await host.sleep(deadlineMs);
  throw new Error(`no answer within ${deadlineMs / 1000} s`);
}

function speak(event: string, { decision, diagnostics }: Verdict): Outcome {
  const stdout = encodeDecision(event, decision);
  let stderr = "";
  // No map(): most answers have no line, and its first use takes a hundredth of a silent prompt.
  for (const diagnostic of diagnostics) {
    stderr += terminalText(`skillhook: ${formatDiagnostic(diagnostic)}\n`);
  }
  return { stdout: stdout === "" ? "" : stdout + "\n", stderr, code: 0 };
}

/** Before the text is cut to the agent's cap: half a key is one, too. */
function masked(decision: Verdict["decision"], { mask }: Guarded): Verdict["decision"] {
  const fields: Record<string, unknown> = { ...decision };
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") fields[name] = mask(value);
  }
  return fields as unknown as Verdict["decision"];
}

function fail(message: string): Outcome {
  const line = message.replaceAll(/[\r\n]+/g, " ");
  return { stdout: "", stderr: `skillhook: ${terminalText(line)}\n`, code: 1 };
}
