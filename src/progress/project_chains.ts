/** The chains of a project's sessions: for a session that is new here, for the verbs, and to forget what is old. */
import { isInside, joinPath } from "../base/path.ts";
import { printEntries } from "../continuation/chain.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  isUnfinished,
  type Progress,
  progressOf,
  readRecord,
  recordsDirectory,
} from "./progress.ts";

/** A session's latest chain. */
export interface ProjectChain {
  /** Name of the session's file: its identifier, unless that is no plain word. */
  readonly session: string;
  readonly path: string;
  readonly progress: Progress;
}

/** Nobody goes on with a chain after so long. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** Files looked at. */
const MAX_FILES = 200;
/** Bytes searched at the end of a transcript. */
const TAIL_BYTES = 512 * 1024;

/** The latest first, of all projects without `projectDir`, at a repository's top with those begun further down; older than 30 days are removed. */
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

/** The latest chain here that is not finished, of whatever session. */
export function unfinishedChain(host: Host, projectDir = ""): ProjectChain | undefined {
  return projectChains(host, projectDir).find(({ progress }) => isUnfinished(progress));
}

/**
 * The chain that a forked session brought along: the fork and its prompts have names of their own, but its transcript
 * repeats what we said of the chain when it was typed.
 */
export function forkedChain(host: Host, transcript: string): ProjectChain | undefined {
  const file = transcript === "" ? undefined : attempt(() => host.stat(transcript));
  if (file?.kind !== "file") return undefined;
  const start = Math.max(0, file.size - TAIL_BYTES);
  const bytes = attempt(() => host.readBytes(transcript, start, TAIL_BYTES));
  const tail = new TextDecoder().decode(bytes);
  return projectChains(host, undefined).find(({ progress }) => {
    const planned = `\nContinuation: ${printEntries(progress.steps.slice(1))}\n`;
    return isUnfinished(progress) && tail.includes(JSON.stringify(planned).slice(1, -1));
  });
}
