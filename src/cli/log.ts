/** `skillhook log`, what was decided, event by event; and `skillhook hook` with options, which keeps what it is sent. */
import { isFields, parseJson } from "../base/json_type.ts";
import { pinnedHost } from "../trust/pinned_host.ts";
import type { Host, Outcome } from "../host/host.ts";
import { answer, runHook } from "../runner.ts";
import { isLogSet, logVariable } from "../trace/is_logged.ts";
import { logPaths, readLog } from "../trace/log_file.ts";
import { record } from "../trace/recording.ts";
import { watchingHost } from "../trace/watching_host.ts";
import { newestEvent } from "./explain.ts";
import { absolutePath } from "./named_input.ts";
import type { Given } from "./table.ts";
import { noteLines, success, VerbError } from "./verb.ts";

/** The newest lines, oldest first. */
export async function logVerb(options: Given<"log">, host: Host): Promise<Outcome> {
  const recording = options.text("record");
  if (recording !== undefined) return await recordLast(absolutePath(recording, host), host);
  const paths = logPaths(host);
  if (paths === undefined) throw new VerbError("Cannot find the log: set HOME or XDG_STATE_HOME");
  if (options.flag("path")) return success(paths.now);
  const lines = readLog(host).slice(-options.count("last"));
  const off = logVariable(host) ?? await isLogSet(host) ? [] : [
    'The log is off: set SKILLHOOK_LOG=1, or write "log: true" to skillhook.yaml in ~/.claude',
  ];
  if (options.flag("json")) return success(lines.join("\n"), off);
  return success(lines.map(row).join("\n") || `Nothing was logged (${paths.now})`, off);
}

/** The newest event, as it would be answered now: nothing else is written. */
async function recordLast(directory: string, host: Host): Promise<Outcome> {
  const text = newestEvent(host);
  const outcome = await answer(text, watchingHost(host).host);
  const problem = await record(host, directory, text, outcome);
  if (problem !== undefined) throw new VerbError(`Cannot record the event: ${problem}`);
  return success(`Recorded the newest event in ${directory}`);
}

function row(line: string): string {
  // A line that another process is just writing is shown as it is.
  const entry = parseJson(line);
  if (!isFields(entry)) return line;
  const { time, event, decision, ms, in: size, out, code } = entry;
  const first = [
    String(time).slice(0, 19).replace("T", " "),
    String(event || "(no event)").padEnd(19),
    String(decision).padEnd(7),
    `${Number(ms).toFixed(1)} ms`.padStart(10),
    `${size} → ${out}`.padStart(14),
    ...code === 0 ? [] : [`exit ${code}`],
  ].join("  ");
  const more = [entry.why, entry.diagnostics].flatMap((list) => Array.isArray(list) ? list : []);
  return [first, ...more.map((one) => `    ${one}`)].join("\n");
}

/** The answer to the event on standard input; what could not be kept is said on standard error. */
export async function hookVerb(options: Given<"hook">, machine: Host): Promise<Outcome> {
  const directory = options.text("record");
  const pins = (["home", "config"] as const).flatMap((name) => {
    const value = options.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const host = pinnedHost(machine, pins) ?? machine;
  if (directory === undefined) return await runHook(host);
  let text = "";
  const keeping: Host = Object.assign(Object.create(host) as Host, {
    async readStdin(...given: Parameters<Host["readStdin"]>) {
      const result = await host.readStdin(...given);
      text = new TextDecoder().decode(result.bytes);
      return result;
    },
  });
  const outcome = await runHook(keeping);
  const problem = await record(host, absolutePath(directory, host), text.trim(), outcome);
  const notes = problem === undefined ? [] : [`Cannot record the event: ${problem}`];
  return { ...outcome, stderr: outcome.stderr + noteLines(notes) };
}
