/** The files of a skill that its author begins with: what the linter asks for, and places for what only they know. */
import { DIRECTIVES } from "./directive.ts";

/** What the author wants of it; texts may be empty. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  /** Whether it takes part in chains, and what follows when it is the last of one. */
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

/**
 * Path below the directory of skills → text.
 *
 * @param protocol How a skill hands a chain on, as a section of its text.
 */
export function newSkillFiles(skill: NewSkill, protocol: string): Record<string, string> {
  const { name, description, hasCompanion, directive, isChained } = skill;
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const program = /^[\w./-]+/.exec(directive.trim())?.[0] ?? "";
  const bash = program === "" ? "Bash" : `Bash(${program} *)`;
  const tools = [
    ...directive === "" || hasCompanion ? [] : [bash],
    ...isChained ? ["Skill"] : [],
  ];
  const body = `# ${title}\n\nWhat to do, step by step:\n\n1. …\n`;
  const output = directive === "" ? "" : shown(directive);
  const chain = isChained ? `\n${protocol.trim()}\n` : "";
  const stub = head(skill, tools) +
    (hasCompanion
      ? `# ${title}\n\n${stubText(name)}\n`
      : `${body}${output === "" ? "" : `\n## State\n\n${output}`}`) +
    chain;
  const scenario = {
    about: "Typed, the skill reaches the model",
    prompt: `/${name}`,
    turns: [{ expect: { contains: `# ${title}` }, text: "Done." }],
    expect: { result: "Done." },
  };
  const files = {
    [`${name}/SKILL.md`]: stub,
    [`${name}/scenarios/typed.json`]: `${JSON.stringify(scenario, undefined, 2)}\n`,
  };
  if (!hasCompanion) return files;
  const companion = `---
name: ${name}-first-use
version: 0.1.0
description: ${
    JSON.stringify(`The whole text of the skill ${name}, for subagents that preload it.`)
  }
user-invocable: false${directive === "" ? "" : `\nallowed-tools: ${bash}`}
---

<skill name="${name}">
${body}</skill>
${output === "" ? "" : `\n<output name="${name}">\n${output}</output>\n`}`;
  return { ...files, [`${name}-first-use/SKILL.md`]: companion };

  function head({ exits, files, languages, commands }: NewSkill, tools: readonly string[]): string {
    const list = (key: string, all: readonly string[]) =>
      all.length === 0 ? [] : [`  ${key}: ${JSON.stringify(all)}`];
    const triggers = [
      ...list("files", files),
      ...list("languages", languages),
      ...list("commands", commands),
    ];
    return [
      ...["---", `name: ${name}`, "version: 0.1.0"],
      `description: ${JSON.stringify(description)}`,
      ...tools.length === 0 ? [] : [`allowed-tools: ${tools.join(", ")}`],
      ...triggers.length === 0 ? [] : ["triggers:", ...triggers],
      ...isChained
        ? ["continuation:", "  cooperative: true", `  default-exit: ${JSON.stringify(exits)}`]
        : [],
      ...["---", "", ""],
    ].join("\n");
  }
}

/** It is right without the hook, too. */
function stubText(name: string): string {
  return `The instructions of this skill come with its use, beside this text, the first time in a
conversation. If they are not in this conversation, read \`../${name}-first-use/SKILL.md\` before
doing anything else.`;
}

/** A backtick cannot stand in the short form. */
function shown(directive: string): string {
  const { show } = /[`\n]/.test(directive) ? DIRECTIVES.block : DIRECTIVES.inline;
  return `${show(directive)}\n`;
}
