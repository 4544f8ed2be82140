/** `skillhook play`: chooses the model and the format, and writes what the session says as it says it. */
import { terminalText } from "../base/terminal_text.ts";
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import type { Model } from "../loop/events.ts";
import { OUTPUTS } from "../loop/output.ts";
import { areRules } from "../loop/permission.ts";
import { playSession } from "../loop/play_session.ts";
import { newSession, type SessionTerms, uuid } from "../loop/session.ts";
import { checkSettings, orEnd, readNamed } from "./named_input.ts";
import { givenChoices, givenTools, playTerms } from "./play_terms.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

type Options = Given<"play">;

/** Milliseconds that a pipe which nobody writes to is waited for, where there is a prompt as well. */
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
  if (named !== undefined) {
    const { testScenarios } = await import("./play_scenarios.ts");
    return await testScenarios(options, named, host);
  }
  const model = await chosenModel(options, host);
  const prompts = await readPrompts(options, host);
  if (prompts.some((prompt) => prompt.trim() === "")) {
    throw options.misuse("Nothing to play: give a prompt, or pipe one in");
  }
  const choices = givenChoices(options, host);
  checkSettings(choices.settings, host);
  const { terms, notes } = await playTerms(host, choices, model, givenTools(options, host));
  // Without the guards in it, the rehearsal would be of another session.
  const lost = notes.filter(({ code, path = "" }) =>
    UNREADABLE.has(code) && choices.settings.includes(path)
  );
  if (lost.length > 0) throw new VerbError([...new Set(lost.map(formatDiagnostic))]);
  const { isHeard, error } = await write(options, terms, prompts);
  // Who has stopped reading has heard enough.
  const flaw = error ?? (isHeard ? model.left?.() : undefined);
  return success("", flaw === undefined ? notes : [...notes, flaw], error === undefined ? 0 : 1);
}

/** Writes each event at once; a reader that goes away ends the session. */
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
  const say = (text: string) =>
    text === "" || orEnd(
      "Cannot write to standard output",
      1,
      () => host.say(isShown ? terminalText(text) : text),
    );
  let error: string | undefined;
  for await (const event of playSession(session, prompts)) {
    if (event.type === "result" && event.is_error) {
      error = `Ended: ${event.result || event.terminal_reason}`;
    }
    if (!say(output.take(event))) return { isHeard: false };
  }
  return { isHeard: say(output.end?.() ?? ""), error };
}

/** ADD A MODEL: one branch. */
async function chosenModel(options: Options, host: Host): Promise<Model> {
  const script = options.text("script");
  if (script !== undefined) {
    const { readTurns, scriptModel } = await import("../loop/script_model.ts");
    const turns = readTurns(readNamed(host, script, { what: "script" }));
    if ("flaw" in turns) throw new VerbError(`Cannot read script "${script}": ${turns.flaw}`);
    return scriptModel(turns);
  }
  const command = options.text("model-command");
  if (command !== undefined) {
    const { commandModel } = await import("../loop/command_model.ts");
    return commandModel(host, command, host.cwd());
  }
  const { messagesModel } = await import("../loop/messages_model.ts");
  const model = messagesModel(host, options.text("model"));
  if (model !== undefined) return model;
  throw options.misuse(
    "There is no model: give --script or --model-command, or set $ANTHROPIC_API_KEY",
  );
}

/** What is typed, and what is piped in behind the first of it, as the agent joins them. */
async function readPrompts({ operands }: Options, host: Host): Promise<string[]> {
  const [typed = "", ...more] = operands;
  if (host.isTerminal("stdin")) return [typed, ...more];
  const decoder = new TextDecoder();
  const limits = {
    deadlineMs: typed.trim() === "" ? DEADLINE_MS : PIPE_MS,
    maxBytes: 64 * 1024 * 1024,
  };
  // Who leaves a pipe open and writes nothing is not waited for, but who writes may take his time.
  const first = await host.readStdin(limits, () => true);
  const rest = first.end === "complete"
    ? await host.readStdin({ ...limits, deadlineMs: DEADLINE_MS }, () => false)
    : undefined;
  if (rest?.end === "too-large") throw new VerbError("Cannot read standard input: more than 64 MB");
  const piped = decoder.decode(first.bytes, { stream: true }) +
    decoder.decode(rest?.bytes ?? new Uint8Array());
  return [[typed, piped].filter((part) => part !== "").join("\n"), ...more];
}
