/** What a session is told at its start. */
import { counted, firstOf, oneLine } from "../base/fitted_text.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { budgetSettings, estimateTokens } from "../budget/estimate.ts";
import { type EventPart, fitEvent } from "../budget/fit_event.ts";
import { type Config, findConfig, loadConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import type { Activation } from "../state/activation.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { CAP_TARGET } from "../protocol/decision.ts";
import { loadCatalog } from "../catalog/load.ts";
import { listUses, readSaid, usedIn, writeSaid } from "./kept_records.ts";
import { listSkills, reachable, toListed } from "./listing.ts";
import { noteWaiting } from "./touch_notes.ts";

interface SessionBegin {
  /** The agent's word: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string;
  readonly session: string | undefined;
  readonly projectDir: string | undefined;
  readonly activation: Activation;
  readonly active: string;
}

const MAX_NAMES = 40;

/** Finds out what to say, within the settings' budget and the agent's cap. Nothing is said twice in one context. */
export async function startContext(host: Host, begin: SessionBegin) {
  const { source, session, active } = begin;
  const config = await findConfig(host, begin.projectDir);
  const places = stateDirectories(host);
  const [stateDir] = places;
  const canRecord = stateDir !== undefined && session !== undefined && session.trim() !== "";
  const before = canRecord ? await readSaid(host, stateDir, session) : { since: 0, hashes: [] };
  const uses = listUses(host, places);
  const diagnostics = [...config?.diagnostics ?? []];
  const isFork = source === "fork";
  const goesOn = source === "compact" || source === "resume";
  // After these the context holds nothing that we said before.
  const isEmpty = ["startup", "clear", "compact"].includes(source);
  const texts = {
    "skills in use": goesOn ? useLine(uses, session, before.since) : "",
    "active skills": isFork ? "" : active,
    // A fork has its parent's context, and with it what the parent was told.
    "skill index": isFork ? "" : await indexText(host, begin, config, uses, diagnostics),
  };
  const said = isEmpty ? [] : before.hashes;
  const parts: EventPart[] = [];
  const hashes = [...said];
  for (const [name, text] of Object.entries(texts)) {
    // The same list in another order, because a skill was used since, is nothing new.
    const hash = text === "" ? "" : await host.sha256(text.split("\n").sort().join("\n"));
    if (hash === "" || said.includes(hash)) continue;
    const verb = name === "active skills" ? "prompt" : "index";
    const rest = `run "skillhook skill ${verb}" for all of it`;
    parts.push({ name, text, rest });
    hashes.push(hash);
  }
  const since = source === "startup" || source === "clear" ? host.now() : before.since;
  if (canRecord && (isEmpty || parts.length > 0)) {
    await writeSaid(host, stateDir, session, { since, hashes });
  }
  return { text: fitEvent(parts, CAP_TARGET).text, diagnostics };
}

function useLine(uses: ReturnType<typeof listUses>, session = "", since: number): string {
  const names = usedIn(uses, session, since).map(({ skill }) => oneLine(skill, 140));
  if (names.length === 0) return "";
  return `Skills in use earlier in this session: ${firstOf(names, MAX_NAMES)}. ` +
    "The text of each loads again on its next use.";
}

/** From the snapshot: mostly the agent lists all skills there are, and no file is read. */
async function indexText(
  host: Host,
  { projectDir, activation }: SessionBegin,
  config: Config | undefined,
  uses: ReturnType<typeof listUses>,
  flaws: Diagnostic[],
): Promise<string> {
  const isWanted = config?.settings.index["session-start"];
  const loaded = await loadCatalog(host, { projectDir });
  flaws.push(...loaded.diagnostics);
  noteWaiting(host, { projectDir }, loaded.skills);
  if (isWanted === false) return "";
  const skills = reachable(loaded.skills).filter(({ invoke, agent: { listed, called, waits } }) =>
    called && !(listed && waits) && (isWanted === true || !listed) &&
    activation.get(invoke) === undefined
  );
  if (skills.length === 0) return "";
  const { settings } = config ?? await loadConfig(host, projectDir);
  const { budget: { total }, estimate } = budgetSettings(settings);
  const heading = isWanted
    ? "Skills of this place, listed by skillhook; where a file is named, read it before use:"
    : "More skills of this place, listed by skillhook; read a skill's file before use:";
  const limit = Math.min(settings.index.budget || Infinity, total || Infinity);
  const room = limit === Infinity ? 0 : limit - estimateTokens(`${heading}\n`, estimate);
  const more = 'run "skillhook skill index" to see all';
  const listed = skills.map((skill) => toListed(skill, uses.get(skill.invoke)?.last, projectDir));
  const text = room < 0 ? "" : listSkills(listed, { budget: room, estimate, more }).text;
  if (text !== "") return `${heading}\n${text}`;
  const message = `No room in the budget for ${counted(skills.length, "skill")}`;
  flaws.push(diagnose("over-budget", "skill index", message));
  return "";
}
