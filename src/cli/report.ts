/** `skillhook report`: what the directives of the shipped skills print. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Host, Outcome } from "../host/host.ts";
import { readObject } from "../protocol/read_object.ts";
import { checkThere, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

export async function reportVerb(options: Given<"report">, host: Host): Promise<Outcome> {
  const [name, plan] = [options.operand("REPORT"), options.operand("PLAN")];
  if (plan !== undefined && name !== "plans") throw options.misuse(`Unexpected argument "${plan}"`);
  const since = sinceOption(options, host);
  const fields = name === "statusline" ? await readFields(host) : {};
  const session = options.text("session") ?? asString(fields.session_id) ??
    host.env("CLAUDE_CODE_SESSION_ID") ?? host.env("CLAUDE_SESSION_ID");
  const projectDir = (options.text("project") === undefined ? projectOf(fields) : undefined) ??
    projectOption(options, host);
  const transcript = options.text("transcript") || undefined;
  if (transcript !== undefined) checkThere(transcript, "transcript", host);
  const report = name === "retrospective"
    ? (await import("../report/retrospective_report.ts")).retrospectiveReport
    : (await import("../report/status_report.ts")).REPORTS[name];
  const context = { projectDir, session: session || undefined, transcript, since, plan, fields };
  return success(await report(host, context));
}

const UNITS_MS = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `12h`, `7d`, `2w`, or a day such as 2026-01-31. */
function sinceOption({ text, misuse }: Given<"report">, host: Host): number | undefined {
  const value = text("since");
  if (value === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(value) ?? [];
  const since = unit === undefined
    ? /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : NaN
    : host.now() - Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  if (!Number.isNaN(since)) return since;
  throw misuse(`Option "--since" needs a time such as 12h, 7d, 2w or 2026-01-31: got "${value}"`);
}

function projectOf({ workspace, cwd }: Fields): string | undefined {
  const { current_dir: current, project_dir: project } = isFields(workspace) ? workspace : {};
  return asString(project) ?? asString(current) ?? asString(cwd);
}

/** Anything that is not the agent's JSON counts as nothing: the line is drawn all the same. */
async function readFields(host: Host): Promise<Fields> {
  if (host.isTerminal("stdin")) return {};
  // A status line's caller writes at once; a directive's standard input may stay open and silent.
  const read = await readObject(host, { deadlineMs: 40 });
  const value = "text" in read ? parseJson(read.text) : undefined;
  return isFields(value) ? value : {};
}
