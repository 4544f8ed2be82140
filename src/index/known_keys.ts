/** Frontmatter keys that mean something to somebody. ADD A KEY: a word in its list. */

/** The Agent Skills specification (protocol section 3.8). */
const SPECIFICATION_KEYS: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];

/** The agent's own (protocol section 3.1). */
const AGENT_KEYS: readonly string[] = [
  "when_to_use",
  "argument-hint",
  "arguments",
  "disable-model-invocation",
  "user-invocable",
  "disallowed-tools",
  "model",
  "effort",
  "context",
  "agent",
  "background",
  "hooks",
  "paths",
  "shell",
];

/** Ours (design documents 001, 002 and 004). */
const OWN_KEYS: readonly string[] = [
  "version",
  "types",
  "triggers",
  "trigger",
  "continuation",
  "skillhook",
];

/** All of them. */
export const KNOWN_KEYS: readonly string[] = [...SPECIFICATION_KEYS, ...AGENT_KEYS, ...OWN_KEYS];
