/** `skillhook play`: chooses the model and the format, and writes what the session says as it says it; or plays scenarios. */
import { terminalText } from "../base/terminal_text.ts";
import { formatDiagnostic } from "../base/diagnostic.ts";
import { shellQuote } from "../base/fitted_text.ts";
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { unapprovedText } from "../hooks/fire.ts";
import type { Host, Outcome } from "../host/host.ts";
import type { LoopEvent, Model } from "../loop/events.ts";
import { OUTPUTS } from "../loop/output.ts";
import { areRules } from "../loop/permission.ts";
import { playSession } from "../loop/play_session.ts";
import { differences, readScenario, type Scenario } from "../loop/scenario.ts";
import { commandModel, readTurns, scriptModel, shownText } from "../loop/script_model.ts";
import { newSession, type SessionTerms, uuid } from "../loop/session.ts";
import { projectBoundary, projectFileTest } from "../trust/project_boundary.ts";
import { absolutePath, orEnd, parseNamed, projectOption, readNamed } from "./named_input.ts";
import { givenChoices, givenTools, playTerms } from "./play_terms.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

type Options = Given<"play">;

/** Milliseconds that a silent pipe is waited for, where there is a prompt as well. */
const PIPE_MS = 3_000;
const DEADLINE_MS = 900_000;
const UNREADABLE: ReadonlySet<string> = new Set(["hooks-unreadable", "json-unreadable"]);

export async function playVerb(options: Options, host: Host): Promise<Outcome> {
  const named = options.text("test");
  const models = (["script", "model-command", "test"] as const).filter(options.text);
  if (models.length > 1) throw options.misuse(`Only one of --${models.join(", --")} can be given`);
  for (const name of ["allowed-tools", "disallowed-tools"] as const) {
    const rules = options.list(name);
    const wanted = areRules(rules);
    if (wanted === undefined) continue;
    throw options.misuse(`Option "--${name}" needs ${wanted}: got "${rules.join(" ")}"`);
  }
  if (named !== undefined) return await testScenarios(options, named, host);
  const model = await chosenModel(options, host);
  const prompts = await readPrompts(options, host);
  if (prompts.some((prompt) => prompt.trim() === "")) {
    throw options.misuse("Nothing to play: give a prompt, or pipe one in");
  }
  const choices = givenChoices(options, host);
  const { terms, notes } = await playTerms(host, choices, model, givenTools(options, host));
  // Without the guards in it, the rehearsal would be of another session.
  const lost = notes.filter(({ code, path = "" }) =>
    UNREADABLE.has(code) && choices.settings.includes(path)
  );
  if (lost.length > 0) throw new VerbError([...new Set(lost.map(formatDiagnostic))]);
  const { isHeard, error } = await write(options, terms, prompts);
  const flaw = error ?? (isHeard ? model.left?.() : undefined);
  return success("", flaw === undefined ? notes : [...notes, flaw], error === undefined ? 0 : 1);
}

async function write(options: Options, terms: SessionTerms, prompts: readonly string[]) {
  const { host } = terms;
  const session = newSession(terms);
  const output = OUTPUTS[options.text("output-format")]({
    session: session.id,
    uuid: () => uuid(host),
    isPrint: options.flag("print"),
    withPartials: options.flag("include-partial-messages"),
  });
  const isShown = host.isTerminal("stdout");
  const cannot = "Cannot write to standard output";
  const say = (text: string) =>
    text === "" || orEnd(cannot, 1, () => host.say(isShown ? terminalText(text) : text));
  let error: string | undefined;
  for await (const event of playSession(session, prompts)) {
    const isBad = event.type === "result" && event.is_error;
    if (isBad) error = `Ended: ${event.result || event.terminal_reason}`;
    if (!say(output.take(event))) return { isHeard: false };
  }
  return { isHeard: say(output.end?.() ?? ""), error };
}

/** ADD A MODEL: one branch. */
async function chosenModel(options: Options, host: Host): Promise<Model> {
  const script = options.text("script");
  if (script !== undefined) {
    const turns = readTurns(readNamed(host, script, "script"));
    if ("flaw" in turns) throw new VerbError(`Cannot read script "${script}": ${turns.flaw}`);
    return scriptModel(turns);
  }
  const command = options.text("model-command");
  if (command !== undefined) return commandModel(host, command, host.cwd());
  const { messagesModel } = await import("../loop/messages_model.ts");
  const model = messagesModel(host, options.text("model"));
  if (model !== undefined) return model;
  const hint = "give --script or --model-command, or set $ANTHROPIC_API_KEY";
  throw options.misuse(`There is no model: ${hint}`);
}

/** What is typed, and what is piped in behind the first of it, as the agent joins them. */
async function readPrompts({ operands }: Options, host: Host): Promise<string[]> {
  const [typed = "", ...more] = operands;
  if (host.isTerminal("stdin")) return [typed, ...more];
  const decoder = new TextDecoder();
  const maxBytes = 64 * 1024 * 1024;
  const deadlineMs = typed.trim() === "" ? DEADLINE_MS : PIPE_MS;
  // A pipe that stays open and silent is not waited for; one that brings something may take its time.
  const first = await host.readStdin({ maxBytes, deadlineMs }, () => true);
  const rest = first.end === "complete"
    ? await host.readStdin({ maxBytes, deadlineMs: DEADLINE_MS }, () => false)
    : undefined;
  if (rest?.end === "too-large") throw new VerbError("Cannot read standard input: more than 64 MB");
  const piped = decoder.decode(first.bytes, { stream: true }) +
    decoder.decode(rest?.bytes ?? new Uint8Array());
  return [[typed, piped].filter((part) => part !== "").join("\n"), ...more];
}

/** `--test`. @param isNamed You have named these files, and by that allowed what they start. */
export async function testScenarios(
  options: Options,
  named: string,
  host: Host,
  isNamed = true,
): Promise<Outcome> {
  if (options.operands[0] !== undefined) {
    throw options.misuse("A scenario has its own prompt: leave out the one behind --test");
  }
  const paths = scenarioFiles(named, host);
  const played = await Array.fromAsync(paths, (path) => play(options, path, host, isNamed));
  const lines = played.flatMap(({ path, differs }) => [
    `${differs.length === 0 ? "ok     " : "DIFFERS"} ${path}`,
    ...differs.map((text) => text.replaceAll(/^/gm, "    ")),
  ]);
  const bad = played.filter(({ differs }) => differs.length > 0).length;
  const sum = `${played.length - bad} passed, ${bad} failed`;
  const notes = new Set(played.flatMap(({ notes }) => notes));
  return success([...lines, sum].join("\n"), [...notes], bad === 0 ? 0 : 1);
}

function scenarioFiles(named: string, host: Host): string[] {
  const cannot = `Cannot play scenarios of "${named}"`;
  const path = absolutePath(named, host);
  const kind = orEnd(cannot, 1, () => host.stat(path)?.kind);
  if (kind === undefined) throw new VerbError(`${cannot}: no such file or directory`);
  if (kind !== "directory") return [named];
  const names = orEnd(cannot, 1, () => host.list(path) ?? []).map(({ name }) => name)
    .filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort();
  if (names.length === 0) throw new VerbError(`${cannot}: there is no *.json in it`);
  return names.map((name) => joinPath(named, name));
}

async function play(options: Options, path: string, host: Host, isNamed: boolean) {
  const read = readScenario(parseNamed(readNamed(host, path), `"${path}"`));
  if ("flaw" in read) return { path, differs: [`Cannot play it: ${read.flaw}`], notes: [] };
  const project = () => projectBoundary(host, projectOption(options, host));
  if (!isNamed && read.startsCommands && projectFileTest(host, project)(absolutePath(path, host))) {
    const how = `look at it, then name it: skillhook play --test ${shellQuote(path)}`;
    const why = "it is the project's, and what it names starts commands";
    return { path, differs: [`Not played: ${why}: ${how}`], notes: [] };
  }
  let shown = "";
  const model = scriptModel(read.turns, (request) => shown += `\n${shownText(request)}`);
  const file = absolutePath(path, host);
  const choices = choicesOf(options, read, file, host);
  const tools = [...read.tools, ...givenTools(options, host)];
  const { terms, notes } = await playTerms(host, choices, model, tools);
  const events: LoopEvent[] = [];
  for await (const event of playSession(newSession(terms), read.prompts)) events.push(event);
  const said = events.flatMap((event) =>
    event.type === "system" && event.subtype === "informational" && event.level === "warning"
      ? [event.content]
      : []
  );
  const unapproved = terms.hooks.loaded.handlers.filter(({ isUntrusted }) => isUntrusted)
    .map(({ origin }) => unapprovedText(origin.path, choices.projectDir));
  const isOwn = read.hasHooks || read.settings.length > 0;
  const flaws = notes.filter((note) => choices.settings.includes(note.path ?? ""));
  // What a scenario brings along itself must have counted.
  const lost = isOwn ? [...flaws.map(formatDiagnostic), ...unapproved] : [];
  return {
    path,
    differs: [...new Set(lost), ...differences(read, events, shown, model.left?.())],
    notes: [...notes, ...said, ...lost.length === 0 ? unapproved : []],
  };
}

function choicesOf(options: Options, scenario: Scenario, file: string, host: Host) {
  const besides = (path: string) =>
    isAbsolutePath(path, host.platform) ? path : joinPath(parentPath(file) ?? "/", path);
  const given = givenChoices(options, host);
  const own = [...scenario.hasHooks ? [file] : [], ...scenario.settings.map(besides)];
  return {
    ...given,
    pluginDir: scenario.plugin === undefined ? given.pluginDir : besides(scenario.plugin),
    settings: [...own, ...given.settings],
    allow: [...scenario.allow, ...given.allow],
    deny: [...scenario.deny, ...given.deny],
  };
}
