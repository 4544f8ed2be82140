/** The shape of one event's module and of its row in the table, and which project an event belongs to. */
import type { Host, QuickHost } from "../host/host.ts";
import type { Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";

export interface EventModule<Input> {
  /** Pure. @throws {InputError} The event's own fields are not what it promises. */
  decode(input: HookInput): Input;
  /** The answer without a file of a project, mostly silence; `undefined`: ask {@linkcode handle}. */
  quick?(input: Input, host: QuickHost): Verdict | undefined;
  handle(input: Input, host: Host): Verdict | Promise<Verdict>;
}

export interface EventRow {
  readonly summary: string;
  /** Milliseconds the handler may take; the agent's own time-out is longer. */
  readonly deadlineMs: number;
  /** Seconds the agent gives us, in hooks.json and in what `skillhook install` writes. */
  readonly timeoutS: number;
  readonly matcher?: string;
  readonly load: () => Promise<EventModule<unknown>>;
}

/** Gives a module the table's type: the runner only passes `Input` from `decode` to `handle` of the same module. */
export function defineEvent<Input>(module: EventModule<Input>): EventModule<unknown> {
  return module as EventModule<unknown>;
}

/** `$CLAUDE_PROJECT_DIR`, else the event's current directory, if it names one. */
export function projectDirectory(host: Pick<Host, "env">, input: Pick<HookInput, "cwd">) {
  return host.env("CLAUDE_PROJECT_DIR") ?? (input.cwd === "" ? undefined : input.cwd);
}
