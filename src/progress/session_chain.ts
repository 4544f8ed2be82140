/** The chain of a session, begun and followed: reads its record, and keeps what happened; and those of a project. */
import { isInside, joinPath } from "../base/path.ts";
import {
  type Chain,
  type Invocation,
  peel,
  printArgs,
  printEntries,
} from "../continuation/chain.ts";
import { attempt, type Host } from "../host/host.ts";
import { readTail } from "../state/line_file.ts";
import {
  type Happening,
  isUnfinished,
  keep,
  type Progress,
  progressOf,
  readRecord,
  recordPath,
  recordsDirectory,
  released,
} from "./progress.ts";
import { userLine } from "./progress_text.ts";

export interface ChainSession {
  readonly projectDir: string | undefined;
  readonly sessionId: string | undefined;
  /** The agent's name for the prompt whose turn it is. */
  readonly promptId?: string | undefined;
  readonly transcript?: string | undefined;
}

/** A chain was typed: it takes the place of the session's unfinished one. A skill alone is no chain, and replaces none. */
export async function beginChain(host: Host, session: ChainSession, chain: Chain) {
  const { current, continuation, unknown } = chain;
  if (continuation.length === 0) return undefined;
  const runs = unknown?.[0]?.at ?? Infinity;
  const rest = continuation.map((step, index): Invocation =>
    index < runs ? step : { ...step, waits: true }
  );
  const planned = plan([current, ...rest], session, host);
  const path = await recordPath(host, session.sessionId);
  const before = progressOf(readRecord(host, path));
  const isReplaced = isUnfinished(before) && before.next < before.steps.length;
  const replaced = isReplaced ? `; it replaces the unfinished ${userLine(before)}` : "";
  const message = `chain ${userLine(progressOf([{ ...planned, at: 0 }])!)}${replaced}`;
  return { message, diagnostics: keep(host, path, [planned]) };
}

/** The model calls a skill: a step of the chain is kept; `args` are what the call's must be instead, if others. */
export async function followSkill(host: Host, session: ChainSession, call: Invocation) {
  const path = await recordPath(host, session.sessionId);
  const lines = await ownLines(host, path, session);
  const before = progressOf(lines);
  if (!isUnfinished(before)) return undefined;
  const step = stepOf(before, call.skill);
  if (step === undefined) return undefined;
  const begun: Happening = { is: "begun", step, prompt: session.promptId };
  const happenings = [...stepsTo(before, step), begun];
  const progress = progressOf([...lines, ...happenings.map((one) => ({ ...one, at: before.at }))])!;
  const whole = argsOf(progress, step, call.args);
  const args = whole === call.args ? undefined : whole;
  return { progress, args, diagnostics: keep(host, path, happenings) };
}

/** An open step first: a chain may name a skill twice. Then the current one, called again, or one that was passed over. */
function stepOf({ steps, current, next }: Progress, called: string): number | undefined {
  // `plugin:design` and `design` are one skill where the model leaves the plugin out, or a leading slash in.
  const name = called.trim().replace(/^\//, "");
  const same = [...steps.keys()].filter((at) => {
    const { skill } = steps[at]!;
    return skill === name || skill.endsWith(`:${name}`) || name.endsWith(`:${skill}`);
  });
  return same.find((at) => steps[at]!.state === "open" && at >= next) ??
    same.find((at) => at === current) ??
    same.find((at) => steps[at]!.state === "skipped" && at < current);
}

/** Files that were to be read are not seen to be read: they count as done. */
function stepsTo({ steps, current }: Progress, to: number): Happening[] {
  if (to <= current) return [];
  const passed = steps.flatMap(({ state, file }, step): Happening[] =>
    step > current && step < to && state === "open"
      ? [{ is: file === undefined ? "skipped" : "done", step }]
      : []
  );
  return [{ is: "done", step: current }, ...passed];
}

/** The model's own arguments stay, where it gave any; what follows is the user's chain, whole, but nothing for a fork. */
function argsOf({ steps, next, until }: Progress, step: number, given: string): string {
  const { args, entries } = peel(given);
  const isFork = steps[step]!.isFork === true;
  const rest = isFork ? [] : steps.slice(next, until);
  const own = args === "" ? steps[step]!.args : args;
  // A skill may put steps of its own before what follows.
  const theirs = isFork ? entries : entries.slice(Math.max(0, entries.length - rest.length));
  if (args === own && printEntries(theirs) === printEntries(rest)) return given;
  return printArgs(own, rest);
}

/** The session's record. A fork's chain is found when its transcript is there: at its first step, or its first turn's end. */
export async function ownLines(host: Host, path: string | undefined, session: ChainSession) {
  const lines = readRecord(host, path);
  if (lines.at(-1)?.is !== "forked") return lines;
  let parent = forkedChain(host, session.transcript ?? "");
  // A quick turn is over before the agent has written down what it repeats.
  for (let tries = 0; parent === undefined && tries < 10; tries++) {
    await host.sleep(100);
    parent = forkedChain(host, session.transcript ?? "");
  }
  if (parent === undefined) keep(host, path, [{ is: "cancelled" }]);
  else await adoptChain(host, session, parent);
  return readRecord(host, path);
}

export async function chainOf(host: Host, session?: string): Promise<Progress | undefined> {
  return progressOf(readRecord(host, await recordPath(host, session)));
}

async function adoptChain(host: Host, session: ChainSession, { steps, current }: Progress) {
  const plain = steps.map(({ state: _, nudges: __, ...step }) => step);
  const states = steps.flatMap(({ state }, step): Happening[] =>
    state === "open" || step > current ? [] : [{ is: state, step }]
  );
  const path = await recordPath(host, session.sessionId);
  return keep(host, path, [plan(plain, session, host), ...states]);
}

export async function resumeChain(host: Host, session: ChainSession) {
  const path = await recordPath(host, session.sessionId);
  const own = progressOf(readRecord(host, path));
  if (isUnfinished(own)) {
    const resumed: Happening = { is: "resumed", prompt: session.promptId, byUser: true };
    return { progress: released(own), diagnostics: keep(host, path, [resumed]) };
  }
  const other = unfinishedChain(host, session.projectDir);
  if (other === undefined) return undefined;
  const progress = released(other.progress);
  const diagnostics = await adoptChain(host, session, progress);
  // Else the next session would be told of it again, long after it has ended here.
  const moved = diagnostics.length > 0 ? [] : keep(host, other.path, [{ is: "moved" }]);
  return { progress, diagnostics: [...diagnostics, ...moved] };
}

function plan(steps: readonly Invocation[], session: ChainSession, { ways }: Host): Happening {
  const { projectDir: project = "", promptId: prompt } = session;
  return { is: "planned", steps, project, prompt, agent: ways?.agent };
}

export interface ProjectChain {
  /** Its file's name: its identifier, unless that is no plain word. */
  readonly session: string;
  readonly path: string;
  readonly progress: Progress;
}

/** After so long, a chain is over. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_FILES = 200;
const TAIL_BYTES = 512 * 1024;

/** The latest first, of all projects without `projectDir`, at a repository's top also from below; the oldest are removed. */
export function projectChains(host: Host, projectDir: string | undefined): ProjectChain[] {
  const directory = recordsDirectory(host);
  if (directory === undefined) return [];
  const oldest = host.now() - MAX_AGE_MS;
  let isTop: boolean | undefined;
  const isHere = (project: string) =>
    projectDir === undefined || project === projectDir || projectDir !== "" &&
      isInside(projectDir, project, host.platform) &&
      (isTop ??= attempt(() => host.stat(joinPath(projectDir, ".git"))) !== undefined);
  const isDirectory = attempt(() => host.linkStat(directory))?.kind === "directory";
  const files = isDirectory ? attempt(() => host.list(directory)) : undefined;
  const chains = (files ?? []).slice(0, MAX_FILES).flatMap(({ name, kind }): ProjectChain[] => {
    if (kind !== "file") return [];
    const path = joinPath(directory, name);
    const progress = progressOf(readRecord(host, path));
    // A file without a chain may be one that another session is about to write.
    const at = progress?.at ?? attempt(() => host.linkStat(path))?.mtime ?? oldest;
    // What cannot be removed is left for the next time: it only takes room.
    if (at < oldest) attempt(() => host.remove(path));
    else if (progress !== undefined && isHere(progress.project)) {
      return [{ session: name, path, progress }];
    }
    return [];
  });
  return chains.sort((a, b) => b.progress.at - a.progress.at);
}

export function unfinishedChain(host: Host, projectDir = ""): ProjectChain | undefined {
  return projectChains(host, projectDir).find(({ progress }) => isUnfinished(progress));
}

/** The chain that a fork brought along: all its names are new, but its transcript repeats what we said of the chain. */
function forkedChain(host: Host, transcript: string): Progress | undefined {
  const tail = transcript === "" ? undefined : readTail(host, transcript, TAIL_BYTES);
  if (tail === undefined) return undefined;
  return projectChains(host, undefined).find(({ progress }) => {
    const planned = `\nContinuation: ${printEntries(progress.steps.slice(1))}\n`;
    return isUnfinished(progress) && tail.text.includes(JSON.stringify(planned).slice(1, -1));
  })?.progress;
}
