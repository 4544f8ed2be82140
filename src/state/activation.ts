/** Which skills were made active or inactive, in a session or for a project: one file of lines, the last word counts. */
import type { Host, QuickHost } from "../host/host.ts";
import { appendLines, readLines } from "./line_file.ts";
import { sharedStatePath } from "./state_directory.ts";

export type ActivationScope = { readonly session: string } | { readonly project: string };

/** By the name that leads to the skill. */
export type Activation = ReadonlyMap<string, boolean>;

/** `active: null` takes back what was said. */
interface Word {
  readonly at: number;
  readonly skill: string;
  readonly active: boolean | null;
  readonly session?: string;
  readonly project?: string;
}

const FILE = "active/skills.jsonl";
/** Beyond it only what still counts is kept, and at most so many words of it. */
export const MAX_ACTIVATION_BYTES = 64 * 1024;
const MAX_WORDS = 400;
/** Sessions are no longer resumed after that. */
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;

/** @param projects Directories, the one whose words are strongest first; only the session's own words beat them. */
export function readActivation(
  host: QuickHost,
  session: string | undefined,
  projects: () => readonly string[],
): Activation {
  const words = latestWords(host);
  if (words.length === 0) return new Map();
  const of = (isMeant: (word: Word) => boolean) =>
    words.filter(isMeant).map(({ skill, active }) => [skill, active!] as const);
  return new Map([
    ...projects().toReversed().flatMap((project) => of((word) => word.project === project)),
    ...session === undefined ? [] : of((word) => word.session === session),
  ]);
}

export function keepActivation(
  host: Host,
  scope: ActivationScope,
  skills: readonly string[],
  active: boolean | null,
): string | undefined {
  const at = host.now();
  const lines = skills.map((skill) => ({ at, skill, active, ...scope }));
  const stillCounts = (word: Word) => word.session === undefined || at - word.at < MAX_AGE_MS;
  const kept = () => latestWords(host).filter(stillCounts).slice(-MAX_WORDS);
  return appendLines(host, sharedStatePath(host, FILE), lines, MAX_ACTIVATION_BYTES, kept);
}

/** Of each skill and scope, but for those taken back; the newest is last. */
function latestWords(host: QuickHost): Word[] {
  const path = sharedStatePath(host, FILE);
  const latest = new Map<string, Word>();
  for (const line of readLines(path && host.glance(path))) {
    const { skill, active, session, project } = line;
    if (typeof skill !== "string" || !["boolean", "object"].includes(typeof active)) continue;
    const key = JSON.stringify([skill, session, project]);
    latest.delete(key);
    latest.set(key, line as unknown as Word);
  }
  return [...latest.values()].filter(({ active }) => active !== null);
}
