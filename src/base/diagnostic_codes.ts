/** Every kind of flaw that we report. Words may be improved at any time; a code stays. */

/** `error`: something does not count or does not work. `warning`: it works, and is likely a mistake. `info`: to know. */
export type Severity = "error" | "warning" | "info";

/** How bad, then what. Made for the first flaw: a silent prompt has none, and is 0.1 ms faster without. */
const rows = () => ([
  // skillhook.yaml
  ["error", "settings-unreadable", "settings-unknown-key", "settings-type", "settings-value"],
  ["error", "settings-more"],
  ["warning", "settings-likely-slip", "settings-not-yours", "settings-not-approved"],
  // The agent's own JSON files: settings, plugins
  ["error", "json-unreadable", "json-uneditable", "plugin-switches", "plugin-unusable"],
  ["error", "plugin-not-installed", "manifest-field"],
  ["warning", "marketplace-moved", "manifest-key", "manifest-version"],
  // Configured hooks
  ["error", "hooks-unreadable", "hooks-off", "hook-unknown-event", "hook-malformed"],
  ["error", "hook-not-wired", "hook-wired-twice", "hook-program", "hook-answer"],
  ["error", "hook-answer-unread", "hooks-unwrapped", "hooks-unread", "hook-flat"],
  ["error", "hook-matcher-regex", "hook-matcher-dead", "hook-if-dead", "hook-if-excluded"],
  ["error", "hook-null", "hook-async-decides", "hook-program-missing", "hook-program-mode"],
  ["error", "hook-program-crlf", "hook-path-blank", "hook-plugin-root", "hook-variable"],
  ["error", "hook-output-invalid"],
  ["warning", "hook-repeated", "hook-timeout", "hook-slow", "hook-not-tried", "hook-unreviewed"],
  ["warning", "hook-no-success", "hook-matcher-part", "hook-matcher-tool", "hook-matcher-all"],
  ["warning", "hook-matcher-ignored", "hook-key", "hook-timeout-unit", "hook-timeout-cap"],
  ["warning", "hook-once", "hook-usage-refuses", "hook-program-path", "hook-path-relative"],
  ["warning", "hook-twice", "hook-output-ignored", "hook-output-long", "hook-fails"],
  ["warning", "hook-answers-differ"],
  ["info", "hook-works", "hook-beats", "agent-to-know", "hooks-foreign", "hook-tried"],
  ["info", "hook-untried"],
  // Finding and reading skills
  ["error", "skill-directory", "skill-link", "skills-too-many", "skill-unreadable"],
  ["error", "skill-file-name", "skill-name", "field-missing", "field-type"],
  ["error", "frontmatter-unreadable", "trigger", "continuation-field"],
  ["warning", "skills-chainless", "skill-name-reserved", "shadowed", "trigger-clash", "chain-exit"],
  ["warning", "chain-tools"],
  ["info", "skills-read", "skill-bystander", "skill-not-prompt"],
  // The linter's rules
  ["error", "compatibility-length", "description-length", "description-missing"],
  ["error", "directive-unclosed", "broken-reference", "frontmatter-first-line"],
  ["error", "frontmatter-mapping", "frontmatter-missing", "frontmatter-unclosed"],
  ["error", "frontmatter-yaml", "name-characters", "name-directory", "name-length", "name-missing"],
  ["error", "types"],
  ["warning", "description-tags", "description-wanted", "body-empty", "body-length", "broken-path"],
  ["warning", "description-when", "triggers-list", "directive-nested", "directive-permission"],
  ["warning", "directive-untrusted", "lifecycle", "listing-length", "listing-total"],
  ["warning", "name-first-letter", "trigger-keywords", "unknown-key"],
  ["info", "version-missing"],
  // Skill texts in use: commands, tokens, includes, what is left out
  ["error", "command-aborted", "directive-policy", "include-circle", "manifest-unreadable"],
  ["error", "manifest-entry"],
  ["warning", "command-failed", "reference-unreadable", "token-refused", "token-unresolved"],
  ["warning", "over-budget", "agent-skill"],
  ["info", "chain-removed"],
  // Our own directories, and approvals
  ["error", "state-unwritable", "link-leaves-project", "file-too-large", "approvals-unreadable"],
  ["error", "approval-outdated"],
  ["warning", "cache-unusable", "not-on-path", "secret-masked", "approval-unused"],
  ["info", "state-works", "not-approvable"],
] as const satisfies readonly (readonly [Severity, ...string[]])[]);

/** Kebab-case; a misspelt one does not compile. */
export type DiagnosticCode = Exclude<ReturnType<typeof rows>[number][number], Severity>;

let severities: ReadonlyMap<DiagnosticCode, Severity> | undefined;

export function diagnosticCodes(): ReadonlyMap<DiagnosticCode, Severity> {
  return severities ??= new Map(
    rows().flatMap(([severity, ...codes]) => codes.map((code) => [code, severity] as const)),
  );
}
