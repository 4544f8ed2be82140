/** A session of the agent in memory: what a scripted model does in it, and what our hook says to it. */
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { cooperativeSkill } from "../support/world.ts";

/** What one event was answered. */
export interface Answer {
  readonly context: string;
  readonly message: string;
  /** Why the turn goes on. */
  readonly reason: string;
  readonly args: string | undefined;
  readonly text: string;
}

/** Sessions on one machine. */
export class Sessions {
  readonly host: FakeHost;
  #prompts = 0;

  constructor(
    exits: Readonly<Record<string, readonly string[]>>,
    more: Record<string, string> = {},
  ) {
    const skills = Object.entries(exits).map(([name, exit]) =>
      [`/p/.claude/skills/${name}/SKILL.md`, cooperativeSkill(name, exit)] as const
    );
    this.host = fakeHost({
      files: { ...Object.fromEntries(skills), ...more },
      env: { HOME: "/h", CLAUDE_PROJECT_DIR: "/p" },
      cwd: "/p",
    });
  }

  async fire(session: string, event: string, fields: object = {}): Promise<Answer> {
    const input = { hook_event_name: event, session_id: session, cwd: "/p", ...fields };
    const { stdout, stderr, code } = await answer(JSON.stringify(input), this.host);
    if (code !== 0 || stderr !== "") throw new Error(`${event}: ${code} ${stderr}`);
    const isJson = stdout.startsWith("{");
    const said = isJson ? JSON.parse(stdout) : {};
    return {
      context: said.hookSpecificOutput?.additionalContext ?? "",
      message: said.systemMessage ?? "",
      reason: event === "Stop" ? said.hookSpecificOutput?.additionalContext ?? "" : "",
      args: said.hookSpecificOutput?.updatedInput?.args,
      text: isJson ? "" : stdout,
    };
  }

  /** A prompt begins a turn of its own name. */
  prompt(session: string, prompt: string): Promise<Answer> {
    const prompt_id = `prompt-${++this.#prompts}`;
    return this.fire(session, "UserPromptSubmit", { prompt, prompt_id });
  }

  skill(session: string, skill: string, args = "", more: object = {}): Promise<Answer> {
    return this.fire(session, "PreToolUse", {
      ...{ tool_name: "Skill", tool_input: { skill, args }, prompt_id: `prompt-${this.#prompts}` },
      ...more,
    });
  }

  stop(session: string, message = "Done.", more: object = {}): Promise<Answer> {
    return this.fire(session, "Stop", {
      ...{ last_assistant_message: message, prompt_id: `prompt-${this.#prompts}` },
      ...more,
    });
  }
}

/** The call that a text of ours names. */
export function namedCall(text: string): { skill: string; args: string } | undefined {
  const call = /Skill\(skill: ("(?:[^"\\]|\\.)*"), args: ("(?:[^"\\]|\\.)*")\)/.exec(text);
  return call === null ? undefined : { skill: JSON.parse(call[1]!), args: JSON.parse(call[2]!) };
}
