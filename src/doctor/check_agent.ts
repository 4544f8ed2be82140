/** Whether another agent than Claude Code is told to start us, in its own files, and whether it will. */
import type { Agent } from "../agents/agent.ts";
import {
  pluginProgram,
  type WrittenHook,
  writtenHooks,
  writtenLine,
  writtenPlaces,
} from "../agents/written_hooks.ts";
import { diagnose, type Diagnostic, placeOf } from "../base/diagnostic.ts";
import { parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { look } from "../catalog/sources.ts";
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

const DEADLINE_MS = 15_000;
const OUTPUT_CAP = 64 * 1024;

/** @param name As `install --agent` takes it. */
export async function checkAgent(
  host: Host,
  name: string,
  { files }: Agent,
  projectDir: string,
): Promise<Diagnostic[]> {
  const paths = writtenPlaces(files, projectDir, host);
  const found: Diagnostic[] = [];
  const wired: string[] = [];
  for (const path of new Set(paths)) {
    const text = attempt(() => host.readText(path));
    if (text === undefined) continue;
    if (files.program !== undefined) {
      const program = pluginProgram(text);
      if (program === undefined) continue;
      wired.push(path);
      found.push(await tryProgram(host, path, { program, words: ["--agent", name] }));
      continue;
    }
    const own = await checkFile(host, path, text, { files, name });
    found.push(...own.findings);
    if (own.isWired) wired.push(path);
  }
  const [first, second] = wired;
  const install = `Run "skillhook install --agent ${name}"; its plugins are not looked at here`;
  if (first === undefined) {
    const message = `No hook of ${paths.join(" or ")} starts skillhook`;
    found.push(diagnose("hook-not-wired", {}, message, install));
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
  agent: { readonly files: Agent["files"]; readonly name: string },
): Promise<{ findings: Diagnostic[]; isWired: boolean }> {
  const settings = readSettings(text);
  if ("flaw" in settings) {
    const { flaw, ...at } = settings;
    const message = `Cannot read the file: ${flaw}`;
    return { findings: [diagnose("json-unreadable", { path, ...at }, message)], isWired: false };
  }
  const places = ownPlaces(settings).filter(({ call }) => call.words.includes(agent.name));
  const at = (place: OwnPlace) => ({ path, line: placeOf(text, place.handler.start).line });
  const hooks = writtenHooks(parseJson(text));
  const findings = agent.files.wholeTimeouts ? checkTimeouts(path, hooks) : [];
  const [first] = places;
  // Written by hand it does as well; only what install wrote is looked at more closely.
  const byHand = hooks.some(({ handler }) =>
    isOwnProgram(shellWords(writtenLine(handler) ?? "")[0] ?? "")
  );
  if (first === undefined) return { findings, isWired: byHand };
  const again = `Run "skillhook install --agent ${agent.name} --take ours"`;
  const { wanted } = await ownContent(first.call.program, first.call.words);
  for (const entry of wanted) {
    const own = places.find(({ event }) => event === entry.event);
    if (own === undefined) {
      findings.push(diagnose("hook-not-wired", path, `${entry.event} is not wired`, again));
    } else if (!isAsWanted(own, entry, (a, b) => a === b)) {
      const message = `${entry.event} is wired in another way than install writes it`;
      findings.push(diagnose("hook-repeated", at(own), message, again));
    }
  }
  findings.push(...checkReview(host, path, places, agent.files));
  findings.push(await tryProgram(host, path, first.call));
  return { findings, isWired: true };
}

function checkTimeouts(path: string, hooks: readonly WrittenHook[]): Diagnostic[] {
  const bad = hooks.map(({ handler }) => handler.timeout)
    .find((timeout) => timeout !== undefined && !Number.isInteger(timeout));
  if (bad === undefined) return [];
  const message = `"timeout": ${JSON.stringify(bad)} makes the agent drop all hooks of the file`;
  return [diagnose("hook-not-wired", path, message, "Write a whole number of seconds")];
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
  const run = await host.run({
    program,
    args: ["hook", ...words],
    env: quietHost(host).environment(),
    stdin: JSON.stringify(event),
    deadlineMs: DEADLINE_MS,
    outputCap: OUTPUT_CAP,
  });
  const said = [run.stdout, run.stderr].map(({ head }) => new TextDecoder().decode(head)).join("");
  if (run.kind === "exited" && run.code === 0 && said === "") {
    return diagnose("hook-works", path, `Its command works, in ${run.durationMs.toFixed(0)} ms`);
  }
  const message = `Its command fails: ${run.reason || said.trim() || `it ended with ${run.code}`}`;
  return diagnose("hook-program", path, message, "Install again");
}
