/** What every subagent is told, whatever its task; a project can bring its own text instead. */

/** Facts about the payload, in few tokens. */
export const BASE_PROTOCOL = `## Subagent Protocol

- This text is complete: references, values and commands in it are resolved already. An \`@path\` or
  \`{{NAME}}\` that is still there could not be.
- A skill's own files lie below the SKILL_ROOT named at its beginning; the Read tool opens them.
- Where instructions are missing, the answer ends with the line \`need skill: NAME\` or with the
  \`@path\` that is missing, and the work is started again with it.
- The work ends with this task: what comes after it is decided elsewhere, no other skill is started.
- The answer has the form that stands under "Output Requirements".`;
