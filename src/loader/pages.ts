/** Cuts a long skill text into pages under the agent's cap: of a longer one the model is shown a short preview only. */
import { readMarkdown } from "../base/markdown.ts";
import { joinPath } from "../base/path.ts";
import { isHighSurrogate, shellQuote } from "../base/fitted_text.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  type MarkerPlace,
  writeOwnFile,
} from "../state/state_tree.ts";
import type { RenderContext } from "./render_skill.ts";

/** UTF-16 units that are shown at once; below the 10,000 that the agent takes in one string. */
export const PAGE_LIMIT = 9_000;
/** Of a longer text, a page holds so much: a fixed number, so that the pages of a text fit each other whoever asks, with room for the notice. */
const PAGE_ROOM = 8_000;
/** A section edge before this part of a page is too early: pages would be nearly empty. */
const EARLIEST = 0.4;

/** Pages of at most `limit` UTF-16 units, cut before a heading, else a blank line, a line end, between characters. */
export function splitPages(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const headings = readMarkdown(text).filter(({ kind }) => kind === "heading")
    .map(({ start }) => start);
  const pages: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.length - start <= limit ? text.length : cutAt(text, start, limit, headings);
    pages.push(text.slice(start, end));
    start = end;
  }
  return pages;
}

function cutAt(text: string, start: number, limit: number, headings: readonly number[]): number {
  const latest = start + limit;
  const earliest = start + Math.floor(limit * EARLIEST);
  const heading = headings.findLast((at) => at > earliest && at <= latest);
  if (heading !== undefined) return heading;
  for (const edge of ["\n\n", "\n"]) {
    const at = text.lastIndexOf(edge, latest - edge.length);
    if (at > earliest) return at + edge.length;
  }
  return isHighSurrogate(text.charCodeAt(latest - 1)) ? latest - 1 : latest;
}

export function needsPages(text: string): boolean {
  return text.trimEnd().length > PAGE_LIMIT;
}

/** One page, from 1, with a notice that says how to get the next; or how many there are when this one does not exist. */
export function showPage(
  text: string,
  page: number,
  command: (page: number) => string,
): string | { readonly pages: number } {
  const whole = text.trimEnd();
  const pages = needsPages(text) ? splitPages(whole, PAGE_ROOM) : [whole];
  const shown = pages[page - 1];
  if (shown === undefined) return { pages: pages.length };
  if (pages.length === 1) return whole;
  const next = "the text goes on, get the next page with:";
  const notice = page === pages.length
    ? `page ${page}, the last one`
    : `page ${page} of ${pages.length}; ${next} ${command(page + 1)}`;
  return `${shown.trimEnd()}\n\n[skillhook: ${notice}]`;
}

/** UTF-16 units: the line and a page must stay under the agent's cap together. */
const MAX_LENGTH = 1_000;

/** The line repeats what a shell started later does not know. */
export function pageCommand(
  { skill, session, projectDir, agent }:
    & Pick<RenderContext, "skill" | "session" | "projectDir">
    & { readonly agent: string | undefined },
  page: number,
): string {
  // Below a root that is named, the folder counts; from anywhere, the name that leads to it.
  const name = skill.pluginRoot === undefined ? skill.qualified : skill.name;
  const words = ["skillhook", "load", name, "--page", String(page), "--session", session];
  if (agent !== undefined) words.push("--agent", agent);
  if (skill.pluginRoot !== undefined) words.push("--plugin-root", skill.pluginRoot);
  const line = words.map(shellQuote).join(" ");
  if (projectDir === undefined) return line;
  const whole = `${line} --project ${shellQuote(projectDir)}`;
  // The agent's shell stands in the project: better no path than no command.
  return whole.length <= MAX_LENGTH ? whole : line;
}

// A text of several pages is kept beside its marker: its later pages are then of the same text, and
// its commands are not run again for every page.

/** Keeps a text; when it cannot be kept, later pages are made anew. */
export function keepPages(host: Host, place: MarkerPlace, key: string, text: string): void {
  if (ensureDirectories(host, place) !== undefined) return;
  attempt(() => writeOwnFile(host, pagePath(place, key), text));
}

/** The text that was kept last, if there is one. */
export function keptText(host: Host, place: MarkerPlace, key: string): string | undefined {
  const path = pagePath(place, key);
  return attempt(() => {
    if (!areDirectories(host, place)) return undefined;
    return host.linkStat(path)?.kind === "file" ? host.readText(path) : undefined;
  });
}

function pagePath([, , context]: MarkerPlace, key: string): string {
  return joinPath(context, `page-${key}`);
}
