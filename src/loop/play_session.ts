/** A whole session: its start, each prompt with the turns that answer it, and its end. */
import { VERSION } from "../version.ts";
import type { LoopEvent } from "./events.ts";
import { fireHooks } from "./fire_hooks.ts";
import { ModelError } from "./model.ts";
import { playPrompt } from "./play_prompt.ts";
import { newThread, type Session } from "./session.ts";
import { typedNames } from "./skills.ts";
import type { Ending } from "./turns.ts";

/** Ends with the last prompt's result. Whoever stops listening ends the session: its hooks are told all the same. */
export async function* playSession(
  session: Session,
  prompts: readonly string[],
): AsyncGenerator<LoopEvent, void> {
  const main = newThread(session.system);
  let isOver = false;
  try {
    const started = yield* fireHooks(session, "SessionStart", { source: "startup" }, main);
    main.told = [...started.contexts];
    yield init(session);
    const { initialUserMessage: first } = started.merged.updates;
    const all = typeof first === "string" && first !== "" ? [first, ...prompts] : prompts;
    for (const prompt of all) {
      const begun = session.host.monotonic();
      const ending = yield* orFailed(playPrompt(session, main, prompt));
      yield resultOf(session, ending, session.host.monotonic() - begun);
      // Without a model nothing else can be asked.
      if (ending.terminal === "model_error" || ending.terminal === API_ERROR) break;
    }
    isOver = true;
    yield* fireHooks(session, "SessionEnd", { reason: "other" }, main);
  } finally {
    if (!isOver) {
      const end = fireHooks(session, "SessionEnd", { reason: "other" }, main);
      while (!(await end.next()).done);
    }
  }
}

const API_ERROR = "api_error";

async function* orFailed(
  prompt: AsyncGenerator<LoopEvent, Ending>,
): AsyncGenerator<LoopEvent, Ending> {
  try {
    return yield* prompt;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const text = error.message;
    // A request that fails is no failure of the session, in the agent's words.
    return error.kind === undefined
      ? { subtype: "error_during_execution", terminal: "model_error", stopReason: null, text }
      : { subtype: "success", terminal: API_ERROR, stopReason: null, text };
  }
}

function init({ cwd, model, tools, permissions, skills, plugins }: Session): LoopEvent {
  return {
    ...{ type: "system", subtype: "init", cwd, tools: tools.map(({ name }) => name) },
    ...{ mcp_servers: [], model: model.name, permissionMode: permissions.mode },
    slash_commands: ["compact", "help", ...skills.all.flatMap(typedNames)],
    ...{ apiKeySource: model.keySource, skillhook_version: VERSION, output_style: "default" },
    ...{ agents: [], plugins },
    skills: skills.all.filter(({ agent }) => agent.listed).map(({ invoke }) => invoke),
  };
}

function resultOf(session: Session, ending: Ending, durationMs: number): LoopEvent {
  const { turns, usage, modelMs, denials } = session;
  const { subtype, text, stopReason, terminal } = ending;
  const result: LoopEvent = {
    ...{ type: "result", subtype, is_error: subtype !== "success" || terminal === API_ERROR },
    ...{ duration_ms: Math.round(durationMs), duration_api_ms: Math.round(modelMs) },
    ...{ num_turns: turns, result: text, stop_reason: stopReason, terminal_reason: terminal },
    usage: { ...usage, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    permission_denials: [...denials],
  };
  session.denials = [];
  session.modelMs = 0;
  usage.input_tokens = usage.output_tokens = 0;
  return result;
}
