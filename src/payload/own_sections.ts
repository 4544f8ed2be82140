/**
 * The sections of a payload that are no skill: what every subagent is told (a project can bring its own text
 * instead), its task, and what it is asked to hand back. A task's texts are data: nothing in them is resolved.
 * ADD A FORMAT: one row; any other text is passed on as it stands.
 */
import { withClosedFence } from "../budget/cut.ts";
import type { Task } from "./task.ts";
import { withoutChain } from "./without_chain.ts";

/** What every subagent has to know about its payload, in few tokens. */
export const BASE_PROTOCOL = `## Subagent Protocol

- Your task stands under "Task". Do it as the skills under "Skill Context", if there are any, describe;
  where two of them differ, the first one counts.
- References, values and commands in this text are filled in already. An \`@path\` or \`{{NAME}}\` that
  you still see could not be filled in.
- Each skill names the directory of its files as SKILL_ROOT; open them with the Read tool. A note that
  begins with \`[skillhook:\` says what was left out of the skill: read it there if the task needs it.
- If you lack a skill or a file without which the task cannot be done, stop and end your answer with
  the line \`need skill: NAME\` or with the missing \`@path\`: you are started again with it.
- Stop when the task is done, and start no other skill: what comes next is decided elsewhere.
- Answer in the form that "Output Requirements" asks for.`;

/**
 * Heading, facts, description and acceptance criteria; what is absent is left out. Also says how many
 * continuation chains were taken out of it.
 */
export function taskSection(task: Task, id: string): { text: string; removedChains: number } {
  const title = [id, task.title].filter((part) => part !== "").join(": ");
  const facts = [
    ["Type", task.type],
    ["Epic", task.parent],
    ["Labels", task.labels.join(", ")],
    ["Depends on", task.depends.join(", ")],
    ["Deliverables", task.deliverables.join(", ")],
  ].filter(([, value]) => value !== "").map(([name, value]) => `- ${name}: ${value}`).join("\n");
  const acceptance = task.acceptance.map((one) => `- ${one.trim()}`).join("\n");
  const parts = [
    `## Task`,
    `**${title.split("\n").join(" ")}**`,
    facts,
    withClosedFence(task.description),
    acceptance === "" ? "" : `### Acceptance Criteria\n\n${withClosedFence(acceptance)}`,
  ].filter((part) => part !== "");
  const clean = withoutChain(parts.join("\n\n"));
  return { text: clean.text.trimEnd(), removedChains: clean.removed };
}

const MANIFEST_LINE = "Then append one line of JSON to `{{MANIFEST_PATH}}`, with the keys " +
  "`task`, `date`, `file`, `title`, `summary` and `status`.";
const FILE_LINE = "Write the result to `{{OUTPUT_DIR}}/{{DATE}}_{{TOPIC_SLUG}}.md`.";
const PATH_LINE = "Answer with the file's path and a summary of at most five sentences.";

/** Lines by name of the format; tokens in them are filled in. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  "manifest+file": [FILE_LINE, MANIFEST_LINE, PATH_LINE],
  file: [FILE_LINE, PATH_LINE],
  manifest: [MANIFEST_LINE, "Answer with the summary."],
  text: ["Answer with the result itself."],
  json: ["Answer with one JSON document and nothing around it."],
};

export function outputSection(format: string, fill: (text: string) => string): string {
  const lines = Object.hasOwn(FORMATS, format) ? FORMATS[format]!.map(fill) : [];
  const list = lines.map((line) => `\n- ${line}`).join("");
  return `## Output Requirements\n\nFormat: ${format}\n${list}`.trimEnd();
}
