/** What is wrong with files of yours, on your screen: standard error only reaches the agent's debug log. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { oneLine } from "../base/fitted_text.ts";
import { groupBy } from "../base/group_by.ts";
import type { Host } from "../host/host.ts";
import type { Decision, Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { stateDirectory } from "../state/state_directory.ts";

/** Their answers reach no screen. */
const UNSEEN: readonly string[] = ["PreCompact", "SessionEnd"];
const AWAITS_YOU: readonly string[] = ["directive-untrusted", "settings-not-approved"];
/** The agent takes a skill without frontmatter, and the doctor speaks of a directory. */
const CAN_WAIT: readonly string[] = ["frontmatter-missing", "state-unwritable"];
const REMEDY = 'Correct that, then run "skillhook lint"';
const MAX_LINES = 5;

/** The verdict's decision, with a line for each file whose flaw this session has not been told of, and what to do. */
export async function tellOnce(
  { decision, diagnostics }: Verdict,
  { event, sessionId }: Pick<HookInput, "event" | "sessionId">,
  host: Host,
): Promise<Decision> {
  if (sessionId === undefined || UNSEEN.includes(event) || decision.kind === "text") {
    return decision;
  }
  const due = diagnostics.filter(({ code, severity }) =>
    AWAITS_YOU.includes(code) || severity === "error" && !CAN_WAIT.includes(code)
  );
  const byFile = groupBy(due, ({ path, message }) => path ?? message);
  const unknown = await unsaid([...byFile.keys()], sessionId, host);
  if (unknown.length === 0) return decision;
  const lines = unknown.slice(0, MAX_LINES).map((about) => {
    const flaw = byFile.get(about)![0]!;
    return formatDiagnostic({ ...flaw, remedy: flaw.remedy ?? REMEDY });
  });
  const more = unknown.length - MAX_LINES;
  if (more > 0) lines.push(`${more} more: run "skillhook doctor"`);
  const shown = shownLines(lines);
  if (decision.kind === "pass") return { kind: "message", systemMessage: shown };
  const before = decision.systemMessage;
  return { ...decision, systemMessage: before === undefined ? shown : `${before}\n${shown}` };
}

/** One line each, none so long that it hides the others. */
export function shownLines(lines: readonly string[]): string {
  return lines.slice(0, MAX_LINES + 1).map((line) => `skillhook: ${oneLine(line, 400)}`).join("\n");
}

export async function unsaid(texts: readonly string[], session: string | undefined, host: Host) {
  const counts = await timesTold(texts, session, host, 1);
  return texts.filter((_, index) => counts[index] === 0);
}

/** How often this session was told each text before, up to `most`; 0 where nothing can be remembered. */
export async function timesTold(
  texts: readonly string[],
  session: string | undefined,
  host: Host,
  most: number,
): Promise<readonly number[]> {
  const state = stateDirectory(host);
  if (texts.length === 0 || session === undefined || state === undefined) return texts.map(() => 0);
  const { readSaid, writeSaid } = await import("../index/kept_records.ts");
  const record = await readSaid(host, state, session);
  const own = await Promise.all(texts.map((text) => host.sha256(text)));
  const counts = own.map((hash) => record.hashes.filter((one) => one === hash).length);
  const more = own.filter((_, index) => counts[index]! < most);
  const hashes = [...record.hashes, ...more];
  if (more.length > 0) await writeSaid(host, state, session, { ...record, hashes });
  return counts;
}
