/** Compaction: a summary takes the conversation's place, and hooks are told before and after. */
import { cutWhole } from "../base/fitted_text.ts";
import type { Fields } from "../base/json_type.ts";
import { askModel, lastText } from "./ask_model.ts";
import { type LoopEvent, textBlock } from "./events.ts";
import { fireHooks, notice, stopFields } from "./fire_hooks.ts";
import type { Session, Thread } from "./session.ts";

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
/** UTF-16 units that the agent brings back of one skill, and of all. */
const SKILL_MAX = 20_000;
const SKILLS_MAX = 100_000;

interface Compaction {
  /** A hook may be against it. */
  readonly isDone: boolean;
  /** What whoever typed the command is told. */
  readonly said: string;
}

export async function* compact(
  session: Session,
  thread: Thread,
  trigger: "manual" | "auto",
  instructions: string | null = null,
): AsyncGenerator<LoopEvent, Compaction> {
  const own = { trigger, custom_instructions: instructions };
  const before = yield* fireHooks(session, "PreCompact", own, thread);
  if (before.merged.behavior === "deny") {
    const why = before.refusals.map(({ text, command, isExit }) =>
      isExit ? text : `[${command}]: ${text}`
    );
    const said = `Compaction blocked by PreCompact hook: ${why.join("\n")}`;
    yield notice(said, "warning");
    return { isDone: false, said };
  }
  const more = [instructions, before.merged.answer].filter((text) => text);
  const added = more.length === 0 ? "" : `\n\nAdditional Instructions:\n${more.join("\n\n")}`;
  const asked = { role: "user", content: [textBlock(WANTED + added)] } as const;
  const request = { ...thread, messages: [...thread.messages, asked] };
  const reply = yield* askModel(session, request, "summary");
  const said = lastText(reply);
  // In the agent a subagent writes it, one of no kind, and its end is told.
  yield* fireHooks(session, "SubagentStop", writerEnd(session, said), thread);
  const [from, to] = [said.indexOf(OPEN), said.lastIndexOf(CLOSE)];
  const summary = (from < 0 || to < from ? said : said.slice(from + OPEN.length, to)).trim();
  thread.messages = [{ role: "user", content: [textBlock(CONTINUED + summary)] }];
  const start = { source: "compact", model: session.model.name };
  const started = yield* fireHooks(session, "SessionStart", start, thread);
  const end = { trigger, compact_summary: said };
  const after = yield* fireHooks(session, "PostCompact", end, thread);
  thread.told.push(...broughtBack(thread), ...started.contexts);
  const compact_metadata = { trigger, pre_tokens: reply.usage.input_tokens };
  yield { type: "system", subtype: "compact_boundary", compact_metadata };
  const printed = [...before.printed, ...after.printed].join("\n");
  return { isDone: true, said: `Compacted ${printed}`.trimEnd() };
}

function writerEnd(session: Session, said: string): Fields {
  const agent_id = `a${session.host.randomHex()}`;
  return { agent_id, agent_type: "", ...stopFields(session, said, false, agent_id) };
}

/** Skills that were in use, the newest first, as far as the agent brings them back. */
function broughtBack({ shown }: Thread): string[] {
  let left = SKILLS_MAX;
  const texts = [...shown].reverse().flatMap(([name, text]) => {
    const cut = cutWhole(text, SKILL_MAX);
    left -= cut.length;
    return left < 0 ? [] : [`### Skill: ${name}\n\n${cut}`];
  });
  return texts.length === 0 ? [] : [EARLIER + texts.join("\n\n")];
}
