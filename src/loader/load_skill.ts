/** A skill's whole text at first use in a context, later the reference and fresh output; a long one in pages. */
import { diagnose } from "../base/diagnostic.ts";
import { counted, isHighSurrogate, shellQuote } from "../base/fitted_text.ts";
import { readMarkdown } from "../base/markdown.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import type { Claim } from "../state/session_marker.ts";
import { claimFirstUse, releaseFirstUse, sweepMarkers } from "../state/session_marker.ts";
import {
  areDirectories,
  ensureDirectories,
  markerPlace,
  skillKey,
  writeOwnFile,
} from "../state/state_tree.ts";
import { type RenderContext, type RenderedSkill, renderSkill } from "./render_skill.ts";
import { readCompanion, readReference, type SkillText } from "./skill_files.ts";

export interface LoadRequest extends RenderContext {
  /** The subagent; `undefined` for the main context. */
  readonly agent: string | undefined;
  /** From 1; a later page is of the text that the last use showed. */
  readonly page: number;
  /** Never claims the first use: it is not known whose context the text goes to. */
  readonly anonymous?: boolean;
}

export type LoadedSkill =
  | RenderedSkill & { readonly kind: "loaded"; readonly use: Claim["use"] }
  /** The skill has no companion: it is none of ours. */
  | { readonly kind: "no companion" }
  | { readonly kind: "failed"; readonly reason: string };

/** A use that could not be recorded is still shown in full, and said. */
export async function loadSkill(host: Host, request: LoadRequest): Promise<LoadedSkill> {
  const { stateDir, session, agent, skill, page, anonymous } = request;
  let companion: SkillText | undefined;
  let reference: SkillText | undefined;
  try {
    companion = readCompanion(host, skill);
    reference = companion && readReference(host, skill);
  } catch (error) {
    if (!(error instanceof HostError || error instanceof RangeError)) throw error;
    return { kind: "failed", reason: error.message };
  }
  if (companion === undefined) {
    host.note?.("skill", `It has no companion "${skill.name}-first-use": none of ours`);
    return { kind: "no companion" };
  }
  const render = (use: Claim["use"]) => renderSkill(host, companion, reference, use, request);
  const key = await skillKey(host, skill);
  const place = stateDir && await markerPlace(host, stateDir, session, agent);
  // A text of several pages is kept beside its marker: its later pages are of the same text, and its commands are not
  // run again for every page. When it could not be kept, later pages are made anew.
  const pagePath = joinPath(place?.[2] ?? "", `page-${key}`);
  if (page > 1) {
    const kept = attempt(() => {
      if (!place || !areDirectories(host, place)) return undefined;
      return host.linkStat(pagePath)?.kind === "file" ? host.readText(pagePath) : undefined;
    });
    const text = kept === undefined ? await render("first") : { text: kept, diagnostics: [] };
    return answer(text, { use: "first" });
  }
  if (!place || anonymous) {
    const problem = "nothing says where: set HOME or XDG_STATE_HOME";
    const claim: Claim = anonymous ? { use: "first" } : { use: "first", problem };
    return answer(await render("first"), claim);
  }
  // Where one text ends and the next begins counts too.
  const texts = [companion.text, reference?.text ?? ""].map((text) => `${text.length}:${text}`);
  const digest = await host.sha256(texts.join(""));
  const record = { session, agent: agent ?? null, skill: skill.qualified, since: host.now() };
  const claim = claimFirstUse(host, place, key, digest, { ...record, path: companion.path });
  const isFirst = claim.use === "first";
  const which = isFirst ? "First use here: the whole text" : "Used before: reference";
  const { path } = isFirst ? companion : reference ?? companion;
  host.note?.("marker", `${which} (${claim.problem ?? place[2]})`, { path });
  let rendered: RenderedSkill;
  try {
    rendered = await render(claim.use);
  } catch (error) {
    if (isFirst && claim.problem === undefined) releaseFirstUse(host, place, key, digest);
    throw error;
  }
  const loaded = answer(rendered, claim);
  if (needsPages(rendered.text) && ensureDirectories(host, place) === undefined) {
    attempt(() => writeOwnFile(host, pagePath, rendered.text));
  }
  if (isFirst) sweepMarkers(host, stateDir!);
  return loaded;

  function answer({ text, diagnostics }: RenderedSkill, { use, problem }: Claim): LoadedSkill {
    const shown = showPage(text, page, (page) => pageCommand(request, page));
    const length = counted(text.length, "character");
    if (typeof shown !== "string") {
      host.note?.("budget", length);
      const are = shown.pages === 1 ? "is 1 page" : `are ${shown.pages} pages`;
      return { kind: "failed", reason: `there is no page ${page}: there ${are}` };
    }
    const cut = needsPages(text) ? `, cut into pages: ${shown.length} are shown` : "";
    host.note?.("budget", `${length}${cut}`);
    const message = "Cannot record that the skill is loaded, so it loads in full every time";
    const flaws = problem === undefined
      ? diagnostics
      : [...diagnostics, diagnose("state-unwritable", skill.directory, `${message}: ${problem}`)];
    return { kind: "loaded", text: shown, use, diagnostics: flaws };
  }
}

/** UTF-16 units that are shown at once; below the 10,000 that the agent takes in one string. */
export const PAGE_LIMIT = 9_000;
/** Of a longer text a page holds so much, notice aside: always the same, so that its pages fit each other. */
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

function needsPages(text: string): boolean {
  return text.trimEnd().length > PAGE_LIMIT;
}

/** One page, from 1, with how to get the next; or how many there are when this one does not exist. */
export function showPage(text: string, page: number, command: (page: number) => string) {
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
  { skill, session, projectDir, agent }: Pick<
    LoadRequest,
    "skill" | "session" | "projectDir" | "agent"
  >,
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
