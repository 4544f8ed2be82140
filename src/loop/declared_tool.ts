/** Tools as a scenario or a file declares them: with a command, or with an answer. */
import { counted } from "../base/fitted_text.ts";
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { endingText } from "../hooks/run.ts";
import { runLine, shellLine } from "../hooks/run_command.ts";
import { projectHost } from "../trust/project_sandbox.ts";
import type { ToolCall } from "./events.ts";
import type { Session, Tool, ToolRun } from "./session.ts";
import { fieldsFlaw, isFlag, isObject, isText } from "./shape.ts";

/** ADD A FIELD OF A DECLARATION: one row. */
const FIELDS = {
  name: (value: unknown) =>
    typeof value === "string" && /^[A-Za-z0-9_-]{1,128}$/.test(value)
      ? undefined
      : "letters, digits, _ and -",
  description: isText,
  input_schema: isObject,
  command: isText,
  output: isText,
  error: isText,
  free: isFlag,
  timeout: (value: unknown) =>
    typeof value === "number" && value > 0 ? undefined : "a number of seconds above 0",
};

export function readTools(value: unknown): readonly Tool[] | { readonly flaw: string } {
  if (!Array.isArray(value)) return { flaw: "expected a list of tools" };
  for (const [at, row] of value.entries()) {
    const { name, ...form } = isFields(row) ? row : {};
    const ways = ["command", "output", "error"].filter((way) => form[way] !== undefined).length;
    const wanted = ways === 1 ? undefined : `one of "command", "output" and "error": ` +
      `got ${counted(ways, "of them")}`;
    const flaw = fieldsFlaw(row, FIELDS) ?? (name === undefined ? 'a "name"' : wanted);
    if (flaw !== undefined) return { flaw: `Tool ${at + 1}: expected ${flaw}` };
  }
  return value.map(declared);
}

function declared(row: Fields): Tool {
  const { name, description, input_schema, command, output, error, free, timeout } = row;
  return {
    name: String(name),
    description: asString(description) ?? "",
    input_schema: isFields(input_schema) ? input_schema : { type: "object" },
    isFree: () => free === true,
    // deno-lint-ignore require-yield -- only built-in tools have something to say while they run
    async *run({ session }, call) {
      if (typeof command === "string") {
        // The agent gives a shell command two minutes.
        return await runTool(session, call, command, Number(timeout ?? 120) * 1000);
      }
      const isError = typeof error === "string";
      const text = String(isError ? error : output);
      return { text, isError, response: parseJson(text) ?? text };
    },
  };
}

/** Run like any command that the user has approved; the input comes as JSON on standard input. */
async function runTool(
  { host, projectDir, id }: Session,
  { name, input }: ToolCall,
  command: string,
  deadlineMs: number,
): Promise<ToolRun> {
  const own = { CLAUDECODE: "1", CLAUDE_PROJECT_DIR: projectDir, CLAUDE_CODE_SESSION_ID: id };
  const env = { ...host.environment(), ...own };
  const how = { cwd: projectDir, env, stdin: `${JSON.stringify(input)}\n`, deadlineMs };
  const machine = await projectHost(host, projectDir);
  const run = await runLine(machine, shellLine(host, command), how);
  const [stdout, stderr] = [run.stdout.trimEnd(), run.stderr.trimEnd()];
  const said = [stdout, stderr].filter(Boolean).join("\n");
  if (run.kind === "exited" && run.code === 0) {
    const noOutputExpected = said === "";
    const text = noOutputExpected ? `(${name} completed with no output)` : said;
    const response = { stdout, stderr, interrupted: false, isImage: false, noOutputExpected };
    return { text, isError: false, response };
  }
  const ending = run.kind === "exited" ? `Exit code ${run.code}` : endingText(run, deadlineMs);
  const text = [ending, said].filter(Boolean).join("\n");
  return { text, isError: true, response: text };
}

/** What the model reads of an output that a hook put in another's place. */
export function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  if (isFields(output) && typeof output.stdout === "string") return output.stdout;
  return JSON.stringify(output);
}
