/** `skillhook hooks fire`: says that an event just happened, and answers what the configured hooks decide. */
import { nearHint } from "../base/nearest.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import type { HookShape } from "../hooks/handler.ts";
import { nothingConfigured } from "../hooks/nothing_configured.ts";
import type { Outcome, QuickHost } from "../host/host.ts";
import { HOOK_EVENTS, hookEvent } from "../protocol/hook_events.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { readObject } from "../protocol/read_object.ts";
import { configDirectory } from "../catalog/places.ts";
import type { Given } from "./table.ts";
import { absolutePath, orEnd } from "./named_input.ts";
import { type GuardedVerb, success, VerbError } from "./verb.ts";

const STDIN_DEADLINE_MS = 5_000;

export interface Choices {
  readonly settings: readonly string[];
  readonly shape: HookShape | undefined;
  readonly limitMs: number | undefined;
}

/** The merged answer; exit 2 when the event is blocked, 1 when we fail, 64 for wrong usage. */
export async function fireVerb(
  options: Given<"hooks fire">,
  host: QuickHost,
): Promise<Outcome | GuardedVerb> {
  const [name] = options.operands;
  const row = hookEvent(name);
  if (row === undefined) {
    const hint = nearHint(name, Object.keys(HOOK_EVENTS));
    throw options.misuse(`The agent has no event "${name}"${hint}`);
  }
  const choices = readChoices(options, host);
  checkSettings(choices.settings, host);
  const made = fireableEvent(name, row, await readEvent(host), host, configDirectory(host));
  const project = options.text("project");
  const projectDir = project === undefined ? made.projectDir : absolutePath(project, host);
  const event: FiredEvent = { ...made, projectDir };
  const isPlain = choices.settings.length === 0 &&
    !(["json", "explain", "dry-run"] as const).some(options.flag);
  if (isPlain && await nothingConfigured(host, event, stateDirectory(host))) return success("");
  return async (guarded) => {
    const { fireHooks } = await import("./hooks.ts");
    return await fireHooks(options, choices, event, guarded);
  };
}

function readChoices(options: Given<"hooks fire">, host: QuickHost): Choices {
  const shape = options.text("shape");
  const timeout = options.text("timeout");
  const seconds = Number(timeout);
  if (timeout !== undefined && !(seconds > 0 && Number.isFinite(seconds))) {
    throw options.misuse(`Option "--timeout" needs a number of seconds above 0: got "${timeout}"`);
  }
  return {
    settings: options.list("settings").map((path) => absolutePath(path, host)),
    shape: shape === "auto" ? undefined : shape,
    limitMs: timeout === undefined ? undefined : seconds * 1000,
  };
}

/** A settings file that is named and missing would silently open every gate in it. */
function checkSettings(paths: readonly string[], host: QuickHost): void {
  for (const path of paths) {
    const cannot = `Cannot read settings "${path}"`;
    if (orEnd(cannot, 1, () => host.stat(path)) === undefined) {
      throw new VerbError(`${cannot}: no such file`);
    }
  }
}

/** One JSON object; nothing at all is fine, too. */
async function readEvent(host: QuickHost): Promise<string> {
  if (host.isTerminal("stdin")) return "";
  const read = await readObject(host, { deadlineMs: STDIN_DEADLINE_MS });
  if ("flaw" in read) throw new VerbError(`Cannot read the event: ${read.flaw}`);
  return read.text;
}
