/** `skillhook doctor`: what would not work here, and what to do about it. */
import { hostOf } from "../agents/answer_as.ts";
import { namedAgents } from "./install_scope.ts";
import { examine, examineAs, type Finding } from "../doctor/examine.ts";
import { counted } from "../base/fitted_text.ts";
import type { Host, Outcome } from "../host/host.ts";
import { projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

const MARKS = { error: "✗", warning: "!", info: "✓" } as const;
/** Severities in the JSON of earlier versions. */
const LEVELS = { error: "problem", warning: "advice", info: "fine" } as const;
const TOPICS: readonly (readonly [Finding["topic"], string])[] = [
  ["settings", "Settings"],
  ["hooks", "Wiring"],
  ["commands", "Commands, each started with an event that needs no answer"],
  ["skills", "Skills"],
  ["places", "Directories"],
  ["trust", "Approvals"],
  ["plugins", "Plugins of others"],
];

export async function doctorVerb(options: Given<"doctor">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const findings = await findingsOf(options.text("agent") ?? "claude", projectDir, host);
  const count = (wanted: Finding["severity"]) =>
    findings.filter(({ severity }) => severity === wanted).length;
  const [problems, advice] = [count("error"), count("warning")];
  const code = problems === 0 ? 0 : 1;
  if (options.flag("json")) {
    const shown = findings.map(({ remedy = "", ...one }) => {
      return { level: LEVELS[one.severity], ...one, remedy };
    });
    const json = { ok: problems === 0, project: projectDir, findings: shown };
    return success(JSON.stringify(json), [], code);
  }
  const blocks = TOPICS.map(([topic, title]) => {
    const own = findings.filter((finding) => finding.topic === topic);
    return [title, ...own.length === 0 ? ["  ✓ nothing is wrong"] : own.flatMap(lines)].join("\n");
  });
  const suggestions = counted(advice, "suggestion");
  const sum = problems === 0
    ? `Everything works${advice === 0 ? "" : `; ${suggestions}`}`
    : `${counted(problems, "problem")}, ${suggestions}`;
  return success(`${blocks.join("\n")}\n\n${sum}`, [], code);
}

async function findingsOf(names: string, projectDir: string, host: Host) {
  const findings: Finding[] = [];
  for (const [name, agent] of await namedAgents(names)) {
    if (agent === undefined) findings.push(...await examine(host, projectDir));
    else {
      const { checkAgent } = await import("../doctor/check_agent.ts");
      const wiring = await checkAgent(host, name, agent, projectDir);
      findings.push(...await examineAs(hostOf(agent, host), projectDir, wiring));
    }
  }
  return findings;
}

function lines({ severity, message, remedy, path, line }: Finding): string[] {
  const place = path === undefined ? "" : `  (${path}${line === undefined ? "" : `:${line}`})`;
  const first = `  ${MARKS[severity]} ${message}${place}`;
  return remedy === undefined ? [first] : [first, `      → ${remedy}`];
}
