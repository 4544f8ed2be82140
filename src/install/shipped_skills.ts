/** The skills we ship, inside the program: nothing but the binary is needed to set them up. Loaded only by who copies them. */
import { shellQuote } from "../base/fitted_text.ts";
import commit from "../../skills/commit/SKILL.md" with { type: "text" };
import commitFirstUse from "../../skills/commit/first-use.md" with { type: "text" };
import design from "../../skills/design/SKILL.md" with { type: "text" };
import designFirstUse from "../../skills/design/first-use.md" with { type: "text" };
import handoff from "../../skills/handoff/SKILL.md" with { type: "text" };
import handoffFirstUse from "../../skills/handoff/first-use.md" with { type: "text" };
import orchestrate from "../../skills/orchestrate/SKILL.md" with { type: "text" };
import orchestrateFirstUse from "../../skills/orchestrate/first-use.md" with { type: "text" };
import planAdhoc from "../../skills/plan-adhoc/SKILL.md" with { type: "text" };
import planAdhocFirstUse from "../../skills/plan-adhoc/first-use.md" with { type: "text" };
import planTdd from "../../skills/plan-tdd/SKILL.md" with { type: "text" };
import planTddFirstUse from "../../skills/plan-tdd/first-use.md" with { type: "text" };
import reference from "../../skills/reference.md" with { type: "text" };
import retroFirstUse from "../../skills/run-retrospective-first-use/SKILL.md" with { type: "text" };
import retro from "../../skills/run-retrospective/SKILL.md" with { type: "text" };
import retroReference from "../../skills/run-retrospective/reference.md" with { type: "text" };
import statusFirstUse from "../../skills/status-first-use/SKILL.md" with { type: "text" };
import status from "../../skills/status/SKILL.md" with { type: "text" };
import statusReference from "../../skills/status/reference.md" with { type: "text" };
import statuslineFirstUse from "../../skills/statusline-first-use/SKILL.md" with { type: "text" };
import statusline from "../../skills/statusline/SKILL.md" with { type: "text" };
import statuslineReference from "../../skills/statusline/reference.md" with { type: "text" };

const SHIPPED: Readonly<Record<string, string>> = {
  "commit/SKILL.md": commit,
  "commit/first-use.md": commitFirstUse,
  "design/SKILL.md": design,
  "design/first-use.md": designFirstUse,
  "handoff/SKILL.md": handoff,
  "handoff/first-use.md": handoffFirstUse,
  "orchestrate/SKILL.md": orchestrate,
  "orchestrate/first-use.md": orchestrateFirstUse,
  "plan-adhoc/SKILL.md": planAdhoc,
  "plan-adhoc/first-use.md": planAdhocFirstUse,
  "plan-tdd/SKILL.md": planTdd,
  "plan-tdd/first-use.md": planTddFirstUse,
  "reference.md": reference,
  "run-retrospective-first-use/SKILL.md": retroFirstUse,
  "run-retrospective/SKILL.md": retro,
  "run-retrospective/reference.md": retroReference,
  "status-first-use/SKILL.md": statusFirstUse,
  "status/SKILL.md": status,
  "status/reference.md": statusReference,
  "statusline-first-use/SKILL.md": statuslineFirstUse,
  "statusline/SKILL.md": statusline,
  "statusline/reference.md": statuslineReference,
};

/** Commands name the program by its place, a bare name is found only on `PATH`, and load the copy's companion, not a plugin's. */
export function shippedSkills(program: string): Record<string, string> {
  const path = program.replaceAll("\\", "/");
  // Single quotation marks make all but these safe where a skill's commands stand.
  const word = /['`"\\\n]/.test(path) ? "skillhook" : shellQuote(path);
  const ownText = (text: string) =>
    text.replaceAll("load skillhook:", "load ")
      .replace(/\bskillhook (?=(?:load|report|next) )/g, () => `${word} `);
  return Object.fromEntries(Object.entries(SHIPPED).map(([name, text]) => [name, ownText(text)]));
}
