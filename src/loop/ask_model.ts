/** Asks the model, counts what that took, and tells hooks when there is no answer. */
import { type LoopEvent, whereOf } from "./events.ts";
import { fireHooks } from "./fire_hooks.ts";
import { ModelError, type ModelRequest, type Reply } from "./model.ts";
import type { Session, Thread } from "./session.ts";

/** @throws {ModelError} There is no answer; hooks were told. */
export async function* askModel(
  session: Session,
  thread: Thread,
  purpose: ModelRequest["purpose"],
): AsyncGenerator<LoopEvent, Reply> {
  const { host, model, tools, usage } = session;
  const { system, agent, messages } = thread;
  const begun = host.monotonic();
  session.asked++;
  try {
    const specs = purpose === "summary" ? [] : tools.map(({ name, description, input_schema }) => {
      return { name, description, input_schema };
    });
    const answer = model.ask({ purpose, system, messages, tools: specs });
    while (true) {
      const { done, value } = await answer.next();
      if (done) {
        usage.input_tokens += value.usage.input_tokens;
        usage.output_tokens += value.usage.output_tokens;
        return value;
      }
      yield { type: "stream_event", event: value, ...whereOf(agent) };
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const own = { error: error.kind ?? "unknown", last_assistant_message: error.message };
    yield* fireHooks(session, "StopFailure", own, thread);
    throw error;
  } finally {
    session.modelMs += host.monotonic() - begun;
  }
}

export function lastText({ content }: Pick<Reply, "content">): string {
  return content.flatMap((block) => block.type === "text" ? [block.text] : []).join("\n");
}
