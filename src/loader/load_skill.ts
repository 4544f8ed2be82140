/**
 * Loads a skill, for verbs and events: its whole text at first use in a context, later the reference and fresh output.
 */
import { counted } from "../base/fitted_text.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Host, HostError } from "../host/host.ts";
import { markerPlace, skillKey } from "../state/state_tree.ts";
import { keepPages, keptText, pageCommand, showPage } from "./pages.ts";
import { type RenderContext, renderSkill } from "./render_skill.ts";
import {
  type Claim,
  claimFirstUse,
  type MarkerRecord,
  releaseFirstUse,
  sweepMarkers,
} from "../state/session_marker.ts";
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
  | {
    readonly kind: "loaded";
    readonly text: string;
    readonly use: Claim["use"];
    readonly diagnostics: readonly Diagnostic[];
  }
  /** The skill has no companion: it is none of ours. */
  | { readonly kind: "no companion" }
  | { readonly kind: "failed"; readonly reason: string };

interface Files {
  readonly companion: SkillText;
  readonly reference: SkillText | undefined;
}

/** A use that could not be recorded is still shown in full, and said. */
export async function loadSkill(host: Host, request: LoadRequest): Promise<LoadedSkill> {
  const files = readFiles(host, request);
  if (files === undefined) {
    host.note?.("skill", `It has no companion "${request.skill.name}-first-use": none of ours`);
    return { kind: "no companion" };
  }
  if (typeof files === "string") return { kind: "failed", reason: files };
  const { stateDir, session, agent, skill } = request;
  const key = await skillKey(host, skill);
  const place = stateDir === undefined
    ? undefined
    : await markerPlace(host, stateDir, session, agent);
  if (request.page > 1) {
    const kept = place && keptText(host, place, key);
    return await show(host, request, files, { use: "first" }, kept);
  }
  if (place === undefined || request.anonymous) {
    const problem = "nothing says where: set HOME or XDG_STATE_HOME";
    return await show(host, request, files, {
      use: "first",
      ...request.anonymous ? {} : { problem },
    });
  }
  const digest = await digestOf(host, files);
  const claim = claimFirstUse(host, place, key, digest, recordOf(host, request, files));
  const isFirst = claim.use === "first";
  const which = isFirst ? "First use here: the whole text" : "Used before: reference";
  const { path } = isFirst ? files.companion : files.reference ?? files.companion;
  host.note?.("marker", `${which} (${claim.problem ?? place[2]})`, { path });
  let loaded: Shown;
  try {
    loaded = await show(host, request, files, claim);
  } catch (error) {
    if (isFirst && claim.problem === undefined) releaseFirstUse(host, place, key, digest);
    throw error;
  }
  if (loaded.kind === "loaded" && loaded.whole !== undefined) {
    keepPages(host, place, key, loaded.whole);
  }
  if (stateDir !== undefined && isFirst) sweepMarkers(host, stateDir);
  return loaded;
}

function readFiles(host: Host, { skill }: LoadRequest): Files | string | undefined {
  try {
    const companion = readCompanion(host, skill);
    if (companion === undefined) return undefined;
    return { companion, reference: readReference(host, skill) };
  } catch (error) {
    if (error instanceof HostError || error instanceof RangeError) return error.message;
    throw error;
  }
}

/** Where one text ends and the next begins counts too. */
async function digestOf(host: Host, { companion, reference }: Files): Promise<string> {
  const texts = [companion.text, reference?.text ?? ""];
  return await host.sha256(texts.map((text) => `${text.length}:${text}`).join(""));
}

function recordOf(host: Host, request: LoadRequest, { companion }: Files): MarkerRecord {
  const { session, agent, skill } = request;
  const { path } = companion;
  return { session, agent: agent ?? null, skill: skill.qualified, path, since: host.now() };
}

type Shown = LoadedSkill & { readonly whole?: string };

async function show(
  host: Host,
  request: LoadRequest,
  { companion, reference }: Files,
  claim: Claim,
  kept?: string,
): Promise<Shown> {
  const rendered = kept === undefined
    ? await renderSkill(host, companion, reference, claim.use, request)
    : { text: kept, diagnostics: [] };
  const shown = showPage(rendered.text, request.page, (page) => pageCommand(request, page));
  host.note?.("budget", noteOnLength(rendered.text, shown));
  if (typeof shown !== "string") {
    const { pages } = shown;
    const are = pages === 1 ? "is 1 page" : `are ${pages} pages`;
    return { kind: "failed", reason: `there is no page ${request.page}: there ${are}` };
  }
  const { use, problem } = claim;
  const unrecorded = problem === undefined ? [] : [diagnose(
    "state-unwritable",
    request.skill.directory,
    `Cannot record that the skill is loaded, so it loads in full every time: ${problem}`,
  )];
  const whole = kept === undefined && shown !== rendered.text.trimEnd() ? rendered.text : undefined;
  return {
    kind: "loaded",
    text: shown,
    use,
    diagnostics: [...rendered.diagnostics, ...unrecorded],
    ...whole === undefined ? {} : { whole },
  };
}

function noteOnLength(text: string, shown: string | { readonly pages: number }): string {
  const whole = counted(text.length, "character");
  if (typeof shown !== "string" || text.trimEnd() === shown) return whole;
  return `${whole}, cut into pages: ${shown.length} are shown`;
}
