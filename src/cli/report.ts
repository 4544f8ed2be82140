/** `skillhook report`: what the directives of the shipped skills print. ADD A REPORT: one function and one row. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Host, Outcome } from "../host/host.ts";
import { readObject } from "../protocol/read_object.ts";
import type { ReportContext } from "../report/status_report.ts";
import { projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

const REPORTS: Readonly<
  Record<
    Given<"report">["operands"][0],
    () => Promise<(host: Host, context: ReportContext) => string | Promise<string>>
  >
> = {
  status: async () => (await import("../report/status_report.ts")).statusReport,
  retrospective: async () =>
    (await import("../report/retrospective_report.ts")).retrospectiveReport,
  statusline: async () => (await import("../report/status_report.ts")).statuslineReport,
};

/** A status line's caller writes at once; a directive's standard input may stay open and silent. */
const STDIN = { deadlineMs: 40, maxBytes: 1024 * 1024 };

/** The report; what cannot be found out is said in it. */
export async function reportVerb(options: Given<"report">, host: Host): Promise<Outcome> {
  const [name] = options.operands;
  const fields = name === "statusline" ? await readFields(host) : {};
  const session = options.text("session") ?? asString(fields.session_id) ??
    host.env("CLAUDE_CODE_SESSION_ID") ?? host.env("CLAUDE_SESSION_ID");
  const said = options.text("project") === undefined ? projectOf(fields) : undefined;
  const projectDir = said ?? projectOption(options, host);
  const transcript = options.text("transcript") || undefined;
  const report = await REPORTS[name]();
  const context = { projectDir, session: session || undefined, transcript, fields };
  return success(await report(host, context));
}

function projectOf({ workspace, cwd }: Fields): string | undefined {
  const { current_dir: current, project_dir: project } = isFields(workspace) ? workspace : {};
  return asString(project) ?? asString(current) ?? asString(cwd);
}

/** Anything that is not the agent's JSON counts as nothing: the line is drawn all the same. */
async function readFields(host: Host): Promise<Fields> {
  if (host.isTerminal("stdin")) return {};
  const read = await readObject(host, STDIN);
  const value = "text" in read ? parseJson(read.text) : undefined;
  return isFields(value) ? value : {};
}
