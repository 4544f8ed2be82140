/** `skillhook log`, `explain` and `replay`: what was decided, why, and what is decided now; and `skillhook hook`, which keeps what it is sent. */
import { placeOfKey } from "../base/json_tree.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import { isOwn } from "../doctor/check_wiring.ts";
import { EVENTS } from "../events/table.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { pinnedHost } from "../trust/pinned_host.ts";
import type { Host, Outcome } from "../host/host.ts";
import { decodeInput, type HookInput, InputError } from "../protocol/input.ts";
import { answer, runHook } from "../runner.ts";
import { type EventHead, explain, explanationText } from "../trace/explanation.ts";
import { isLogSet, logVariable } from "../trace/is_logged.ts";
import { logPaths, readLastEvent, readLog } from "../trace/log_file.ts";
import { sanitise, settle } from "../trace/pseudonyms.ts";
import { listRecorded, readRecorded, record, recordedAnswer, worldOf } from "../trace/recording.ts";
import { watchingHost } from "../trace/watching_host.ts";
import { absolutePath, projectOption, readAllStdin, writeNamed } from "./named_input.ts";
import type { Given } from "./table.ts";
import { noteLines, success, VerbError } from "./verb.ts";

export async function logVerb(options: Given<"log">, host: Host): Promise<Outcome> {
  const recording = options.text("record");
  if (recording !== undefined) {
    const directory = absolutePath(recording, host);
    const text = newestEvent(host);
    // As it would be answered now: nothing else is written.
    const outcome = await answer(text, watchingHost(host).host);
    const problem = await record(host, directory, text, outcome);
    if (problem !== undefined) throw new VerbError(`Cannot record the event: ${problem}`);
    return success(`Recorded the newest event in ${directory}`);
  }
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

type RecordedAnswer = ReturnType<typeof recordedAnswer>;

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

export async function hookVerb(options: Given<"hook">, machine: Host): Promise<Outcome> {
  const directory = options.text("record");
  const pins = (["home", "config", "agent"] as const).flatMap((name) => {
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

export async function explainVerb(options: Given<"explain">, host: Host): Promise<Outcome> {
  const text = options.flag("last") ? newestEvent(host) : await readAllStdin(host);
  const watched = watchingHost(host);
  const start = host.monotonic();
  const outcome = await answer(text, watched.host);
  const explanation = explain(host, watched, outcome, host.monotonic() - start);
  const head = await headOf(host, text);
  if (!options.flag("json")) return success(explanationText(head, explanation));
  const { ms, ...rest } = explanation;
  return success(JSON.stringify({ ...head, ...rest, ms }));
}

function newestEvent(host: Host): string {
  const text = readLastEvent(host);
  if (text !== undefined) return text;
  const cannot = "Cannot find the newest event";
  throw new VerbError(`${cannot}: none was kept: turn the log on with SKILLHOOK_LOG=1`);
}

async function headOf(host: Host, text: string): Promise<EventHead> {
  let input: HookInput;
  try {
    input = decodeInput(text);
  } catch (error) {
    // What is no event is explained too: by the answer that the hook gives to it.
    if (error instanceof InputError) return { event: "", wired: [] };
    throw error;
  }
  const { event, cwd } = input;
  const row = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  const projectDir = host.env("CLAUDE_PROJECT_DIR") ?? cwd ?? host.cwd();
  const { loaded } = await loadConfigured(host, { projectDir });
  const wired = loaded.handlers.filter((handler) => handler.event === event && isOwn(handler))
    .map(({ origin: { path, key }, timeoutMs }) => {
      const line = placeOfKey(host.readText(path) ?? "", key)?.line;
      return { path, line, timeout_s: timeoutMs === undefined ? undefined : timeoutMs / 1000 };
    });
  return { event, row: row && { summary: row.summary, deadline_ms: row.deadlineMs }, wired };
}

export async function replayVerb(options: Given<"replay">, host: Host): Promise<Outcome> {
  const named = options.operand("DIR");
  const directory = absolutePath(named, host);
  const names = listRecorded(host, directory);
  if (names.length === 0) {
    const hint = 'make some with "skillhook hook --record DIR"';
    throw new VerbError(`Cannot find recorded events in "${named}": ${hint}`);
  }
  const project = projectOption(options, host);
  const world = worldOf(host, project);
  // A state directory that is nowhere: what is loaded where begins anew with the first event.
  const env = { CLAUDE_PROJECT_DIR: project, CLAUDE_PLUGIN_DATA: "/skillhook-replay" };
  const { host: watched } = watchingHost(host, env);
  const isUpdate = options.flag("update");
  const events: { file: string; event: string; same: boolean; diff: string }[] = [];
  const foreign: string[] = [];
  for (const file of names) {
    const path = joinPath(directory, file);
    const recorded = readRecorded(host.readText(path) ?? "");
    if (recorded === undefined) {
      foreign.push(`${path}: Left out: it is not a recorded event`);
      continue;
    }
    const settled = settle(recorded.event, world);
    const outcome = recordedAnswer(await answer(JSON.stringify(settled), watched));
    const now = await sanitise(watched, world, outcome) as RecordedAnswer;
    const diff = unifiedDiff(pretty(recorded.answer), pretty(now), ["recorded", "now"]);
    const event = isFields(settled) ? String(settled.hook_event_name ?? "") : "";
    events.push({ file, event, same: diff === "", diff });
    if (isUpdate && diff !== "") {
      const text = JSON.stringify({ version: 1, event: recorded.event, answer: now }, null, 1);
      writeNamed(host, path, `${text}\n`, { mode: 0o600 });
    }
  }
  const all = events.length;
  const differing = events.filter(({ same }) => !same).length;
  const code = differing > 0 && !isUpdate ? 1 : 0;
  if (options.flag("json")) {
    return success(JSON.stringify({ same: all - differing, differing, events }), foreign, code);
  }
  const lines = events.map(({ file, same, diff }) =>
    same ? `same     ${file}` : `differs  ${file}\n${diff.trimEnd()}`
  );
  const sum = differing === 0
    ? `All ${all} answers are the same`
    : `${differing} of ${all} answers differ`;
  return success([...lines, sum].join("\n"), foreign, code);
}

/** Texts line by line, so that a difference in one line of a context is one line. */
function pretty(answer: RecordedAnswer): string {
  return JSON.stringify(answer, null, 1).replaceAll("\\n", "\n") + "\n";
}
