/** Whether another agent than Claude Code is told to start us, in its own files, and whether it will. */
import type { Agent } from "../agents/agent.ts";
import {
  pluginProgram,
  writtenHooks,
  writtenLine,
  writtenPlaces,
} from "../agents/written_hooks.ts";
import { diagnose, type Diagnostic, placeOf, type Report, reportTo } from "../base/diagnostic.ts";
import { parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { look } from "../catalog/sources.ts";
import { fromCommand } from "../hooks/run.ts";
import { attempt, type Host } from "../host/host.ts";
import { ownContent } from "../install/install_hooks.ts";
import type { OwnCall } from "../install/own_places.ts";
import { isAsWanted, isOwnProgram, ownPlaces, shellWords } from "../install/own_places.ts";
import { readSettings } from "../install/settings_edit.ts";
import { quietHost } from "../lint/try_hooks.ts";

export async function checkAgent(host: Host, name: string, { files }: Agent, projectDir: string) {
  const paths = writtenPlaces(files, projectDir, host);
  const found: Diagnostic[] = [];
  const wired: string[] = [];
  for (const path of new Set(paths)) {
    const text = attempt(() => host.readText(path));
    if (text === undefined) continue;
    const report = reportTo(found, path);
    const program = files.program && pluginProgram(text);
    const isWired = files.program === undefined
      ? await checkFile(host, path, text, name, files, report)
      : program !== undefined;
    if (isWired) wired.push(path);
    const words = ["--agent", name];
    if (program !== undefined) await tryProgram(host, { program, words }, report);
  }
  const [first, second] = wired;
  if (first === undefined) {
    const message = `No hook of ${paths.join(" or ")} starts skillhook`;
    const remedy = `Run "skillhook install --agent ${name}"; its plugins are not looked at here`;
    found.push(diagnose("hook-not-wired", {}, message, remedy));
  }
  if (second !== undefined) {
    const message = `Every event is answered twice: ${first} starts skillhook as well`;
    const remedy = `Run "skillhook uninstall --agent ${name}", there or with --project`;
    found.push(diagnose("hook-wired-twice", second, message, remedy));
  }
  return [...found, diagnose("agent-to-know", {}, files.advice)];
}

async function checkFile(
  host: Host,
  path: string,
  text: string,
  name: string,
  { wholeTimeouts, review, advice, directory: directoryOf }: Agent["files"],
  report: Report,
): Promise<boolean> {
  const settings = readSettings(text);
  if ("flaw" in settings) {
    report("json-unreadable", `Cannot read the file: ${settings.flaw}`, settings);
    return false;
  }
  const handlers = writtenHooks(parseJson(text)).map(({ handler }) => handler);
  const bad = handlers.map(({ timeout }) => timeout)
    .find((timeout) => timeout !== undefined && !Number.isInteger(timeout));
  if (wholeTimeouts && bad !== undefined) {
    const message = `"timeout": ${JSON.stringify(bad)} makes the agent drop all hooks of the file`;
    report("hook-not-wired", message, {}, "Write a whole number of seconds");
  }
  const places = ownPlaces(settings).filter(({ call }) => call.words.includes(name));
  const [first] = places;
  // Written by hand it does as well; only what install wrote is looked at more closely.
  if (first === undefined) {
    return handlers.some((handler) =>
      isOwnProgram(shellWords(writtenLine(handler) ?? "")[0] ?? "")
    );
  }
  const again = `Run "skillhook install --agent ${name} --take ours"`;
  const { wanted } = await ownContent(first.call.program, first.call.words);
  for (const entry of wanted) {
    const { event } = entry;
    const own = places.find((place) => place.event === event);
    if (own === undefined) report("hook-not-wired", `${event} is not wired`, {}, again);
    else if (!isAsWanted(own, entry, (a, b) => a === b)) {
      const { line } = placeOf(text, own.handler.start);
      const message = `${event} is wired in another way than install writes it`;
      report("hook-repeated", message, { line }, again);
    }
  }
  const directory = directoryOf(host);
  if (review !== undefined && directory !== undefined) {
    const list = attempt(() => host.readText(joinPath(directory, review.file))) ?? "";
    const real = attempt(() => host.realPath(path)) ?? path;
    const open = places.filter(({ event, groupIndex, handlerIndex }) =>
      [path, real].every((one) => !list.includes(review.mark(one, event, groupIndex, handlerIndex)))
    );
    const events = open.map(({ event }) => event).join(", ");
    const message = `Not reviewed, so they do not run: ${events}`;
    if (events !== "") report("hook-unreviewed", message, {}, advice);
  }
  await tryProgram(host, first.call, report);
  return true;
}

async function tryProgram(host: Host, { program, words }: OwnCall, report: Report) {
  if (look(host, program)?.kind !== "file") {
    return report("hook-program", `There is no program "${program}"`, {}, "Install again");
  }
  const event = { hook_event_name: "UserPromptSubmit", prompt: "How is the weather today" };
  const result = await host.run({
    program,
    args: ["hook", ...words],
    env: quietHost(host).environment(),
    stdin: JSON.stringify(event),
    deadlineMs: 15_000,
    outputCap: 64 * 1024,
  });
  const { kind, code, reason, durationMs, stdout, stderr } = fromCommand(result);
  const said = (stdout + stderr).trim();
  if (kind === "exited" && code === 0 && said === "") {
    return report("hook-works", `Its command works, in ${durationMs.toFixed(0)} ms`);
  }
  const why = reason || said || `it ended with ${code}`;
  return report("hook-program", `Its command fails: ${why}`, {}, "Install again");
}
