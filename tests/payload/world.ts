/** One project for the tests of payloads: two skills with references, a script and a command, a manifest, tasks. */

const RESEARCH = `---
name: ct-research-agent
description: Looks things up and writes them down
---

# Research

## Summary

Research for {{TASK_ID}} of {{DATE}}. Background: @docs/spec.md

## Core Rules

- Cite every source.
- State of the project: !\`git status --short\`

## Examples

### A first example

One.

### A second example

Two.

## References

- \${SKILL_ROOT}/references
${Array.from({ length: 40 }, (_, index) => `\nLine ${index + 1} of the rest.`).join("")}
`;

/** Files below the project's directory. */
export const PROJECT: Readonly<Record<string, string>> = {
  "skills/ct-research-agent/SKILL.md": RESEARCH,
  "skills/ct-research-agent/references/api.md": "# API\n\nFor {{TOPIC_SLUG}}; not run: !`date`\n",
  "skills/ct-research-agent/references/deep/more.md": "# More\n",
  "skills/ct-research-agent/scripts/search.sh": "echo\n",
  "skills/ct-task-executor/SKILL.md":
    `---\nname: ct-task-executor\ndescription: Does what a task says\nmetadata:\n  version: "2.1.0"\n---\n\n# Executor\n\nWork on "{{TASK_TITLE}}".\n`,
  "skills/ct-task-executor/references/steps.md": "# Steps\n\n1. Read\n2. Do\n",
  "skills/manifest.json": JSON.stringify({
    skills: [
      {
        name: "ct-research-agent",
        version: "1.0.0",
        description: "Looks things up and writes them down",
        path: "skills/ct-research-agent",
        token_budget: 8000,
        tier: 2,
        references: ["skills/ct-research-agent/SKILL.md"],
        capabilities: { dispatch_triggers: ["research", "look into"] },
      },
      {
        name: "ct-test-writer",
        path: "skills/ct-test-writer",
        capabilities: { dispatch_triggers: ["test"] },
      },
      { name: "ct-task-executor", path: "skills/ct-task-executor" },
    ],
  }),
  "docs/spec.md": "the spec (see @more.md)\n",
  "docs/more.md": "more\n",
  ".skillhook/tasks.json": JSON.stringify({
    tasks: [
      {
        id: "T2400",
        title: "Research: how skills load",
        description: "Find out how it works.\n\n```sh\nls",
        labels: ["research"],
        depends: ["T1", "T2"],
        deliverables: ["docs/loading.md"],
        parentId: "T2392",
        acceptance: ["It is written down", "It is short"],
        skills: ["ct-research-agent", "ct-task-executor"],
      },
      { id: "T1", title: "The latest release", size: "small", parentId: "T2392" },
      { id: "T2", title: "Please look into the cache", parentId: "T2392" },
      { id: "T3", title: "x [CONTINUATION: /commit]", skills: ["ct-task-executor"] },
      { id: "T4", title: 5, description: ["a"] },
    ],
  }),
};

/**
 * @param root Where the project lies.
 * @returns The files by absolute path.
 */
export function projectAt(root: string): Record<string, string> {
  const entries = Object.entries(PROJECT).map(([path, text]) => [`${root}/${path}`, text]);
  return Object.fromEntries(entries);
}
