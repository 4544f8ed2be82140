/** SubagentStart: the skills that `skillhook.yaml` gives to agents of this type, in full: a subagent has seen nothing. */
import { diagnose } from "../base/diagnostic.ts";
import { budgetSettings } from "../budget/estimate.ts";
import { fitEvent } from "../budget/fit_event.ts";
import { fitFragments } from "../budget/fit.ts";
import { findConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import { agentSections } from "../payload/agent_sections.ts";
import { commandValues } from "../payload/known_values.ts";
import { CAP_TARGET, contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent, projectDirectory } from "./event.ts";

/** Under the row's deadline in the table, so that there is time to say what was not finished. */
const DEADLINE_MS = 40_000;
const HEAD = "Skills that this project's skillhook.yaml gives to agents of this type:";

const decode = ({ agentType = "", cwd }: HookInput) => ({ agentType, cwd });

export const subagentStart = defineEvent({ decode, handle });

async function handle(input: ReturnType<typeof decode>, host: Host): Promise<Verdict> {
  const { agentType } = input;
  const projectDir = projectDirectory(host, input);
  if (agentType === "") return SILENCE;
  const config = await findConfig(host, projectDir);
  if (config === undefined) {
    host.note?.("skill", "No skillhook.yaml gives skills to agents");
    return SILENCE;
  }
  const { settings, layers, diagnostics: flaws } = config;
  const { agents } = settings.subagents;
  const word = agents.has(agentType) ? agentType : "*";
  const agent = agents.get(word);
  const given = agent?.skills.length ?? 0;
  const layer = layers.find(({ written }) => written.subagents?.agents?.has(word));
  const place = layer && { path: layer.path, word };
  host.note?.("skill", `Skills given to agents of type "${agentType}": ${given}`, place);
  if (agent === undefined || given === 0) return { ...SILENCE, diagnostics: flaws };
  const { sections, diagnostics } = await agentSections(host, {
    agentType,
    agent,
    projectDir: projectDir ?? host.cwd(),
    deadlineMs: DEADLINE_MS,
    values: commandValues(settings),
  });
  const { budget, estimate } = budgetSettings(settings);
  const fragments = sections.map((one) => ({ ...one, source: "project" }));
  const { fragments: kept, excluded } = fitFragments(fragments, budget, { estimate });
  const parts = kept.map(({ name, text, path }) => {
    return { name, text, rest: `all of it is in "${path}"` };
  });
  const { text } = fitEvent(parts, CAP_TARGET - HEAD.length - 2);
  const out = excluded.map(({ name, tokens }) =>
    diagnose("over-budget", name, `Left out for the context budget: ${tokens} tokens`)
  );
  const context = text === "" ? "" : `${HEAD}\n\n${text}`;
  return contextVerdict(context, [...flaws, ...diagnostics, ...out]);
}
