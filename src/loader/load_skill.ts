/**
 * Loads a skill, for verbs and events: its whole text at first use in a context, later the reference and fresh output.
 */
import { counted } from "../base/fitted_text.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Host, HostError } from "../host/host.ts";
import { markerPlace, skillKey } from "../state/state_tree.ts";
import { keepPages, keptText, needsPages, pageCommand, showPage } from "./pages.ts";
import { type RenderContext, type RenderedSkill, renderSkill } from "./render_skill.ts";
import {
  type Claim,
  claimFirstUse,
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
  if (page > 1) {
    const kept = place ? keptText(host, place, key) : undefined;
    const text = kept === undefined ? await render("first") : { text: kept, diagnostics: [] };
    return answer(host, request, text, { use: "first" });
  }
  if (!place || anonymous) {
    const problem = "nothing says where: set HOME or XDG_STATE_HOME";
    const claim: Claim = anonymous ? { use: "first" } : { use: "first", problem };
    return answer(host, request, await render("first"), claim);
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
  const loaded = answer(host, request, rendered, claim);
  if (needsPages(rendered.text)) keepPages(host, place, key, rendered.text);
  if (isFirst) sweepMarkers(host, stateDir!);
  return loaded;
}

function answer(
  host: Host,
  request: LoadRequest,
  { text, diagnostics }: RenderedSkill,
  { use, problem }: Claim,
): LoadedSkill {
  const shown = showPage(text, request.page, (page) => pageCommand(request, page));
  const length = counted(text.length, "character");
  if (typeof shown !== "string") {
    host.note?.("budget", length);
    const are = shown.pages === 1 ? "is 1 page" : `are ${shown.pages} pages`;
    return { kind: "failed", reason: `there is no page ${request.page}: there ${are}` };
  }
  const cut = needsPages(text) ? `, cut into pages: ${shown.length} are shown` : "";
  host.note?.("budget", `${length}${cut}`);
  const unrecorded = problem === undefined ? [] : [diagnose(
    "state-unwritable",
    request.skill.directory,
    `Cannot record that the skill is loaded, so it loads in full every time: ${problem}`,
  )];
  return { kind: "loaded", text: shown, use, diagnostics: [...diagnostics, ...unrecorded] };
}
