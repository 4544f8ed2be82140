/** One skill as a part of a payload. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { counted } from "../base/fitted_text.ts";
import { parentPath } from "../base/path.ts";
import { withClosedFence } from "../budget/cut.ts";
import type { Strategy } from "../budget/strategy.ts";
import type { Host } from "../host/host.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { SkillText } from "../loader/skill_files.ts";
import type { Replacement } from "../preprocessor/preprocess.ts";
import { realRoots } from "./include.ts";
import { type Resolution, type ResolveContext, resolveText } from "./resolve_text.ts";
import { readPlain, type SkillBundle } from "./skill_bundle.ts";
import { findTokens, replaceTokens, TOKEN_NAMES } from "./tokens.ts";

/** What a comprehensive section has besides the skill's own text: a reference, or (without a path) the list of scripts. */
export interface SkillExtra extends SkillText {
  readonly name: string;
}

export interface SkillSection extends Resolution {
  readonly head: string;
  readonly body: string;
  /** Of a minimal one, how much of its text is not there. */
  readonly note: string;
  readonly extras: readonly SkillExtra[];
}

export interface RenderRequest extends Pick<ResolveContext, "values" | "environment"> {
  readonly projectDir: string;
  readonly deadlineMs: number;
  readonly isDry?: boolean;
}

export type TasklessRequest = Pick<RenderRequest, "projectDir" | "values" | "deadlineMs">;

/** Renders skills for no task: of its values only the date is known. */
export function tasklessRenderer(host: Host, { values, projectDir, deadlineMs }: TasklessRequest) {
  const date = new Date(host.now()).toISOString().slice(0, 10);
  const all = new Map([...values, ["DATE", date]]);
  return skillRenderer(host, { projectDir, deadlineMs, values: all });
}

/** Renders skills; a command runs once, however often its skill is rendered. */
export function skillRenderer(host: Host, request: RenderRequest) {
  const { projectDir, values, environment, isDry } = request;
  const outputs = new Map<string, Replacement>();
  return async (bundle: SkillBundle, strategy: Strategy): Promise<SkillSection> => {
    const { path: file, directory, pluginRoot, pieces, references, scripts } = bundle;
    const roots = realRoots(host, [projectDir, directory, pluginRoot ?? directory]);
    const variables = skillVariables(bundle, projectDir);
    const context = () => commandsOf(host, bundle, request);
    const resolved: Resolution[] = [];
    // In the body of a companion and in a reference, a document, what looks like a command is an example.
    async function resolve(text: string, path: string, hasCommands: boolean, end?: number) {
      const commands = hasCommands ? { context, outputs, isDry } : undefined;
      const file = host.realPath(path) ?? path;
      const bases = [...new Set([parentPath(file) ?? "/", ...roots])];
      const own = { path, file, bases, roots, values, variables, environment, commands, end };
      const result = await resolveText(text, own, host);
      resolved.push(result);
      return result.text;
    }
    const { end, note } = strategy === "minimal" ? firstLines(bundle) : { end: Infinity, note: "" };
    const texts: string[] = [];
    let start = 0;
    for (const { text, hasCommands } of pieces) {
      if (start >= end) break;
      texts.push(await resolve(text, file, hasCommands, end - start));
      start += text.length;
    }
    const body = withClosedFence(texts.map((text) => text.trimEnd()).join("\n"));
    const extras: SkillExtra[] = [];
    const broken: Diagnostic[] = [];
    for (const { name, path } of strategy === "comprehensive" ? references : []) {
      const text = readPlain(host, path);
      if (text === undefined) {
        const message = "Cannot include the reference: it cannot be read";
        broken.push(diagnose("reference-unreadable", path, message));
      } else {
        extras.push({ name, path, text: withClosedFence(await resolve(text, path, false)) });
      }
    }
    if (strategy === "comprehensive" && scripts.length > 0) {
      const list = scripts.map((name) => `- ${name}`).join("\n");
      const text = `Not included here; they lie below SKILL_ROOT:\n\n${list}`;
      extras.push({ name: "scripts", path: "", text });
    }
    const section = { head: sectionHead(bundle), body, note, extras };
    return {
      ...section,
      text: sectionText(section, body, extras),
      included: resolved.flatMap(({ included }) => included),
      left: resolved.flatMap(({ left }) => left),
      commands: resolved.flatMap(({ commands }) => commands),
      warnings: [...broken, ...resolved.flatMap(({ warnings }) => warnings)],
      failures: resolved.flatMap(({ failures }) => failures),
    };
  };
}

export function sectionText(
  { head, note, extras }: Pick<SkillSection, "head" | "note" | "extras">,
  body: string,
  given: readonly SkillExtra[],
): string {
  const count = (some: readonly SkillExtra[]) => some.filter(({ path }) => path !== "").length;
  const out = count(extras) - count(given);
  const parts = [
    ...(note === "" ? [] : [note]),
    ...given.map(({ name, text }) => `#### ${name}\n\n${text}`),
    ...(out === 0 ? [] : [`[skillhook: ${counted(out, "reference")} below SKILL_ROOT left out]`]),
  ];
  return [`${head}${body}`, ...parts].join("\n\n");
}

export function descriptionText(bundle: SkillBundle): string {
  const note = " (only its description is here; SKILL.md in it has the rest)";
  return `${sectionHead(bundle, note)}${bundle.description}`;
}

/** The directory is named so that a subagent can read what was not inlined. */
function sectionHead({ name, version, directory }: SkillBundle, note = ""): string {
  const shown = version === undefined ? "" : ` (v${version.replace(/^v/, "")})`;
  return `### ${name}${shown}\n\nSKILL_ROOT: ${directory}${note}\n\n`;
}

const MINIMAL_LINES = 50;
/** A rest that may come to less than so many times the note about it is given instead. */
const WORTH_LEAVING_OUT = 4;

/** Where the first lines end, and a note about the others, unless `minimal` could then cost more than `standard`. */
function firstLines({ pieces, path, directory }: SkillBundle): { end: number; note: string } {
  const text = pieces.map((piece) => piece.text).join("");
  let end = bodyOffset(text);
  for (let line = 0; line < MINIMAL_LINES && end < text.length; line++) {
    const feed = text.indexOf("\n", end);
    end = feed < 0 ? text.length : feed + 1;
  }
  const count = text.slice(end).replace(/\n$/, "").split("\n").length;
  const file = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
  const note = `[skillhook: ${counted(count, "more line")} in ${file}]`;
  // Characters that stay whatever the tokens there become.
  const blanked = pieces.map(({ text }) =>
    replaceTokens(text, findTokens(text, TOKEN_NAMES), ({ raw }) => " ".repeat(raw.length))
  );
  const { length } = blanked.join("").slice(end).replaceAll(/\s/g, "");
  return length >= note.length * WORTH_LEAVING_OUT ? { end, note } : { end: Infinity, note: "" };
}

/** What `${NAME}` in its texts knows without the environment. */
function skillVariables({ directory, pluginRoot }: SkillBundle, projectDir: string) {
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_SKILL_DIR: directory,
    SKILL_ROOT: directory,
    ...(pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
  };
}

async function commandsOf(host: Host, bundle: SkillBundle, request: RenderRequest) {
  const { judgeTrust } = await import("../trust/judge_trust.ts");
  const { readPolicyOf } = await import("../trust/directive_policy.ts");
  const { path, source, pluginRoot } = bundle;
  const { projectDir, deadlineMs } = request;
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
