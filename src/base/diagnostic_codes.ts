/**
 * Every kind of flaw that we report, with how bad it is: what a program, a filter or our own code may
 * branch on. Words may be improved at any time; a code stays, and a test wants each one used.
 */

/** `error`: something does not count or does not work. `warning`: it works, and is likely a mistake. `info`: to know. */
export type Severity = "error" | "warning" | "info";

/** Code → severity, by where the flaw is. */
export const DIAGNOSTIC_CODES = {
  // skillhook.yaml
  "settings-unreadable": "error",
  "settings-unknown-key": "error",
  "settings-type": "error",
  "settings-value": "error",
  "settings-likely-slip": "warning",
  "settings-not-yours": "warning",
  "settings-more": "error",
  "settings-not-approved": "warning",

  // The agent's own JSON files: settings, plugins
  "json-unreadable": "error",
  "json-uneditable": "error",
  "plugin-switches": "error",
  "plugin-unusable": "error",
  "plugin-not-installed": "error",

  // Configured hooks
  "hooks-unreadable": "error",
  "hooks-off": "error",
  "hook-unknown-event": "error",
  "hook-malformed": "error",
  "hook-not-wired": "error",
  "hook-wired-twice": "error",
  "hook-repeated": "warning",
  "hook-timeout": "warning",
  "hook-program": "error",
  "hook-answer": "error",
  "hook-answer-unread": "error",
  "hook-slow": "warning",
  "hook-not-tried": "warning",
  "hook-works": "info",

  // Hooks held against what the agent makes of them
  "hooks-foreign": "info",
  "hooks-unwrapped": "error",
  "hook-flat": "error",
  "hook-matcher-regex": "error",
  "hook-matcher-dead": "error",
  "hook-matcher-part": "warning",
  "hook-matcher-tool": "warning",
  "hook-matcher-all": "warning",
  "hook-matcher-ignored": "warning",
  "hook-if-dead": "error",
  "hook-if-excluded": "error",
  "hook-key": "warning",
  "hook-null": "error",
  "hook-timeout-unit": "warning",
  "hook-timeout-cap": "warning",
  "hook-once": "warning",
  "hook-async-decides": "error",
  "hook-usage-refuses": "warning",
  "hook-program-missing": "error",
  "hook-program-path": "warning",
  "hook-program-mode": "error",
  "hook-program-crlf": "error",
  "hook-path-relative": "warning",
  "hook-path-blank": "error",
  "hook-plugin-root": "error",
  "hook-twice": "warning",

  // Finding and reading skills
  "skill-directory": "error",
  "skill-link": "error",
  "skills-too-many": "error",
  "skill-unreadable": "error",
  "skill-file-name": "error",
  "skill-name": "error",
  "skill-name-reserved": "warning",
  "field-missing": "error",
  "field-type": "error",
  "frontmatter-unreadable": "error",
  "skills-read": "info",
  "shadowed": "warning",
  "trigger": "error",
  "trigger-clash": "warning",
  "continuation-field": "error",
  "chain-exit": "warning",
  "chain-tools": "warning",
  "skill-bystander": "info",
  "skill-not-prompt": "info",

  // The linter's rules
  "compatibility-length": "error",
  "description-length": "error",
  "description-missing": "error",
  "description-tags": "warning",
  "description-wanted": "warning",
  "body-empty": "warning",
  "body-length": "warning",
  "directive-unclosed": "error",
  "broken-reference": "error",
  "directive-nested": "warning",
  "directive-permission": "warning",
  "directive-untrusted": "warning",
  "frontmatter-first-line": "error",
  "frontmatter-mapping": "error",
  "frontmatter-missing": "error",
  "frontmatter-unclosed": "error",
  "frontmatter-yaml": "error",
  "listing-length": "warning",
  "listing-total": "warning",
  "name-characters": "error",
  "name-directory": "error",
  "name-first-letter": "warning",
  "name-length": "error",
  "name-missing": "error",
  "trigger-keywords": "warning",
  "types": "error",
  "unknown-key": "warning",
  "version-missing": "info",

  // Skill texts in use: commands, tokens, includes, what is left out
  "command-aborted": "error",
  "command-failed": "warning",
  "directive-policy": "error",
  "include-circle": "error",
  "reference-unreadable": "warning",
  "token-refused": "warning",
  "token-unresolved": "warning",
  "over-budget": "warning",
  "chain-removed": "info",
  "agent-skill": "warning",
  "manifest-unreadable": "error",
  "manifest-entry": "error",

  // Our own directories, and approvals
  "state-unwritable": "error",
  "state-works": "info",
  "cache-unusable": "warning",
  "not-on-path": "warning",
  "link-leaves-project": "error",
  "file-too-large": "error",
  "secret-masked": "warning",
  "approvals-unreadable": "error",
  "approval-outdated": "error",
  "approval-unused": "warning",
  "not-approvable": "info",
  // Prompts for measuring the parser
} as const satisfies Readonly<Record<string, Severity>>;

/** Kebab-case; a misspelt one does not compile. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
