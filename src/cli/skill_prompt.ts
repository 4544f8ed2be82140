/** `skillhook skill index`, `prompt` and `submit`: the list of skills, their texts, and messages that call one, for hosts of your own. */
import { diagnose } from "../base/diagnostic.ts";
import { leadsTo } from "../catalog/catalog_skill.ts";
import { loadCatalog } from "../catalog/load.ts";
import { loadWholeCatalog, type WholeSkill } from "../catalog/whole_catalog.ts";
import type { Host, Outcome } from "../host/host.ts";
import { activationOf } from "../index/active_skills.ts";
import { chooseActive } from "../index/touched_file.ts";
import { listSkills, reachable, toIndex, toListed } from "../index/listing.ts";
import { listUses } from "../index/kept_records.ts";
import { findTrigger, renderTriggered } from "../index/triggered_text.ts";
import { activeSection } from "../payload/active_section.ts";
import { commandValues } from "../payload/known_values.ts";
import { budgetInput } from "./budget.ts";
import { statePlaces } from "./skill_state.ts";
import { absolutePath, projectOption, sessionOption, textOperand } from "./named_input.ts";
import { catalogQuery, namedSkill, skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { filtered, type Notes, success } from "./verb.ts";

/** Milliseconds for the commands of one skill. */
const DEADLINE_MS = 100_000;

export async function indexVerb(options: Given<"skill index">, host: Host): Promise<Outcome> {
  const budget = options.count("budget");
  const query = catalogQuery(options, host);
  const { settings: { estimate }, flaws } = await budgetInput(options, host);
  const catalog = await loadWholeCatalog(host, query);
  const activation = activationOf(host, host.env("CLAUDE_CODE_SESSION_ID"), query.projectDir);
  const skills = reachable(catalog.skills).filter((one) => activation.get(one.invoke) !== false);
  const notes: Notes = [...flaws, ...catalog.diagnostics];
  if (options.flag("json") && budget === undefined) {
    return success(JSON.stringify(skills.map(toIndex)), notes);
  }
  const uses = listUses(host, statePlaces(host));
  const listed = skills.map((one) => toListed(one, uses.get(one.invoke)?.last, query.projectDir));
  const more = 'run "skillhook skill index" for all';
  const listing = listSkills(listed, { budget: budget ?? 0, estimate, more });
  const text = options.flag("json") ? JSON.stringify(listing.entries) : listing.text;
  // Where the text has no room to say so, or is JSON.
  const isTold = listing.hidden === 0 || (listing.text !== "" && !options.flag("json"));
  const hidden = `Skills left out to stay within --budget ${budget}: ${listing.hidden}`;
  return success(text, isTold ? notes : [...notes, hidden]);
}

type PromptOptions = Given<"skill prompt">;

export async function promptVerb(options: PromptOptions, host: Host): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const input = await budgetInput(options, host);
  const cwd = options.text("cwd");
  const projectDir = cwd === undefined ? query.projectDir! : absolutePath(cwd, host);
  const catalog = await loadWholeCatalog(host, { ...query, projectDir });
  const skills = chosen(reachable(catalog.skills), projectDir, options, host);
  const { budget: configured, estimate } = input.settings;
  const budget = { ...configured, total: options.count("budget") ?? configured.total };
  const out = skills.filter(({ manifest }) => !manifest.types.includes("prompt"))
    .map(({ path }) => diagnose("skill-not-prompt", path, 'Left out: its types hold no "prompt"'));
  const values = commandValues(input.configured);
  const request = { budget, estimate, projectDir, deadlineMs: DEADLINE_MS, values };
  const { text, diagnostics } = await activeSection(host, skills, request);
  return success(text, [...input.flaws, ...catalog.diagnostics, ...out, ...diagnostics]);
}

/** Those that were named, in that order; else those that are active, by name or for files. */
function chosen(skills: WholeSkill[], projectDir: string, options: PromptOptions, host: Host) {
  const files = options.list("for");
  const isName = (word: string) => files.length === 0 || skills.some((one) => leadsTo(one, word));
  const named = options.operands.filter(isName).map((name) => namedSkill(skills, name));
  if (files.length === 0 && named.length > 0) return named;
  const session = sessionOption(options, host);
  const touched = [...files, ...options.operands.filter((word) => !isName(word))]
    .map((file) => absolutePath(file, host));
  const activation = activationOf(host, session, projectDir);
  const active = chooseActive(skills, activation, touched, projectDir, host.platform);
  return [...named.filter(({ path }) => active.every((one) => one.path !== path)), ...active];
}

export async function submitVerb(options: Given<"skill submit">, host: Host): Promise<Outcome> {
  const message = await textOperand(options, host);
  const prompt = message.trim();
  if (!prompt.startsWith("/")) return filtered(message, [], host);
  const projectDir = projectOption(options, host);
  const session = sessionOption(options, host) ?? "";
  const { skills, diagnostics } = await loadCatalog(host, skillContext(projectDir, host, session));
  const call = findTrigger(prompt, skills);
  if (call === undefined) return filtered(message, diagnostics, host);
  const rendered = await renderTriggered(host, { ...call, session, projectDir });
  const notes = [...diagnostics, ...rendered.diagnostics];
  return filtered(rendered.text === "" ? message : rendered.text, notes, host);
}
