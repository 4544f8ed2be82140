/** What firing remembers within one session: handlers that ran once, failures in a row, stops that were blocked. */
import { counted } from "../base/fitted_text.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { quickHash } from "../base/quick_hash.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Merged } from "./effect.ts";
import type { FiredEvent } from "./fired_event.ts";
import { type Handler, wholeActionText } from "./handler.ts";

type FactKind = "once" | "failures" | "stops";

/** Where a session's facts lie; absent as long as there are none. */
export function firedDirectory(stateDirectory: string, session: string): string {
  return joinPath(stateDirectory, `fired/${quickHash(session)}`);
}

/** One small file per fact, whose size is the count, so that two processes that count at once both count. */
export class SessionState {
  readonly #directory: string | undefined;

  constructor(
    readonly host: Host,
    stateDirectory: string | undefined,
    session: string | undefined,
    readonly diagnostics: Diagnostic[],
  ) {
    if (stateDirectory === undefined || session === undefined) return;
    this.#directory = firedDirectory(stateDirectory, session);
  }

  count(kind: FactKind, subject: string): number {
    return this.#attempt(kind, subject, (path) => {
      const stat = this.host.linkStat(path);
      return stat?.kind === "file" ? stat.size : 0;
    }) ?? 0;
  }

  note(kind: FactKind, subject: string): void {
    this.#attempt(kind, subject, (path, directory) => {
      const stat = this.host.linkStat(path);
      // A link is not ours, and not followed.
      if (stat !== undefined && stat.kind !== "file") this.host.remove(path);
      this.host.makeDirectory(directory, { mode: 0o700 });
      this.host.appendText(path, "x", { mode: 0o600 });
    });
  }

  forget(kind: FactKind, subject: string): void {
    this.#attempt(kind, subject, (path) => {
      if (this.host.linkStat(path) !== undefined) this.host.remove(path);
    });
  }

  clear(): void {
    this.#attempt("once", "", (_path, directory) => {
      // Only a directory of ours is emptied: a link in its place is not ours.
      if (this.host.linkStat(directory)?.kind !== "directory") return;
      for (const { name } of this.host.list(directory) ?? []) {
        this.host.remove(joinPath(directory, name));
      }
      this.host.remove(directory);
    });
  }

  #attempt<T>(kind: FactKind, subject: string, act: (path: string, directory: string) => T) {
    const directory = this.#directory;
    if (directory === undefined) return undefined;
    try {
      return act(joinPath(directory, `${kind}-${quickHash(subject)}`), directory);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const message = `Cannot remember what ran in this session: ${error.code}`;
      const flaw = diagnose("state-unwritable", directory, message);
      // Once is enough.
      if (this.diagnostics.every(({ code }) => code !== flaw.code)) this.diagnostics.push(flaw);
      return undefined;
    }
  }
}

/** What its facts are kept under: the same for copies, another one after an edit. */
export function handlerSubject({ event, action, origin }: Handler): string {
  return JSON.stringify([event, action.type, wholeActionText(action), origin.plugin?.root ?? null]);
}

/** What the record of its fires calls it: no word of its command is kept. */
export function hookMark(handler: Handler): string {
  return quickHash(`${handler.origin.path}\n${handlerSubject(handler)}`);
}

export const STOPS: readonly string[] = ["Stop", "SubagentStop"];
const RESETS: readonly string[] = ["PreToolUse", "PostToolUse", "UserPromptSubmit"];

/** Handlers may keep an agent from stopping so often in a row (0: without end); a tool call or a prompt begins anew. */
export function capStops(merged: Merged, event: FiredEvent, state: SessionState): Merged {
  const { name, fields, startsTurn } = event;
  const agent = asString(fields.agent_id) ?? "";
  const isStop = STOPS.includes(name);
  const isBlocked = isStop && merged.behavior === "deny" && merged.stop === undefined;
  // The first stop of a turn says that no hook has kept the agent going before.
  if (RESETS.includes(name) || isStop && (!isBlocked || startsTurn)) state.forget("stops", agent);
  if (!isBlocked) return merged;
  const text = state.host.env("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
  const said = Number(text);
  const cap = text !== undefined && Number.isInteger(said) && said >= 0 ? said : 8;
  if (cap === 0 || state.count("stops", agent) < cap) {
    state.note("stops", agent);
    return merged;
  }
  state.forget("stops", agent);
  const why = `Stop hooks blocked ${
    counted(cap, "time")
  } in a row, so it stops now: ${merged.reason}`;
  const systemMessages = [...merged.systemMessages, why];
  return { ...merged, behavior: undefined, reason: "", systemMessages };
}
