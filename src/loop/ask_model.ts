/** What the model is asked: to go on, or for a summary that takes the conversation's place. */
import { cutWhole } from "../base/fitted_text.ts";
import { ModelError, type ModelRequest, type Reply, type Telling, whereOf } from "./events.ts";
import { fireHooks, notice, stopFields } from "./fire_hooks.ts";
import { show, type Thread } from "./session.ts";

/** Counts what it took. @throws {ModelError} There is no answer; hooks were told. */
export async function* askModel(thread: Thread, purpose: ModelRequest["purpose"]): Telling<Reply> {
  const { session, system, messages } = thread;
  const { host, model, usage } = session;
  const begun = host.monotonic();
  session.asked++;
  try {
    const known = session.tools.map(({ name, description, input_schema }) => {
      return { name, description, input_schema };
    });
    const tools = purpose === "summary" ? [] : known;
    const answer = model.ask({ purpose, system, messages, tools });
    while (true) {
      const { done, value } = await answer.next();
      if (done) {
        usage.input_tokens += value.usage.input_tokens;
        usage.output_tokens += value.usage.output_tokens;
        return value;
      }
      yield { type: "stream_event", event: value, ...whereOf(thread) };
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const own = { error: error.kind ?? "unknown", last_assistant_message: error.message };
    yield* fireHooks(thread, "StopFailure", own);
    throw error;
  } finally {
    session.modelMs += host.monotonic() - begun;
  }
}

export function lastText({ content }: Reply): string {
  return content.flatMap((block) => block.type === "text" ? [block.text] : []).join("\n");
}

const WANTED =
  "Your task is to create a detailed summary of the conversation so far, in <summary> tags. " +
  "Answer with text only, and call no tool.";
const OPEN = "<summary>";
const CLOSE = "</summary>";
const CONTINUED =
  "This session is being continued from a previous conversation that ran out of context. The summary " +
  "below covers the earlier portion of the conversation.\n\nSummary:\n";
const EARLIER =
  "The following skills were invoked EARLIER in this session. They are here for context only: do NOT " +
  "re-execute them.\n";

/** Hooks are told before and after, and may be against it. @returns What the user who typed the command is told. */
export async function* compact(
  thread: Thread,
  trigger: "manual" | "auto",
  instructions: string | null = null,
): Telling<{ readonly isDone: boolean; readonly said: string }> {
  const own = { trigger, custom_instructions: instructions };
  const before = yield* fireHooks(thread, "PreCompact", own);
  if (before.merged.behavior === "deny") {
    const why = before.refusals.map((one) =>
      one.isExit ? one.text : `[${one.command}]: ${one.text}`
    );
    const said = `Compaction blocked by PreCompact hook: ${why.join("\n")}`;
    yield notice(said, "warning");
    return { isDone: false, said };
  }
  const more = [instructions, before.merged.answer].filter((text) => text).join("\n\n");
  const asked = { ...thread, messages: [...thread.messages] };
  show(asked, WANTED + (more && `\n\nAdditional Instructions:\n${more}`));
  const reply = yield* askModel(asked, "summary");
  const said = lastText(reply);
  // In the agent a subagent writes it, one of no kind, and its end is told.
  const agent_id = `a${thread.session.host.randomHex()}`;
  const end = stopFields(thread.session, said, false, agent_id);
  yield* fireHooks(thread, "SubagentStop", { agent_id, agent_type: "", ...end });
  const [from, to] = [said.indexOf(OPEN), said.lastIndexOf(CLOSE)];
  const summary = from < 0 || to < from ? said : said.slice(from + OPEN.length, to);
  thread.messages = [];
  show(thread, CONTINUED + summary.trim());
  const start = { source: "compact", model: thread.session.model.name };
  const started = yield* fireHooks(thread, "SessionStart", start);
  const after = yield* fireHooks(thread, "PostCompact", { trigger, compact_summary: said });
  thread.told.push(...broughtBack(thread), ...started.contexts);
  const compact_metadata = { trigger, pre_tokens: reply.usage.input_tokens };
  yield { type: "system", subtype: "compact_boundary", compact_metadata };
  const printed = [...before.printed, ...after.printed].join("\n");
  return { isDone: true, said: `Compacted ${printed}`.trimEnd() };
}

/** Skills that were in use, the newest first, in so many UTF-16 units as the agent brings back of one and of all. */
function broughtBack({ shown }: Thread): string[] {
  let left = 100_000;
  const texts = [...shown].reverse().flatMap(([name, text]) => {
    const cut = cutWhole(text, 20_000);
    left -= cut.length;
    return left < 0 ? [] : [`### Skill: ${name}\n\n${cut}`];
  });
  return texts.length === 0 ? [] : [EARLIER + texts.join("\n\n")];
}
