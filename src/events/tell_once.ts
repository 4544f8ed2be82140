/**
 * What is wrong with files of yours, as lines on your screen: standard error reaches nobody but the agent's debug log.
 * A line for each file, once per session, with what to do about it.
 */
import { type Diagnostic, formatDiagnostic } from "../base/diagnostic.ts";
import { oneLine } from "../base/fitted_text.ts";
import type { Host } from "../host/host.ts";
import type { Decision, Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { stateDirectory } from "../state/state_directory.ts";

/** Their answers are for nobody's screen. */
const UNSEEN: ReadonlySet<string> = new Set(["PreCompact", "SessionEnd"]);
/** Nothing is wrong with the file, but something waits for your word. */
const AWAITS_YOU: ReadonlySet<string> = new Set(["directive-untrusted", "settings-not-approved"]);
/** The agent takes a skill without frontmatter, and the doctor speaks of a directory. */
const CAN_WAIT: ReadonlySet<string> = new Set(["frontmatter-missing", "state-unwritable"]);
const MAX_LINES = 5;
const MAX_LENGTH = 400;

/** The verdict's decision, with a line for each file whose flaw this session has not been told of. */
export async function tellOnce(
  { decision, diagnostics }: Verdict,
  { event, sessionId }: Pick<HookInput, "event" | "sessionId">,
  host: Host,
): Promise<Decision> {
  if (sessionId === undefined || UNSEEN.has(event)) return decision;
  if (decision.kind === "text") return decision;
  const first = new Map<string, Diagnostic>();
  for (const flaw of diagnostics) {
    const about = flaw.path ?? flaw.message;
    const isDue = AWAITS_YOU.has(flaw.code) ||
      flaw.severity === "error" && !CAN_WAIT.has(flaw.code);
    if (isDue && !first.has(about)) first.set(about, flaw);
  }
  const unknown = await unsaid([...first.keys()], sessionId, host);
  if (unknown.length === 0) return decision;
  const more = unknown.length - MAX_LINES;
  const lines = [
    ...unknown.slice(0, MAX_LINES).map((about) => formatDiagnostic(cured(first.get(about)!))),
    ...more > 0 ? [`${more} more: run "skillhook doctor"`] : [],
  ];
  const before = "systemMessage" in decision ? decision.systemMessage : undefined;
  const systemMessage = [...before === undefined ? [] : [before], shownLines(lines)].join("\n");
  return decision.kind === "pass"
    ? { kind: "message", systemMessage }
    : { ...decision, systemMessage };
}

/** One line each, none so long that it hides the others. */
export function shownLines(lines: readonly string[]): string {
  return lines.slice(0, MAX_LINES + 1).map((line) => `skillhook: ${oneLine(line, MAX_LENGTH)}`)
    .join("\n");
}

function cured(flaw: Diagnostic): Diagnostic {
  if (flaw.remedy !== undefined) return flaw;
  return { ...flaw, remedy: 'Correct that, then run "skillhook lint"' };
}

/** Those that this session has not been told; all of them where nothing can be remembered. */
export async function unsaid(
  texts: readonly string[],
  session: string | undefined,
  host: Host,
): Promise<readonly string[]> {
  const state = stateDirectory(host);
  if (texts.length === 0 || session === undefined || state === undefined) return texts;
  const { readSaid, writeSaid } = await import("../index/said_record.ts");
  const record = await readSaid(host, state, session);
  const hashes = await Promise.all(texts.map((text) => host.sha256(text)));
  const isNew = (_: string, index: number) => !record.hashes.includes(hashes[index]!);
  const fresh = texts.filter(isNew);
  if (fresh.length > 0) {
    const all = [...record.hashes, ...hashes.filter(isNew)];
    await writeSaid(host, state, session, { ...record, hashes: all });
  }
  return fresh;
}
