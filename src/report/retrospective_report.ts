/** `skillhook report retrospective`: what happened, by cause, in this session or in all since a day; for the skill run-retrospective. */
import { groupBy } from "../base/group_by.ts";
import { counted, minuteText, numberText, oneLine } from "../base/fitted_text.ts";
import type { Host } from "../host/host.ts";
import { isUnfinished, positionText } from "../progress/progress.ts";
import { chainOf } from "../progress/session_chain.ts";
import { type Happening, SessionFacts } from "./session_facts.ts";
import type { ReportContext } from "./status_report.ts";
import { findTranscript, readTranscriptTail, transcriptsSince } from "./transcript.ts";

const MAX_ROWS = 10;
const MAX_SESSIONS = 50;

export async function retrospectiveReport(host: Host, context: ReportContext): Promise<string> {
  const { projectDir, session = "", transcript, since } = context;
  const paths = since === undefined
    ? [transcript ?? findTranscript(host, session, projectDir) ?? []].flat()
    : transcriptsSince(host, projectDir, since);
  const tails = paths.slice(0, MAX_SESSIONS).map((path) => readTranscriptTail(host, path))
    .filter((tail) => tail !== undefined);
  const [first] = tails;
  if (first === undefined) return `Transcript: none, ${whyNone(paths[0], context)}`;
  const facts = new SessionFacts();
  for (const { lines } of tails) facts.count(lines, since);
  const { prompts, toolCalls, compactions, interruptions } = facts;
  const isCut = tails.some((tail) => tail.isCut);
  const extent = isCut ? "its last 2 MB; earlier parts are not counted" : "all of it";
  const more = paths.length > MAX_SESSIONS ? ` of ${paths.length}, the latest` : "";
  const long = isCut ? " (of long ones the last 2 MB)" : "";
  const sessions = `${counted(tails.length, "session")}${more} of this project`;
  return [
    since === undefined
      ? `Transcript: ${oneLine(first.path, 300)} (${extent})`
      : `Transcripts: ${sessions} since ${minuteText(since)} UTC${long}`,
    `Time: ${timeText(facts, tails.length)}`,
    `Prompts: ${prompts}, tool calls: ${toolCalls}, compactions: ${compactions}, ` +
    `interruptions by you: ${interruptions}`,
    ...tokenLines(facts),
    ...await chainLines(host, tails.map(({ path }) => path)),
    ...LISTS.flatMap((list) => listLines(facts, list)),
  ].join("\n");
}

function whyNone(path: string | undefined, { session, since }: ReportContext): string {
  if (path !== undefined) return `"${oneLine(path, 300)}" cannot be read`;
  if (since !== undefined) {
    return `the agent has written none for this project since ${minuteText(since)} UTC`;
  }
  if (session !== undefined) return "the agent has not written one for this session";
  return 'no session is named: "--session ID", or "--since 7d" for all of a week';
}

interface List {
  readonly of: Happening["list"];
  readonly title: string;
  /** What there is to say of one cause besides how often it came. */
  readonly say?: (all: readonly Happening[]) => readonly string[];
  readonly least?: number;
  readonly isShownEmpty?: true;
}

const last: List["say"] = (all) => {
  const { said } = all.findLast(({ said }) => said) ?? {};
  return said === undefined ? [] : [`last: ${said}`];
};

function sum(all: readonly Happening[], of: "ms" | "tokens"): number {
  return all.reduce((total, one) => total + one[of], 0);
}

function failures(all: readonly Happening[]): string[] {
  const failed = all.filter((one) => one.failed).length;
  return failed > 0 ? [`${failed} failed`] : [];
}

const LISTS: readonly List[] = [
  { of: "skills", title: "Skills used", isShownEmpty: true },
  { of: "commands", title: "Commands that failed", say: last, isShownEmpty: true },
  { of: "failures", title: "Other tool calls that failed", say: last },
  { of: "denials", title: "Denied", say: last },
  { of: "reads", title: "Read again and again", least: 3 },
  {
    of: "subagents",
    title: "Subagents",
    say: (all) => [
      ...sum(all, "tokens") > 0 ? [`${numberText(sum(all, "tokens"))} tokens`] : [],
      ...sum(all, "ms") > 0 ? [seconds(sum(all, "ms"))] : [],
      ...failures(all),
    ],
  },
  {
    of: "hooks",
    title: "Hooks, by the time they took",
    say: (all) => [
      `${seconds(sum(all, "ms"))} together`,
      `${numberText(all.reduce((most, { ms }) => Math.max(most, ms), 0))} ms at most`,
      ...failures(all),
    ],
  },
];

function listLines({ happenings }: SessionFacts, list: List): string[] {
  const { of, title, say = () => [], least = 1, isShownEmpty } = list;
  const own = happenings.filter((one) => one.list === of);
  const rows = [...groupBy(own, ({ cause }) => cause)].filter(([, all]) => all.length >= least)
    .sort(([, a], [, b]) => sum(b, "ms") - sum(a, "ms") || b.length - a.length)
    .map(([cause, all]) => `- ${cause}: ${[counted(all.length, "time"), ...say(all)].join(", ")}`);
  if (rows.length === 0) return isShownEmpty ? ["", `${title}: none`] : [];
  const more = rows.length > MAX_ROWS ? [`- and ${rows.length - MAX_ROWS} more`] : [];
  return ["", `${title}:`, ...rows.slice(0, MAX_ROWS), ...more];
}

function tokenLines({ tokens: { read, cached, written, largest } }: SessionFacts): string[] {
  if (read + written === 0) return [];
  const share = read === 0 ? 0 : Math.round(100 * cached / read);
  const cost = `${numberText(written)} written, ${numberText(read)} read`;
  const most = `largest context ${numberText(largest)}`;
  return [`Tokens: ${cost} (${share} % from the cache), ${most}`];
}

async function chainLines(host: Host, paths: readonly string[]): Promise<string[]> {
  const sessions = paths.map((path) => /([^/]*?)(?:\.jsonl)?$/.exec(path)![1]);
  const chains = (await Promise.all(sessions.map((session) => chainOf(host, session))))
    .filter((chain) => chain !== undefined);
  if (chains.length === 0) return [];
  const stopped = chains.filter(isUnfinished);
  const cancelled = chains.filter(({ state }) => state === "cancelled").length;
  const finished = chains.length - stopped.length - cancelled;
  const sum = `Chains: ${chains.length}, ${finished} to their end, ${cancelled} cancelled, ` +
    `${stopped.length} unfinished${stopped.length === 0 ? "" : ":"}`;
  const rows = stopped.slice(0, MAX_ROWS).map((chain) =>
    `- at ${positionText(chain)}, in /${oneLine(chain.steps[chain.current]!.skill, 80)}`
  );
  return [sum, ...rows];
}

function timeText({ times }: SessionFacts, sessions: number): string {
  const sorted = times.toSorted();
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (from === undefined || to === undefined) return "not known";
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const hours = minutes < 60 ? "" : `${Math.floor(minutes / 60)} h `;
  const [start, end] = [from, to].map((time) => time.slice(0, 16).replace("T", " "));
  // Between sessions nothing was done.
  const lasted = sessions > 1 ? "" : `, ${hours}${minutes % 60} min`;
  return `${start} to ${end} UTC${lasted}`;
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${numberText(ms / 1000)} s`;
}
