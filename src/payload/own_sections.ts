/**
 * The sections of a payload that are no skill: what every subagent is told (a project can bring its own text
 * instead), its task, and what it is asked to hand back. A task's texts are data: nothing in them is resolved.
 * ADD A FORMAT: one row; any other text is passed on as it stands.
 */
import { withClosedFence } from "../budget/cut.ts";
import type { Task } from "./task.ts";
import { withoutChain } from "./without_chain.ts";

/** Facts about the payload, in few tokens. */
export const BASE_PROTOCOL = `## Subagent Protocol

- This text is complete: references, values and commands in it are resolved already. An \`@path\` or
  \`{{NAME}}\` that is still there could not be.
- A skill's own files lie below the SKILL_ROOT named at its beginning; the Read tool opens them.
- Where instructions are missing, the answer ends with the line \`need skill: NAME\` or with the
  \`@path\` that is missing, and the work is started again with it.
- The work ends with this task: what comes after it is decided elsewhere, no other skill is started.
- The answer has the form that stands under "Output Requirements".`;

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

const MANIFEST_LINE = "Then append one line of JSON to `{{MANIFEST_PATH}}`: " +
  '`{"task", "date", "file", "title", "summary", "status"}`.';
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
