/**
 * What firing remembers within one session: handlers that ran once, failures in a row, stops that were
 * blocked. One small file per fact; a count is the file's size, so that two processes that count at once
 * both count. Nothing is remembered without a session; a directory that cannot be written to is said once.
 */
import { counted } from "../base/fitted_text.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { quickHash } from "../base/quick_hash.ts";
import { type Host, HostError } from "../host/host.ts";
import type { FiredEvent } from "./fired_event.ts";
import { type Handler, wholeActionText } from "./handler.ts";
import type { Merged } from "./effect.ts";

type FactKind = "once" | "failures" | "stops";

/** Where a session's facts lie; absent as long as there are none. */
export function firedDirectory(stateDirectory: string, session: string): string {
  return joinPath(stateDirectory, `fired/${quickHash(session)}`);
}

export class SessionState {
  readonly #directory: string | undefined;
  #hasComplained = false;

  constructor(
    readonly host: Host,
    stateDirectory: string | undefined,
    session: string | undefined,
    readonly diagnostics: Diagnostic[],
  ) {
    this.#directory = stateDirectory === undefined || session === undefined
      ? undefined
      : firedDirectory(stateDirectory, session);
  }

  /** @returns How often the fact was noted since it was last forgotten. */
  count(kind: FactKind, subject: string): number {
    return this.#attempt(kind, subject, (path) => {
      const stat = this.host.linkStat(path);
      return stat?.kind === "file" ? stat.size : 0;
    }) ?? 0;
  }

  note(kind: FactKind, subject: string): void {
    this.#attempt(kind, subject, (path) => {
      const kindOf = this.host.linkStat(path)?.kind;
      // A link is not ours, and not followed.
      if (kindOf !== undefined && kindOf !== "file") this.host.remove(path);
      this.host.makeDirectory(this.#directory!, { mode: 0o700 });
      this.host.appendText(path, "x", { mode: 0o600 });
    });
  }

  forget(kind: FactKind, subject: string): void {
    this.#attempt(kind, subject, (path) => {
      if (this.host.linkStat(path) !== undefined) this.host.remove(path);
    });
  }

  clear(): void {
    this.#attempt("once", "", () => {
      const directory = this.#directory!;
      // Only a directory of ours is emptied: a link in its place is not ours.
      if (this.host.linkStat(directory)?.kind !== "directory") return;
      for (const { name } of this.host.list(directory) ?? []) {
        this.host.remove(joinPath(directory, name));
      }
      this.host.remove(directory);
    });
  }

  #attempt<T>(kind: FactKind, subject: string, act: (path: string) => T): T | undefined {
    if (this.#directory === undefined) return undefined;
    try {
      return act(joinPath(this.#directory, `${kind}-${quickHash(subject)}`));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const message = `Cannot remember what ran in this session: ${error.code}`;
      if (!this.#hasComplained) {
        this.diagnostics.push(diagnose("state-unwritable", this.#directory, message));
      }
      this.#hasComplained = true;
      return undefined;
    }
  }
}

/** What its facts are kept under: the same for copies, another one after an edit. */
export function handlerSubject(handler: Handler): string {
  const { event, action, origin } = handler;
  const text = wholeActionText(action);
  return JSON.stringify([event, action.type, text, origin.plugin?.root ?? null]);
}

/** What the record of its fires calls it: no word of its command is kept. */
export function hookMark(handler: Handler): string {
  return quickHash(`${handler.origin.path}\n${handlerSubject(handler)}`);
}

const DEFAULT_CAP = 8;
export const STOPS: readonly string[] = ["Stop", "SubagentStop"];
const RESETS: readonly string[] = ["PreToolUse", "PostToolUse", "UserPromptSubmit"];

/**
 * Handlers may keep an agent from stopping 8 times in a row, or as often as `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP` says (0: without
 * end); then it stops anyway. A tool call in between, or a new prompt, begins the count anew.
 */
export function capStops(merged: Merged, event: FiredEvent, state: SessionState): Merged {
  const agent = typeof event.fields.agent_id === "string" ? event.fields.agent_id : "";
  if (RESETS.includes(event.name)) state.forget("stops", agent);
  if (!STOPS.includes(event.name)) return merged;
  const isBlocked = merged.behavior === "deny" && merged.stop === undefined;
  // The first stop of a turn says that no hook has kept the agent going before.
  if (!isBlocked || event.startsTurn) state.forget("stops", agent);
  if (!isBlocked) return merged;
  const text = state.host.env("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
  const said = Number(text);
  const cap = text !== undefined && Number.isInteger(said) && said >= 0 ? said : DEFAULT_CAP;
  if (cap > 0 && state.count("stops", agent) >= cap) {
    state.forget("stops", agent);
    const why = `Stop hooks blocked ${
      counted(cap, "time")
    } in a row, so it stops now: ${merged.reason}`;
    const systemMessages = [...merged.systemMessages, why];
    return { ...merged, behavior: undefined, reason: "", systemMessages };
  }
  state.note("stops", agent);
  return merged;
}
