/** Options that several verbs have, written once. Little more than constants: every call of the program reads this. */

export const PROJECT = {
  "--project DIR": "The project (else $CLAUDE_PROJECT_DIR, else this directory)",
} as const;

export const FINDINGS = {
  "--json":
    'Print {"checked", "errors", "warnings", "findings": [{"code", "severity", "message", "remedy", "path", "line", "column", "key", "fixable"}], "plugins": [{…, "plugin"}]}',
  findings: true,
} as const;

export const SESSION = { "--session ID": "The session (else $CLAUDE_CODE_SESSION_ID)" } as const;

/** Which skills a verb is about; read by `catalogQuery()`. */
export const ROOTS = {
  "--root DIR": "Look for skills below this directory only",
  "--add SOURCE=DIR…":
    "Look below DIR as well; SOURCE is inline, builtin, user, project, plugin or mcp and decides the rank",
  ...PROJECT,
} as const;

export const ESTIMATE = {
  "--estimate bytes|better":
    "How to estimate tokens: four bytes each, or by kind of character (else what skillhook.yaml says)",
} as const;

export const input = (what: string) => `${what}; - or nothing: standard input`;

export const FILE = { "[FILE|-]": input("The file to read") } as const;
