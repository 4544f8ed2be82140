/** `skillhook report retrospective`: what happened, by cause, in this session or in all since a day; for the skill run-retrospective. */
import { counted, minuteText, numberText, oneLine } from "../base/fitted_text.ts";
import type { Host } from "../host/host.ts";
import { isUnfinished, positionText } from "../progress/progress.ts";
import { chainOf } from "../progress/session_chain.ts";
import { type Cause, SessionFacts } from "./session_facts.ts";
import type { ReportContext } from "./status_report.ts";
import { findTranscript, readTranscriptTail, transcriptsSince } from "./transcript.ts";

/** Lines of one list. */
const MAX_ROWS = 10;
/** Reads of one file that are no accident. */
const MANY_READS = 3;
const MAX_SESSIONS = 50;

/** Markdown; it says when there is nothing to look at. */
export async function retrospectiveReport(host: Host, context: ReportContext): Promise<string> {
  const { projectDir, session, transcript, since } = context;
  const found = since === undefined
    ? [
      transcript ?? (session === undefined ? undefined : findTranscript(host, session, projectDir)),
    ]
    : transcriptsSince(host, projectDir, since);
  const paths = found.filter((path) => path !== undefined);
  const tails = paths.slice(0, MAX_SESSIONS).map((path) => readTranscriptTail(host, path))
    .filter((tail) => tail !== undefined);
  if (tails.length === 0) return `Transcript: none, ${whyNone(paths[0], context)}`;
  const facts = new SessionFacts();
  for (const { lines } of tails) facts.count(lines, since);
  const isCut = tails.some(({ isCut }) => isCut);
  const { prompts, toolCalls, compactions, interruptions } = facts;
  const [first] = tails;
  const more = paths.length > MAX_SESSIONS ? ` of ${paths.length}, the latest` : "";
  const head = since === undefined
    ? `Transcript: ${oneLine(first!.path, 300)} (${
      isCut ? "its last 2 MB; earlier parts are not counted" : "all of it"
    })`
    : `Transcripts: ${counted(tails.length, "session")}${more} of this project since ${
      day(since)
    }` +
      (isCut ? " (of long ones the last 2 MB)" : "");
  return [
    head,
    `Time: ${timeText(facts, tails.length)}`,
    [
      `Prompts: ${prompts}`,
      `tool calls: ${toolCalls}`,
      `compactions: ${compactions}`,
      `interruptions by you: ${interruptions}`,
    ].join(", "),
    ...tokenLines(facts),
    ...await chainLines(host, tails.map(({ path }) => sessionOf(path))),
    ...(Object.keys(LISTS) as (keyof typeof LISTS)[]).flatMap((name) => listLines(facts, name)),
  ].join("\n");
}

function whyNone(path: string | undefined, { session, since }: ReportContext): string {
  if (path !== undefined) return `"${oneLine(path, 300)}" cannot be read`;
  if (since !== undefined) return `the agent has written none for this project since ${day(since)}`;
  return session === undefined
    ? 'no session is named: "--session ID", or "--since 7d" for all of a week'
    : "the agent has not written one for this session";
}

interface List {
  readonly title: string;
  /** What there is to say besides how often. */
  readonly say?: (cause: Cause) => readonly string[];
  /** How often is worth a line; 1 unless told. */
  readonly least?: number;
  /** That there is nothing is good to know. */
  readonly isShownEmpty?: true;
}

const last: List["say"] = ({ last }) => last === "" ? [] : [`last: ${last}`];

/** What is shown, in this order. */
const LISTS = {
  skills: { title: "Skills used", isShownEmpty: true },
  commands: { title: "Commands that failed", say: last, isShownEmpty: true },
  failures: { title: "Other tool calls that failed", say: last },
  denials: { title: "Denied", say: last },
  reads: { title: "Read again and again", least: MANY_READS },
  subagents: {
    title: "Subagents",
    say: ({ tokens, ms, failed }) => [
      ...tokens > 0 ? [`${numberText(tokens)} tokens`] : [],
      ...ms > 0 ? [seconds(ms)] : [],
      ...failed > 0 ? [`${failed} failed`] : [],
    ],
  },
  hooks: {
    title: "Hooks, by the time they took",
    say: ({ ms, longestMs, failed }) => [
      `${seconds(ms)} together`,
      `${numberText(longestMs)} ms at most`,
      ...failed > 0 ? [`${failed} failed`] : [],
    ],
  },
} satisfies { readonly [Name in keyof SessionFacts]?: List };

function listLines(facts: SessionFacts, name: keyof typeof LISTS): string[] {
  const { title, say = () => [], least = 1, isShownEmpty }: List = LISTS[name];
  const rows = [...facts[name]].filter(([, { count }]) => count >= least)
    .sort(([, a], [, b]) => b.ms - a.ms || b.count - a.count);
  if (rows.length === 0) return isShownEmpty ? ["", `${title}: none`] : [];
  const shown = rows.slice(0, MAX_ROWS).map(([row, cause]) =>
    `- ${row}: ${[counted(cause.count, "time"), ...say(cause)].join(", ")}`
  );
  const more = rows.length > MAX_ROWS ? [`- and ${rows.length - MAX_ROWS} more`] : [];
  return ["", `${title}:`, ...shown, ...more];
}

function tokenLines({ tokens: { read, cached, written, largest } }: SessionFacts): string[] {
  if (read + written === 0) return [];
  const share = read === 0 ? 0 : Math.round(100 * cached / read);
  const cost = `${numberText(written)} written, ${numberText(read)} read`;
  return [
    `Tokens: ${cost} (${share} % from the cache), largest context ${numberText(largest)}`,
  ];
}

/** How far the chains of the sessions came. */
async function chainLines(host: Host, sessions: readonly string[]): Promise<string[]> {
  const chains = (await Promise.all(sessions.map((session) => chainOf(host, session))))
    .filter((chain) => chain !== undefined);
  if (chains.length === 0) return [];
  const stopped = chains.filter(isUnfinished);
  const cancelled = chains.filter(({ state }) => state === "cancelled").length;
  const finished = chains.length - stopped.length - cancelled;
  const rows = stopped.slice(0, MAX_ROWS).map((chain) =>
    `- at ${positionText(chain)}, in /${oneLine(chain.steps[chain.current]!.skill, 80)}`
  );
  const sum = `Chains: ${chains.length}, ${finished} to their end, ${cancelled} cancelled, ` +
    `${stopped.length} unfinished`;
  return stopped.length === 0 ? [sum] : [`${sum}:`, ...rows];
}

function sessionOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
}

function timeText({ from, to }: SessionFacts, sessions: number): string {
  if (from === undefined || to === undefined) return "not known";
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const hours = minutes < 60 ? "" : `${Math.floor(minutes / 60)} h `;
  const [start, end] = [from, to].map((time) => time.slice(0, 16).replace("T", " "));
  // Between sessions nothing was done.
  const lasted = sessions > 1 ? "" : `, ${hours}${minutes % 60} min`;
  return `${start} to ${end} UTC${lasted}`;
}

function day(time: number): string {
  return `${minuteText(time)} UTC`;
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${numberText(ms / 1000)} s`;
}
