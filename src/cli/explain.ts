/** `skillhook explain`: what one event makes us do, and why. Runs the real handler; nothing is written. */
import { placeOfKey } from "../base/json_tree.ts";
import { isOwn } from "../doctor/own_handlers.ts";
import { EVENTS } from "../events/table.ts";
import { loadConfigured } from "../hooks/configured.ts";
import type { Host, Outcome } from "../host/host.ts";
import { decodeInput, type HookInput, InputError } from "../protocol/input.ts";
import { answer } from "../runner.ts";
import { type EventHead, explain, explanationText } from "../trace/explanation.ts";
import { readLastEvent } from "../trace/log_file.ts";
import { watchingHost } from "../trace/watching_host.ts";
import { readAllStdin } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** Exit 1 when there is no event to explain. */
export async function explainVerb(options: Given<"explain">, host: Host): Promise<Outcome> {
  const text = options.flag("last") ? newestEvent(host) : await readAllStdin(host);
  const input = readInput(text);
  const watched = watchingHost(host);
  const start = host.monotonic();
  const outcome = await answer(text, watched.host);
  const explanation = explain(host, watched, outcome, host.monotonic() - start);
  const head = await headOf(host, input);
  if (!options.flag("json")) return success(explanationText(head, explanation));
  const { ms, ...rest } = explanation;
  return success(JSON.stringify({ ...head, ...rest, ms }));
}

/** The event that was kept last, while the log was on. */
export function newestEvent(host: Host): string {
  const text = readLastEvent(host);
  if (text !== undefined) return text;
  throw new VerbError(
    "Cannot find the newest event: none was kept: turn the log on with SKILLHOOK_LOG=1",
  );
}

/** What is no event is explained too: by the answer that the hook gives to it. */
function readInput(text: string): HookInput | undefined {
  try {
    return decodeInput(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function headOf(host: Host, input: HookInput | undefined): Promise<EventHead> {
  if (input === undefined) return { event: "", wired: [] };
  const { event } = input;
  const row = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  const projectDir = host.env("CLAUDE_PROJECT_DIR") ?? input.cwd ?? host.cwd();
  const { loaded } = await loadConfigured(host, { projectDir, settings: [], shape: undefined });
  const wired = loaded.handlers.filter((handler) => handler.event === event && isOwn(handler))
    .map(({ origin: { path, key }, timeoutMs }) => {
      const place = placeOfKey(host.readText(path) ?? "", key);
      const timeout_s = timeoutMs === undefined ? undefined : timeoutMs / 1000;
      return { path, ...place === undefined ? {} : { line: place.line }, timeout_s };
    });
  if (row === undefined) return { event, wired };
  const { summary, deadlineMs: deadline_ms } = row;
  return { event, row: { summary, deadline_ms }, wired };
}
