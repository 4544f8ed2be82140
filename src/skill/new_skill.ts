/** The files of a skill that its author begins with: what the linter asks for, and places for what only they know. */
import { DIRECTIVES } from "./scan.ts";

export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly isChained: boolean;
  readonly exits: readonly string[];
  /** Whether its text comes once in a conversation, from a companion. */
  readonly hasCompanion: boolean;
  /** A command whose output it needs. */
  readonly directive: string;
  readonly files: readonly string[];
  readonly languages: readonly string[];
  readonly commands: readonly string[];
}

/** Path below the directory of skills → text; `protocol` is the section that says how a skill hands a chain on. */
export function newSkillFiles(skill: NewSkill, protocol: string): Record<string, string> {
  const { name, description, hasCompanion, directive, isChained, exits } = skill;
  const { files, languages, commands } = skill;
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const program = /^[\w./-]+/.exec(directive.trim())?.[0];
  const bash = program === undefined ? "Bash" : `Bash(${program} *)`;
  const tools = [directive === "" || hasCompanion ? "" : bash, isChained ? "Skill" : ""]
    .filter((tool) => tool !== "").join(", ");
  const triggers = Object.entries({ files, languages, commands })
    .filter(([, all]) => all.length > 0)
    .map(([key, all]) => `  ${key}: ${JSON.stringify(all)}`);
  const head = [
    `---\nname: ${name}\nversion: 0.1.0`,
    `description: ${JSON.stringify(description)}`,
    ...tools === "" ? [] : [`allowed-tools: ${tools}`],
    ...triggers.length === 0 ? [] : ["triggers:", ...triggers],
    ...isChained ? ["continuation:\n  cooperative: true"] : [],
    ...isChained ? [`  default-exit: ${JSON.stringify(exits)}`] : [],
    "---\n\n",
  ].join("\n");
  const body = `# ${title}\n\nWhat to do, step by step:\n\n1. …\n`;
  // A backtick cannot stand in the short form.
  const show = /[`\n]/.test(directive) ? DIRECTIVES.block : DIRECTIVES.inline;
  const output = directive === "" ? "" : `${show(directive)}\n`;
  const text = hasCompanion
    ? `# ${title}\n\n${stubText(name)}\n`
    : `${body}${output === "" ? "" : `\n## State\n\n${output}`}`;
  const scenario = {
    about: "Typed, the skill reaches the model",
    prompt: `/${name}`,
    turns: [{ expect: { contains: `# ${title}` }, text: "Done." }],
    expect: { result: "Done." },
  };
  const own = {
    [`${name}/SKILL.md`]: head + text + (isChained ? `\n${protocol.trim()}\n` : ""),
    [`${name}/scenarios/typed.json`]: `${JSON.stringify(scenario, undefined, 2)}\n`,
  };
  if (!hasCompanion) return own;
  const about = `The whole text of the skill ${name}, for subagents that preload it.`;
  const companion = `---
name: ${name}-first-use
version: 0.1.0
description: ${JSON.stringify(about)}
user-invocable: false${directive === "" ? "" : `\nallowed-tools: ${bash}`}
---

<skill name="${name}">
${body}</skill>
${output === "" ? "" : `\n<output name="${name}">\n${output}</output>\n`}`;
  return { ...own, [`${name}-first-use/SKILL.md`]: companion };
}

/** It is right without the hook, too. */
function stubText(name: string): string {
  return `The instructions of this skill come with its use, beside this text, the first time in a
conversation. If they are not in this conversation, read \`../${name}-first-use/SKILL.md\` before
doing anything else.`;
}
