/** Settings files as they are found in the wild. */

/** One file: what it holds, and whether it can be edited. */
export interface SettingsRow {
  readonly name: string;
  readonly text: string;
  /** Line and column of what makes it be refused. */
  readonly refused?: string;
}

const OTHERS = `{
  "model": "opus",
  "permissions": {
    "allow": ["Bash(npm run test:*)", "Read(~/.zshrc)"],
    "deny": []
  },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh", "timeout": 5 }]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  },
  "env": { "FOO": "\\u00e9 \\"quoted\\" \\\\ {}[],:" }
}
`;

/** Every row is installed into, looked at and uninstalled from. */
export const SETTINGS_ROWS: readonly SettingsRow[] = [
  { name: "others' hooks, mixed layout", text: OTHERS },
  { name: "CRLF", text: OTHERS.replaceAll("\n", "\r\n") },
  { name: "tabs", text: OTHERS.replaceAll("  ", "\t") },
  { name: "four blanks", text: OTHERS.replaceAll("  ", "    ") },
  { name: "no final newline", text: OTHERS.trimEnd() },
  { name: "a BOM", text: `\ufeff${OTHERS}` },
  { name: "blank lines at the end", text: `${OTHERS}\n\n` },
  { name: "empty", text: "" },
  { name: "only a line feed", text: "\n" },
  { name: "an empty object", text: "{}" },
  { name: "an empty object over two lines", text: "{\n}\n" },
  { name: "an object of blanks", text: "{   }\n" },
  { name: "empty hooks", text: '{\n  "hooks": {}\n}\n' },
  { name: "an empty list of ours", text: '{"hooks":{"UserPromptSubmit":[]}}' },
  {
    name: "an empty list of ours over lines",
    text: '{\n "hooks": {\n  "PreToolUse": [\n  ]\n }\n}\n',
  },
  { name: "one line", text: '{"model":"opus","hooks":{"Stop":[{"hooks":[]}]},"z":[1,2.5e3,null]}' },
  { name: "one line with blanks", text: '{ "model": "opus", "hooks": { "Stop": [] } }\n' },
  { name: "the same key twice", text: '{\n  "hooks": {"Stop": []},\n  "hooks": {"Stop": []}\n}\n' },
  { name: "an event twice", text: '{"hooks": {"PreCompact": [], "PreCompact": []}}\n' },
  { name: "keys without indentation", text: '{\n"a": 1,\n"hooks": {\n"Stop": []\n}\n}\n' },
  { name: "carriage returns alone", text: '{\r  "a": 1\r}\r' },
  {
    name: "huge",
    text: `{\n  "permissions": { "allow": [\n${
      Array.from({ length: 20_000 }, (_, index) => `    "Bash(command-${index}:*)"`).join(",\n")
    }\n  ] }\n}\n`,
  },
  { name: "deep", text: `{"a":${"[".repeat(400)}${"]".repeat(400)}}\n` },
  { name: "line comments", text: '{\n  // mine\n  "model": "opus"\n}\n', refused: ":2:3:" },
  { name: "block comments", text: '{\n  "model": "opus" /* mine */\n}\n', refused: ":2:19:" },
  { name: "a comma too many", text: '{\n  "a": 1,\n}\n', refused: ":3:1:" },
  { name: "a missing comma", text: '{\n  "a": 1\n  "b": 2\n}\n', refused: ":3:3:" },
  { name: "single quotation marks", text: "{'a': 1}", refused: ":1:2:" },
  { name: "cut short", text: '{\n  "hooks": {\n', refused: ":3:1:" },
  { name: "a list", text: "[]\n", refused: ":1:1:" },
  { name: "hooks that are a list", text: '{\n  "hooks": []\n}\n', refused: ":2:12:" },
  { name: "an event that is no list", text: '{"hooks": {"Stop": {}}}', refused: ":1:20:" },
  { name: "two documents", text: "{}\n{}\n", refused: ":2:1:" },
  { name: "a control character in a string", text: '{"a": "\u0001"}', refused: ":1:8:" },
  { name: "a bad number", text: '{"a": 01}', refused: ":1:7:" },
  { name: "a bad escape", text: '{"a": "\\x"}', refused: ":1:7:" },
  { name: "too deep", text: `{"a":${"[".repeat(600)}${"]".repeat(600)}}\n`, refused: ":1:505:" },
];
