/** Task, skills and protocol → one text that fits, with everything that is known about how it came to be. */
import { diagnose } from "../base/diagnostic.ts";
import { withClosedFence } from "../budget/cut.ts";
import { budgetSettings, type Estimate, estimateTokens } from "../budget/estimate.ts";
import { selectStrategy, type Strategy } from "../budget/strategy.ts";
import type { Settings } from "../config/schema.ts";
import type { Host } from "../host/host.ts";
import { fitPayload } from "./fit_payload.ts";
import type { SkillText } from "../loader/skill_files.ts";
import { realRoots } from "./include.ts";
import { commandValues, taskValues } from "./known_values.ts";
import { type PickRequest, pickSkills } from "./pick_skills.ts";
import { type Resolution, resolveText } from "./resolve_text.ts";
import { type RenderRequest, skillRenderer } from "./skill_section.ts";
import type { Task } from "./task.ts";
import { findTokens, replaceTokens } from "./tokens.ts";
import { withoutChain } from "./without_chain.ts";

/** What a payload is made from: for the command line, and for a prompt that asks for skills by name. */
export interface SpawnOrder extends PickRequest, Pick<RenderRequest, "deadlineMs" | "isDry"> {
  readonly settings: Settings;
  readonly session: string | undefined;
  /** Instead of what every subagent is told. */
  readonly protocol?: SkillText | undefined;
  /** Files that go in whole, before the task. */
  readonly attached: readonly SkillText[];
  /** Absent: chosen by what the task says. */
  readonly strategy?: Strategy | undefined;
  readonly outputFormat: string;
  /** Values that beat what the task's own fields say. */
  readonly given?: ReadonlyMap<string, string>;
  /** Whether nothing required is made up. */
  readonly isWholeSet?: boolean;
  readonly limit?: number | undefined;
  readonly mayCut: boolean;
  readonly estimate?: Estimate | undefined;
}

export type PayloadRequest = Awaited<ReturnType<typeof spawnRequest>>["request"];

export async function spawnRequest(host: Host, order: SpawnOrder) {
  const { task, settings, session, given = new Map(), isWholeSet = false, limit, mayCut } = order;
  const picked = await pickSkills(host, order);
  const { subagentLimit, subagentSkills, estimate } = budgetSettings(settings);
  const derived = taskValues(task, host.now(), session ?? "", isWholeSet);
  const chained: string[] = [];
  const values = new Map([...commandValues(settings), ...derived, ...given]);
  // A value goes into skills' texts as it is: no chain may come with it.
  for (const [name, value] of values) {
    const { text, removed } = withoutChain(value);
    values.set(name, text);
    if (removed > 0 && given.has(name)) chained.push(name);
  }
  const request = {
    ...order,
    projectDir: order.places.projectDir,
    values,
    skills: picked.skills,
    limit: limit ?? subagentLimit,
    // A limit of your own is for everything, skills too, and asks for what fits.
    skillLimit: limit === undefined || mayCut ? subagentSkills : undefined,
    mayCut: limit !== undefined || mayCut,
    estimate: order.estimate ?? estimate,
  };
  return { request, picked, chained };
}

export type Payload = Awaited<ReturnType<typeof buildPayload>>;

/** One that is too large or unusable (`failures`) is built too, with why. */
export async function buildPayload(request: PayloadRequest, host: Host) {
  const { task, skills, values } = request;
  const protocol = await resolveProtocol(request, host);
  const taskPart = taskSection(task, values.get("TASK_ID") ?? task.id);
  const output = outputSection(request.outputFormat, values);
  const choice = chooseStrategy(request, `${protocol.text}${output}`, taskPart.text);
  const environment = { byTask: task.environment };
  const render = skillRenderer(host, { ...request, environment });
  const assemble = (texts: readonly string[]) => {
    const all = texts.length === 0 ? [] : ["## Skill Context", ...texts];
    const files = request.attached.map(({ path, text }) =>
      `## ${path}\n\n${withClosedFence(text)}`
    );
    return `${[protocol.text, ...all, ...files, taskPart.text, output].join("\n\n")}\n`;
  };
  const bundles = skills.map(({ bundle }) => bundle);
  const fitted = await fitPayload(bundles, choice.strategy, request, render, assemble);
  const sections = fitted.skills.map(({ section }) => section);
  const chained = "Took a continuation chain out of the task: it is no subagent's";
  return {
    request,
    fitted,
    ...choice,
    protocol,
    task: taskPart.text,
    output,
    warnings: [
      ...(taskPart.removedChains === 0 ? [] : [diagnose("chain-removed", task.id, chained)]),
      ...protocol.warnings,
      ...bundles.flatMap(({ warnings }) => warnings),
      ...sections.flatMap(({ warnings, left }, index) => {
        const { inputs = [], path } = bundles[index]!;
        // Those that stand in the text are named as unresolved there.
        const missing = inputs.filter((name) =>
          /^[A-Z][A-Z0-9_]*$/.test(name) && !values.has(name) &&
          !left.some((one) => one.name === name)
        );
        const flaws = missing.map((name) => {
          const message = `It needs the input ${name}`;
          return diagnose("token-unresolved", path, message, `Give it: --set ${name}=…`);
        });
        return [...flaws, ...warnings];
      }),
    ],
    failures: [...protocol.failures, ...sections.flatMap(({ failures }) => failures)],
  };
}

/** By what is left for skills beside the protocol and the task as they are. */
function chooseStrategy(
  { task, skills, strategy, limit, skillLimit = Infinity, estimate }: PayloadRequest,
  protocol: string,
  taskPart: string,
) {
  if (strategy !== undefined) return { strategy, because: "named in the call" };
  const protocolOverhead = estimateTokens(protocol, estimate);
  const taskContext = estimateTokens(taskPart, estimate);
  const { rule, ...choice } = selectStrategy({
    available: Math.min(limit, protocolOverhead + taskContext + skillLimit),
    protocolOverhead,
    taskContext,
    ...task.profile,
    skills: Math.max(1, skills.length),
  });
  return { ...choice, because: `rule ${rule}: ${choice.because}` };
}

/** What every subagent has to know about its payload, in few tokens. */
const BASE_PROTOCOL = `## Subagent Protocol

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

async function resolveProtocol(request: PayloadRequest, host: Host): Promise<Resolution> {
  const { protocol, projectDir, task, values } = request;
  if (protocol === undefined) {
    const nothing = { left: [], included: [], commands: [], warnings: [], failures: [] };
    return { text: BASE_PROTOCOL, ...nothing };
  }
  const { path, text } = protocol;
  const roots = realRoots(host, [projectDir]);
  const resolved = await resolveText(text, {
    path,
    file: host.realPath(path),
    bases: roots,
    roots,
    values,
    variables: { CLAUDE_PROJECT_DIR: projectDir },
    environment: { byTask: task.environment },
  }, host);
  return { ...resolved, text: withClosedFence(resolved.text) };
}

/** What is absent is left out; continuation chains are taken out and counted. */
function taskSection(task: Task, id: string): { text: string; removedChains: number } {
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

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  "manifest+file": [FILE_LINE, MANIFEST_LINE, PATH_LINE],
  file: [FILE_LINE, PATH_LINE],
  manifest: [MANIFEST_LINE, "Answer with the summary."],
  text: ["Answer with the result itself."],
  json: ["Answer with one JSON document and nothing around it."],
};

/** Tokens in the format's lines are filled in; any other format is passed on as it stands. */
function outputSection(format: string, values: ReadonlyMap<string, string>): string {
  const lines = Object.hasOwn(FORMATS, format) ? FORMATS[format]! : [];
  const list = lines.map((line) => {
    const tokens = findTokens(line, ["variable"]);
    return `\n- ${replaceTokens(line, tokens, ({ name }) => values.get(name))}`;
  });
  return `## Output Requirements\n\nFormat: ${format}\n${list.join("")}`.trimEnd();
}
