/** A whole session: its start, each prompt with the turns that answer it, and its end. */
import { oneLine } from "../base/fitted_text.ts";
import { asString, type Fields } from "../base/json_type.ts";
import { VERSION } from "../version.ts";
import { compact } from "./ask_model.ts";
import { type LoopEvent, ModelError, type Telling } from "./events.ts";
import { fireHooks, notice, refusalText } from "./fire_hooks.ts";
import { parse } from "./permission.ts";
import { newThread, type Session, show, tell, type Thread, uuid } from "./session.ts";
import { renderText, typedNames, typedSkill, useText } from "./skills.ts";
import { converse, ended, type Ending, mayStop, runSubagent } from "./turns.ts";

const API_ERROR = "api_error";

/** Ends with the last prompt's result. A listener that stops ends the session: its hooks are told all the same. */
export async function* playSession(session: Session, prompts: readonly string[]): Telling<void> {
  const main = newThread(session);
  const end = () => fireHooks(main, "SessionEnd", { reason: "other" });
  let isOver = false;
  try {
    const { contexts, merged } = yield* fireHooks(main, "SessionStart", { source: "startup" });
    main.told = [...contexts];
    const { projectDir, model, tools, permissions, skills, plugins } = session;
    yield {
      type: "system",
      subtype: "init",
      cwd: projectDir,
      tools: tools.map(({ name }) => name),
      mcp_servers: [],
      model: model.name,
      permissionMode: permissions.mode,
      slash_commands: ["compact", "help", ...skills.all.flatMap(typedNames)],
      apiKeySource: model.keySource,
      skillhook_version: VERSION,
      output_style: "default",
      agents: [],
      plugins,
      skills: skills.all.filter(({ agent }) => agent.listed).map(({ invoke }) => invoke),
    };
    const first = asString(merged.updates.initialUserMessage);
    for (const prompt of first ? [first, ...prompts] : prompts) {
      const begun = session.host.monotonic();
      let ending: Ending;
      try {
        ending = yield* playPrompt(main, prompt);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // A request that fails is no failure of the session, in the agent's words.
        const how = error.kind === undefined
          ? { subtype: "error_during_execution", terminal_reason: "model_error" } as const
          : { terminal_reason: API_ERROR };
        ending = { ...ended(error.message), ...how };
      }
      yield resultOf(session, ending, session.host.monotonic() - begun);
      // Without a model nothing else can be asked.
      if (["model_error", API_ERROR].includes(ending.terminal_reason)) break;
    }
    isOver = true;
    yield* end();
  } finally {
    if (!isOver) { for await (const _ of end()); }
  }
}

/** What was counted for this prompt begins anew. */
function resultOf(session: Session, ending: Ending, durationMs: number): LoopEvent {
  const { turns, usage, modelMs, denials } = session;
  const used = { ...usage, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  session.denials = [];
  session.modelMs = usage.input_tokens = usage.output_tokens = 0;
  return {
    type: "result",
    ...ending,
    is_error: ending.subtype !== "success" || ending.terminal_reason === API_ERROR,
    duration_ms: Math.round(durationMs),
    duration_api_ms: Math.round(modelMs),
    num_turns: turns,
    usage: used,
    permission_denials: denials,
  };
}

/** A command of the host's own, a skill, or a text; asked of hooks before it is in the conversation. */
async function* playPrompt(main: Thread, prompt: string): Telling<Ending> {
  const { session } = main;
  session.promptId = uuid(session.host);
  session.turns = 0;
  yield { type: "prompt", text: prompt };
  // Commands of the host's own; hooks do not hear of them.
  const [, command, words = ""] = /^\/(\w+)(?:\s+([^]*))?$/.exec(prompt.trim()) ?? [];
  if (command === "help") return ended(helpText(session));
  if (command === "compact") return yield* playCompact(main, words.trim());
  const typed = typedSkill(session.skills, prompt);
  const events: [string, Fields][] = [["UserPromptSubmit", { prompt }]];
  if (typed !== undefined) {
    const { skill: { invoke, source, agent }, args } = typed;
    events.push(["UserPromptExpansion", {
      expansion_type: "slash_command",
      command_name: invoke,
      command_args: args,
      command_source: source === "user" || source === "project" ? `${source}Settings` : source,
      prompt: prompt.trim().replace(/^\/\S+/, `/${invoke}`),
    }]);
    // A skill that forks is expanded first.
    if (agent.forks) events.reverse();
  }
  const told: string[] = [];
  let text = prompt;
  for (const [event, own] of events) {
    const fired = yield* fireHooks(main, event, own);
    const { merged: { behavior, stop, message }, source, contexts } = fired;
    if (behavior === "deny" || stop !== undefined) {
      const refusal = behavior === "deny"
        ? `${source} operation blocked by hook:\n${
          refusalText(fired)
        }\n\nOriginal prompt: ${prompt}`
        : `Operation stopped by hook: ${stop}`;
      // A refused prompt leaves nothing behind; a stopped one stays, with the reason.
      if (behavior !== "deny") show(main, prompt, refusal);
      yield notice(refusal, "warning");
      return ended(refusal);
    }
    told.push(...contexts);
    // Of a flat list's hook the words take the prompt's place.
    text = message ?? text;
  }
  session.turns = 1;
  if (typed !== undefined) return yield* playSkill(main, typed, told);
  show(main, text);
  tell(main, told);
  return yield* converse(main);
}

function helpText({ skills }: Session): string {
  const rows = skills.all.flatMap((skill) => {
    const says = skill.description === "" ? "" : ` - ${oneLine(skill.description, 200)}`;
    return typedNames(skill).map((name) => `  /${name}${says}`);
  });
  const own = ["  /compact - Summarises the conversation", "  /help - Lists the commands"];
  return ["Commands:", ...own, ...rows].join("\n");
}

async function* playCompact(main: Thread, words: string): Telling<Ending> {
  const { isDone, said } = yield* compact(main, "manual", words || null);
  const stream = isDone ? "stdout" : "stderr";
  const lines = [
    "<command-name>/compact</command-name>",
    "<command-message>compact</command-message>",
    `<command-args>${words}</command-args>`,
    `<local-command-${stream}>${said}</local-command-${stream}>`,
  ];
  show(main, lines.join("\n"));
  return ended(isDone ? "" : said);
}

async function* playSkill(
  main: Thread,
  { skill, args }: NonNullable<ReturnType<typeof typedSkill>>,
  told: readonly string[],
) {
  const { session } = main;
  const { invoke } = skill;
  const { text, agent, allowed } = yield* renderText(session, skill, args);
  if (skill.agent.forks) {
    const { ending } = yield* runSubagent(session, agent, text, `forked-command-${invoke}`);
    // Whatever hooks say of this end: there is no turn that could go on.
    yield* mayStop(main, ending.result, false);
    session.turns = 0;
    return ended(ending.result);
  }
  const head = [
    `<command-message>${invoke}</command-message>`,
    `<command-name>/${invoke}</command-name>`,
    ...args === "" ? [] : [`<command-args>${args}</command-args>`],
  ].join("\n");
  show(main, head, ...useText(main, invoke, text, args));
  tell(main, told);
  const { allow } = session.permissions;
  const granted = parse(allowed);
  allow.unshift(...granted);
  try {
    return yield* converse(main);
  } finally {
    allow.splice(0, granted.length);
  }
}
