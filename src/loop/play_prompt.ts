/** One prompt: a command of the host's own, a skill, or a text; asked of hooks before it is in the conversation. */
import { oneLine } from "../base/fitted_text.ts";
import { compact } from "./compact.ts";
import { type LoopEvent, textBlock } from "./events.ts";
import { type Fired, fireHooks, notice, refusalText } from "./fire_hooks.ts";
import { parse } from "./permission.ts";
import { type Session, tell, type Thread, uuid } from "./session.ts";
import {
  allowedTools,
  commandSource,
  renderText,
  type SkillText,
  typedNames,
  typedSkill,
  useText,
} from "./skills.ts";
import { runSubagent } from "./subagent.ts";
import { converse, type Ending, mayStop } from "./turns.ts";

/** Commands of the host's own; hooks do not hear of them. ADD A COMMAND: one row. */
const COMMANDS: Readonly<
  Record<
    string,
    (session: Session, main: Thread, words: string) => AsyncGenerator<LoopEvent, string>
  >
> = {
  // deno-lint-ignore require-yield -- nothing happens: it is only answered
  help: async function* ({ skills }) {
    const rows = skills.all.flatMap((skill) => {
      const says = skill.description === "" ? "" : ` - ${oneLine(skill.description, 200)}`;
      return typedNames(skill).map((name) => `  /${name}${says}`);
    });
    const own = ["  /compact - Summarises the conversation", "  /help - Lists the commands"];
    return ["Commands:", ...own, ...rows].join("\n");
  },
  compact: async function* (session, main, words) {
    const { isDone, said } = yield* compact(session, main, "manual", words === "" ? null : words);
    const stream = isDone ? "stdout" : "stderr";
    const lines = [
      `<command-name>/compact</command-name>`,
      `<command-message>compact</command-message>`,
      `<command-args>${words}</command-args>`,
      `<local-command-${stream}>${said}</local-command-${stream}>`,
    ];
    main.messages.push({ role: "user", content: [textBlock(lines.join("\n"))] });
    return isDone ? "" : said;
  },
};

export async function* playPrompt(
  session: Session,
  main: Thread,
  prompt: string,
): AsyncGenerator<LoopEvent, Ending> {
  session.promptId = uuid(session.host);
  session.turns = 0;
  yield { type: "prompt", text: prompt };
  const [, command = "", words = ""] = /^\/(\w+)(?:\s+([^]*))?$/.exec(prompt.trim()) ?? [];
  if (Object.hasOwn(COMMANDS, command)) {
    return local(yield* COMMANDS[command]!(session, main, words.trim()));
  }
  const typed = typedSkill(session.skills, prompt);
  const submit = () => fireHooks(session, "UserPromptSubmit", { prompt }, main);
  const expand = () => fireHooks(session, "UserPromptExpansion", expansion(typed!, prompt), main);
  // A skill that forks is expanded first.
  const steps = typed === undefined
    ? [submit]
    : typed.skill.agent.forks
    ? [expand, submit]
    : [submit, expand];
  const told: string[] = [];
  let text = prompt;
  for (const step of steps) {
    const fired = yield* step();
    const ending = refused(main, fired, prompt);
    if (ending !== undefined) {
      yield notice(ending.text, "warning");
      return ending;
    }
    told.push(...fired.contexts);
    // Of a flat list's hook the words take the prompt's place.
    text = fired.merged.message ?? text;
  }
  // A session's first tokens are counted from here, and so is a turn.
  session.turns = 1;
  if (typed === undefined) {
    main.messages.push({ role: "user", content: [textBlock(text)] });
    tell(main, told);
    return yield* converse(session, main);
  }
  const made = await renderText(session, typed.skill, typed.args);
  for (const note of made.notes) yield notice(note, "warning");
  return yield* playSkill(session, main, typed, made, told);
}

type Typed = NonNullable<ReturnType<typeof typedSkill>>;

async function* playSkill(
  session: Session,
  main: Thread,
  { skill, args }: Typed,
  made: SkillText,
  told: readonly string[],
): AsyncGenerator<LoopEvent, Ending> {
  const { invoke } = skill;
  if (skill.agent.forks) {
    const type = typeof made.fields.agent === "string" ? made.fields.agent : "general-purpose";
    const ran = yield* runSubagent(session, type, made.text, `forked-command-${invoke}`);
    // Whatever hooks say of this end: there is no turn that could go on.
    yield* mayStop(session, main, ran.text, false);
    session.turns = 0;
    return local(ran.text);
  }
  const head = [
    `<command-message>${invoke}</command-message>`,
    `<command-name>/${invoke}</command-name>`,
    ...args === "" ? [] : [`<command-args>${args}</command-args>`],
  ].join("\n");
  const texts = [head, ...useText(main, invoke, made.text, args)];
  main.messages.push({ role: "user", content: texts.map(textBlock) });
  tell(main, told);
  const { allow } = session.permissions;
  const granted = parse(allowedTools(made));
  allow.unshift(...granted);
  try {
    return yield* converse(session, main);
  } finally {
    allow.splice(0, granted.length);
  }
}

/** What was answered without the model. */
function local(text: string): Ending {
  return { subtype: "success", terminal: "completed", stopReason: null, text };
}

function expansion({ skill, args }: Typed, prompt: string) {
  const { invoke } = skill;
  return {
    expansion_type: "slash_command",
    command_name: invoke,
    command_args: args,
    command_source: commandSource(skill),
    prompt: prompt.trim().replace(/^\/\S+/, `/${invoke}`),
  };
}

/** A refused prompt leaves nothing behind; a stopped one stays, with the reason. */
function refused(
  main: Thread,
  fired: Fired,
  prompt: string,
): Ending | undefined {
  const { source, merged } = fired;
  if (merged.behavior === "deny") {
    const why = refusalText(fired);
    return local(`${source} operation blocked by hook:\n${why}\n\nOriginal prompt: ${prompt}`);
  }
  if (merged.stop === undefined) return undefined;
  const text = `Operation stopped by hook: ${merged.stop}`;
  main.messages.push({ role: "user", content: [textBlock(prompt), textBlock(text)] });
  return local(text);
}
