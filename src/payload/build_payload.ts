/** Task, skills and protocol → one text that fits, with everything that is known about how it came to be. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { withClosedFence } from "../budget/cut.ts";
import { estimateTokens } from "../budget/estimate.ts";
import { selectStrategy, type Strategy } from "../budget/strategy.ts";
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import type { Replacement } from "../preprocessor/preprocess.ts";
import { fitPayload, type PayloadBudget } from "./fit_payload.ts";
import { NO_MORE } from "./given_values.ts";
import { realRoots } from "./include.ts";
import { BASE_PROTOCOL, outputSection, taskSection } from "./own_sections.ts";
import type { PickedSkill } from "./pick_skills.ts";
import { type Resolution, type ResolveContext, resolveText } from "./resolve_text.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import { type SkillSection, skillSection } from "./skill_section.ts";
import type { Task } from "./task.ts";
import { findTokens, replaceTokens } from "./tokens.ts";

interface RenderRequest extends Pick<ResolveContext, "values" | "environment"> {
  readonly projectDir: string;
  /** Milliseconds for the commands of one skill. */
  readonly deadlineMs: number;
  /** Commands are listed and not run. */
  readonly isDry?: boolean;
}

export interface PayloadRequest extends Omit<RenderRequest, "environment">, PayloadBudget {
  readonly task: Task;
  readonly skills: readonly PickedSkill[];
  readonly protocol: { readonly path: string; readonly text: string } | undefined;
  /** Files that go in whole, before the task. */
  readonly attached: readonly { readonly path: string; readonly text: string }[];
  /** Absent: chosen by what the task says. */
  readonly strategy: Strategy | undefined;
  readonly outputFormat: string;
}

export type Payload = Awaited<ReturnType<typeof buildPayload>>;

/** Builds a payload, and tells how it came to be; too large or unusable ones (`failures`) too, with why. */
export async function buildPayload(request: PayloadRequest, host: Host) {
  const { task, skills, values } = request;
  const protocol = await resolveProtocol(request, host);
  const taskPart = taskSection(task, values.get("TASK_ID") ?? task.id);
  const output = outputSection(
    request.outputFormat,
    (line) => replaceTokens(line, findTokens(line, ["variable"]), ({ name }) => values.get(name)),
  );
  const choice = chooseStrategy(request, `${protocol.text}${output}`, taskPart.text);
  const environment = { byTask: task.environment, byUser: [] };
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
      ...sections.flatMap(({ warnings }, index) => [
        ...missingInputs(bundles[index]!, sections[index]!, values),
        ...warnings,
      ]),
    ],
    failures: [...protocol.failures, ...sections.flatMap(({ failures }) => failures)],
  };
}

/** Inputs that the manifest lists and nobody gave; those that stand in the text are named as unresolved there. */
function missingInputs(
  { inputs = [], path }: SkillBundle,
  { left }: SkillSection,
  values: ReadonlyMap<string, string>,
): Diagnostic[] {
  const missing = inputs.filter((name) =>
    /^[A-Z][A-Z0-9_]*$/.test(name) && !values.has(name) && !left.some((one) => one.name === name)
  );
  return missing.map((name) =>
    diagnose("token-unresolved", path, `It needs the input ${name}`, `Give it: --set ${name}=…`)
  );
}

/** Renders skills for no task: of its values only the date is known. */
export function tasklessRenderer(
  host: Host,
  { values, ...request }: Pick<RenderRequest, "projectDir" | "values" | "deadlineMs">,
) {
  const date = new Date(host.now()).toISOString().slice(0, 10);
  const all = new Map([...values, ["DATE", date]]);
  return skillRenderer(host, { ...request, values: all, environment: NO_MORE });
}

/** Renders skills; a command runs once, however often its skill is rendered. */
function skillRenderer(
  host: Host,
  { projectDir, values, environment, deadlineMs, isDry = false }: RenderRequest,
): (bundle: SkillBundle, strategy: Strategy) => Promise<SkillSection> {
  const outputs = new Map<string, Replacement>();
  return async (bundle, strategy) => {
    const { directory, pluginRoot } = bundle;
    const context = () => skillCommands(host, bundle, projectDir, deadlineMs);
    return await skillSection(bundle, strategy, {
      roots: realRoots(host, [projectDir, directory, pluginRoot ?? directory]),
      values,
      variables: skillVariables(bundle, projectDir),
      environment,
      commands: isDry ? { kind: "list", context } : { kind: "run", context, outputs },
    }, host);
  };
}

/** What `${NAME}` in its texts knows without the environment. */
function skillVariables(
  { directory, pluginRoot }: SkillBundle,
  projectDir: string,
): Record<string, string> {
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_SKILL_DIR: directory,
    SKILL_ROOT: directory,
    ...(pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
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
    environment: { byTask: task.environment, byUser: [] },
    commands: { kind: "text" },
  }, host);
  return { ...resolved, text: withClosedFence(resolved.text) };
}

/** What the commands of one skill run with: its trust, its author's choices, its directory. */
export async function skillCommands(
  host: Host,
  bundle: SkillBundle,
  projectDir: string,
  deadlineMs: number,
): Promise<PreprocessContext> {
  const { judgeTrust } = await import("../trust/judge_trust.ts");
  const { readPolicyOf } = await import("../trust/directive_policy.ts");
  const { path, source, pluginRoot } = bundle;
  const pluginRoots = pluginRoot === undefined ? [] : [pluginRoot];
  const session = host.env("CLAUDE_CODE_SESSION_ID");
  return {
    cwd: projectDir,
    variables: {
      ...skillVariables(bundle, projectDir),
      ...(session === undefined ? {} : { CLAUDE_SESSION_ID: session }),
    },
    trust: await judgeTrust(host, { file: path, text: source, projectDir, pluginRoots }),
    policy: (await readPolicyOf(source, path)).policy,
    stateDir: stateDirectory(host),
    deadlineMs,
    path,
  };
}
