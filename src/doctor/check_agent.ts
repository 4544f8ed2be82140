/** Whether another agent than Claude Code is told to start us, in its own files, and whether it will. */
import type { Agent } from "../agents/agent.ts";
import {
  pluginProgram,
  writtenHooks,
  writtenLine,
  writtenPlaces,
} from "../agents/written_hooks.ts";
import { diagnose, type Diagnostic, placeOf } from "../base/diagnostic.ts";
import { parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { look } from "../catalog/sources.ts";
import { fromCommand } from "../hooks/run.ts";
import { attempt, type Host } from "../host/host.ts";
import { ownContent } from "../install/install_hooks.ts";
import {
  isAsWanted,
  isOwnProgram,
  type OwnPlace,
  ownPlaces,
  shellWords,
} from "../install/own_places.ts";
import { readSettings } from "../install/settings_edit.ts";
import { quietHost } from "../lint/try_hooks.ts";

/** @param name As `install --agent` takes it. */
export async function checkAgent(host: Host, name: string, { files }: Agent, projectDir: string) {
  const paths = writtenPlaces(files, projectDir, host);
  const found: Diagnostic[] = [];
  const wired: string[] = [];
  for (const path of new Set(paths)) {
    const text = attempt(() => host.readText(path));
    if (text === undefined) continue;
    if (files.program === undefined) {
      const own = await checkFile(host, path, text, name, files);
      found.push(...own.findings);
      if (own.isWired) wired.push(path);
      continue;
    }
    const program = pluginProgram(text);
    if (program === undefined) continue;
    wired.push(path);
    found.push(await tryProgram(host, path, { program, words: ["--agent", name] }));
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
  files: Agent["files"],
): Promise<{ findings: Diagnostic[]; isWired: boolean }> {
  const settings = readSettings(text);
  if ("flaw" in settings) {
    const { flaw, ...at } = settings;
    const message = `Cannot read the file: ${flaw}`;
    return { findings: [diagnose("json-unreadable", { path, ...at }, message)], isWired: false };
  }
  const hooks = writtenHooks(parseJson(text));
  const findings: Diagnostic[] = [];
  const timeout = hooks.map(({ handler }) => handler.timeout)
    .find((value) => value !== undefined && !Number.isInteger(value));
  if (files.wholeTimeouts && timeout !== undefined) {
    const message = `"timeout": ${
      JSON.stringify(timeout)
    } makes the agent drop all hooks of the file`;
    findings.push(diagnose("hook-not-wired", path, message, "Write a whole number of seconds"));
  }
  const places = ownPlaces(settings).filter(({ call }) => call.words.includes(name));
  const [first] = places;
  if (first === undefined) {
    // Written by hand it does as well; only what install wrote is looked at more closely.
    const isWired = hooks.some(({ handler }) =>
      isOwnProgram(shellWords(writtenLine(handler) ?? "")[0] ?? "")
    );
    return { findings, isWired };
  }
  const again = `Run "skillhook install --agent ${name} --take ours"`;
  const { wanted } = await ownContent(first.call.program, first.call.words);
  for (const entry of wanted) {
    const own = places.find(({ event }) => event === entry.event);
    if (own === undefined) {
      findings.push(diagnose("hook-not-wired", path, `${entry.event} is not wired`, again));
    } else if (!isAsWanted(own, entry, (a, b) => a === b)) {
      const { line } = placeOf(text, own.handler.start);
      const message = `${entry.event} is wired in another way than install writes it`;
      findings.push(diagnose("hook-repeated", { path, line }, message, again));
    }
  }
  findings.push(...checkReview(host, path, places, files));
  findings.push(await tryProgram(host, path, first.call));
  return { findings, isWired: true };
}

function checkReview(
  host: Host,
  path: string,
  places: readonly OwnPlace[],
  { review, advice, directory: directoryOf }: Agent["files"],
): Diagnostic[] {
  const directory = directoryOf(host);
  if (review === undefined || directory === undefined) return [];
  const list = attempt(() => host.readText(joinPath(directory, review.file))) ?? "";
  const real = attempt(() => host.realPath(path)) ?? path;
  const isListed = ({ event, groupIndex, handlerIndex }: OwnPlace) =>
    [path, real].some((one) => list.includes(review.mark(one, event, groupIndex, handlerIndex)));
  const open = places.filter((place) => !isListed(place)).map(({ event }) => event);
  if (open.length === 0) return [];
  const message = `Not reviewed, so they do not run: ${open.join(", ")}`;
  return [diagnose("hook-unreviewed", path, message, advice)];
}

/** A prompt that needs no answer. */
async function tryProgram(
  host: Host,
  path: string,
  { program, words }: OwnPlace["call"],
): Promise<Diagnostic> {
  if (look(host, program)?.kind !== "file") {
    return diagnose("hook-program", path, `There is no program "${program}"`, "Install again");
  }
  const event = { hook_event_name: "UserPromptSubmit", prompt: "How is the weather today" };
  const run = fromCommand(
    await host.run({
      program,
      args: ["hook", ...words],
      env: quietHost(host).environment(),
      stdin: JSON.stringify(event),
      deadlineMs: 15_000,
      outputCap: 64 * 1024,
    }),
  );
  const said = run.stdout + run.stderr;
  if (run.kind === "exited" && run.code === 0 && said === "") {
    return diagnose("hook-works", path, `Its command works, in ${run.durationMs.toFixed(0)} ms`);
  }
  const message = `Its command fails: ${run.reason || said.trim() || `it ended with ${run.code}`}`;
  return diagnose("hook-program", path, message, "Install again");
}
