/**
 * A companion and its reference → the text for one use. The body is instruction: commands run in the output part only,
 * or anywhere in a text without tags, such as a reference, where a command left as it is would be read as its output.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";
import { asksForArguments, fillText, type SkillArguments } from "./fill_text.ts";
import type { SkillText } from "./skill_files.ts";
import { headFields, stripHead } from "../skill/strip_head.ts";
import { splitTags } from "../skill/tags.ts";

export interface RenderContext {
  readonly skill: LocatedSkill;
  readonly session: string;
  readonly projectDir: string | undefined;
  readonly given: SkillArguments;
  /** Whether arguments that the text does not ask for are added at its end. */
  readonly appendArguments: boolean;
  /** Roots of plugins whose skills may run commands; absent: the skill's own. */
  readonly pluginRoots?: readonly string[];
  readonly stateDir: string | undefined;
  readonly deadlineMs: number;
}

export interface RenderedSkill {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export async function renderSkill(
  host: Host,
  companion: SkillText,
  reference: SkillText | undefined,
  use: "first" | "later",
  context: RenderContext,
): Promise<RenderedSkill> {
  const head = stripHead(companion.text);
  const tagged = splitTags(head.body);
  const { fields } = await headFields(companion.text, companion.path);
  const { skill, session, projectDir, given } = context;
  // Only these are filled in; any other `${X}` stays as written.
  const known = Object.entries({
    CLAUDE_PLUGIN_ROOT: skill.pluginRoot,
    CLAUDE_PLUGIN_DATA: host.env("CLAUDE_PLUGIN_DATA"),
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_SESSION_ID: session,
    CLAUDE_SKILL_DIR: skill.directory,
  }).flatMap(([name, value]) => value === undefined ? [] : [[name, value] as const]);
  const names = argumentNames(fields.arguments);
  const variables = Object.fromEntries(known);
  const fillings = { variables, given, names };
  const later = use === "later" && reference !== undefined ? stripHead(reference.text) : undefined;
  const body = (use === "first" ? tagged?.body : later?.body) ?? "";
  const live = (tagged === undefined && use === "first" ? head.body : tagged?.output) ?? "";
  const plain = (text: string) => ({ text: fillText(text, fillings), diagnostics: [] });
  const rendered = await Promise.all([
    later ? run(later.body, reference!) : plain(body),
    run(live, companion),
  ]);
  const parts = rendered.map(({ text }) => text.trim());
  parts.push(appendix(context, body + live, names));
  return {
    text: parts.filter((part) => part !== "").join("\n\n"),
    diagnostics: rendered.flatMap(({ diagnostics }) => diagnostics),
  };

  /** Most texts hold no directive, and do not load the preprocessor. */
  async function run(text: string, { path, text: source }: SkillText): Promise<RenderedSkill> {
    if (!text.includes("!")) return plain(text);
    const { preprocess } = await import("../preprocessor/preprocess.ts");
    const { judgeTrust } = await import("../trust/judge_trust.ts");
    const { readPolicyOf } = await import("../trust/directive_policy.ts");
    const { pluginRoots = skill.pluginRoot === undefined ? [] : [skill.pluginRoot] } = context;
    const named = Object.fromEntries(names.map((name, index) => [name, given.list[index] ?? ""]));
    const { policy, diagnostics } = await readPolicyOf(source, path);
    const trust = await judgeTrust(host, { file: path, text: source, projectDir, pluginRoots });
    host.note?.("trust", `${trust.kind}: ${trust.why}`, { path, word: "!`" });
    const result = await preprocess(text, {
      cwd: projectDir ?? skill.directory,
      variables,
      trust,
      policy,
      stateDir: context.stateDir,
      deadlineMs: context.deadlineMs,
      path,
      arguments: { ...given, named },
      expandText: (text) => fillText(text, fillings),
    }, host);
    host.note?.("commands", `${result.ran} ran, ${result.failed} without an output`, { path });
    return { text: result.text, diagnostics: [...diagnostics, ...result.diagnostics] };
  }
}

function argumentNames(value: unknown): string[] {
  const names = typeof value === "string" ? value.split(/\s+/) : Array.isArray(value) ? value : [];
  return names.filter((name): name is string => typeof name === "string" && name !== "");
}

/** As the agent does with arguments that no placeholder asks for: nothing that was typed is lost. */
function appendix(context: RenderContext, source: string, names: readonly string[]): string {
  const { given, appendArguments } = context;
  if (!appendArguments || given.whole.trim() === "" || asksForArguments(source)) return "";
  return names.some((name) => source.includes(`$${name}`)) ? "" : `ARGUMENTS: ${given.whole}`;
}
