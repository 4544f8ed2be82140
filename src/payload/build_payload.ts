/** Task, skills and protocol → one text that fits, with everything that is known about how it came to be. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { withClosedFence } from "../budget/cut.ts";
import type { Estimate } from "../budget/estimate.ts";
import { selectStrategy, type Strategy } from "../budget/strategy.ts";
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import { DEFAULT_POLICY, readPolicyOf } from "../trust/directive_policy.ts";
import { judgeTrust } from "../trust/judge_trust.ts";
import { CommandOutputs } from "./command_outputs.ts";
import { fitPayload, type FittedPayload } from "./fit_payload.ts";
import { realRoots } from "./locate_reference.ts";
import { BASE_PROTOCOL, outputSection, taskSection } from "./own_sections.ts";
import type { PickedSkill } from "./pick_skills.ts";
import type { Resolution } from "./resolution.ts";
import { resolveText } from "./resolve_text.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import { type SkillContext, skillSection } from "./skill_section.ts";
import type { Task } from "./task.ts";

/** What a payload is made from. */
export interface PayloadRequest {
  readonly task: Task;
  readonly skills: readonly PickedSkill[];
  readonly values: ReadonlyMap<string, string>;
  /** Somebody's own protocol. */
  readonly protocol: { readonly path: string; readonly text: string } | undefined;
  /** Absent: chosen by what the task says. */
  readonly strategy: Strategy | undefined;
  readonly outputFormat: string;
  readonly projectDir: string;
  /** Tokens. */
  readonly limit: number;
  readonly estimate: Estimate;
  /** What a skill's commands run with; `undefined`: they are listed and not run. */
  readonly commandContext: ((skill: SkillBundle) => Promise<PreprocessContext>) | undefined;
}

/** A payload, and how it came to be. */
export interface Payload {
  readonly fitted: FittedPayload;
  readonly strategy: Strategy;
  /** Why this strategy. */
  readonly because: string;
  readonly protocol: Resolution;
  readonly task: string;
  readonly output: string;
  readonly warnings: readonly Diagnostic[];
  /** Why it cannot be used. */
  readonly failures: readonly Diagnostic[];
}

/**
 * Builds a payload.
 *
 * @returns The payload; too large or unusable ones too, with why.
 */
export async function buildPayload(request: PayloadRequest, host: Host): Promise<Payload> {
  const { task, skills, values, projectDir, limit, estimate } = request;
  const choice = chooseStrategy(request);
  const protocol = await resolveProtocol(request, host);
  const taskPart = taskSection(task, values.get("TASK_ID") ?? task.id);
  const output = outputSection(request.outputFormat, (line) => fill(line, values));
  const outputs = new CommandOutputs();
  const contexts = new Map<SkillBundle, PreprocessContext>();
  const fitted = await fitPayload({
    count: skills.length,
    strategy: choice.strategy,
    limit,
    estimate,
    render: async (index, depth) => {
      const { bundle } = skills[index]!;
      return await skillSection(bundle, depth, await contextOf(bundle), host);
    },
    assemble: (sections) => assemble(protocol.text, sections, taskPart.text, output),
  });
  const sections = fitted.skills.map(({ section }) => section);
  const chains = taskPart.removedChains === 0 ? [] : [
    diagnose(
      "chain-removed",
      task.id,
      "Took a continuation chain out of the task: it is no subagent's",
    ),
  ];
  return {
    fitted,
    ...choice,
    protocol,
    task: taskPart.text,
    output,
    warnings: [
      ...chains,
      ...protocol.warnings,
      ...skills.flatMap(({ bundle }) => bundle.warnings),
      ...sections.flatMap(({ warnings }) => warnings),
    ],
    failures: [...protocol.failures, ...sections.flatMap(({ failures }) => failures)],
  };

  async function contextOf(bundle: SkillBundle): Promise<SkillContext> {
    const { directory, pluginRoot } = bundle;
    const places = [projectDir, directory, ...pluginRoot === undefined ? [] : [pluginRoot]];
    const { commandContext } = request;
    if (commandContext !== undefined && !contexts.has(bundle)) {
      contexts.set(bundle, await commandContext(bundle));
    }
    const context = contexts.get(bundle);
    return {
      roots: realRoots(host, places),
      values,
      variables: skillVariables(bundle, projectDir),
      environment: { byTask: task.environment, byUser: [] },
      commands: context === undefined ? { kind: "list" } : { kind: "run", context, outputs },
    };
  }
}

/** What `${NAME}` in its texts knows without the environment. */
export function skillVariables(
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

function chooseStrategy({ task, skills, strategy, limit }: PayloadRequest) {
  if (strategy !== undefined) return { strategy, because: "named in the call" };
  const { profile } = task;
  const available = profile.available ?? limit;
  const { strategy: chosen, rule, because } = selectStrategy({
    ...profile,
    available,
    skills: Math.max(1, skills.length),
  });
  return { strategy: chosen, because: `rule ${rule}: ${because}` };
}

async function resolveProtocol(request: PayloadRequest, host: Host): Promise<Resolution> {
  const { protocol, projectDir, task, values } = request;
  const { path, text } = protocol ?? { path: "(built-in protocol)", text: BASE_PROTOCOL };
  if (protocol === undefined) {
    return { text, left: [], included: [], commands: [], warnings: [], failures: [] };
  }
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

function assemble(
  protocol: string,
  skills: readonly string[],
  task: string,
  output: string,
): string {
  const parts = [protocol];
  if (skills.length > 0) parts.push("## Skill Context", ...skills);
  return `${[...parts, task, output].join("\n\n")}\n`;
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\{\{([A-Z0-9_]{1,64})\}\}/g,
    (written, name: string) => values.get(name) ?? written,
  );
}

// What the commands of one skill run with: its trust, its author's choices, its directory.

/**
 * @param deadlineMs Milliseconds for all of its commands.
 * @returns The context; a skill without commands costs no look into the approvals.
 */
export async function skillCommands(
  host: Host,
  bundle: SkillBundle,
  projectDir: string,
  deadlineMs: number,
): Promise<PreprocessContext> {
  const { path, source, pluginRoot } = bundle;
  const pluginRoots = pluginRoot === undefined ? [] : [pluginRoot];
  const mayRun = bundle.pieces.some((piece) => piece.hasCommands && piece.text.includes("!"));
  const session = host.env("CLAUDE_CODE_SESSION_ID");
  return {
    cwd: projectDir,
    variables: {
      ...skillVariables(bundle, projectDir),
      ...(session === undefined ? {} : { CLAUDE_SESSION_ID: session }),
    },
    trust: mayRun
      ? await judgeTrust(host, { file: path, text: source, projectDir, pluginRoots })
      : { kind: "trusted", why: "there is nothing to run" },
    policy: mayRun ? (await readPolicyOf(source, path)).policy : DEFAULT_POLICY,
    stateDir: stateDirectory(host),
    deadlineMs,
    path,
  };
}
