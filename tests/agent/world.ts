/**
 * The world of one scenario: a home nobody has used, a project, a model that follows a script, and
 * the real agent between them.
 */
import type { ApiRequest } from "./api_request.ts";
import { type MessagesApi, startMessagesApi, type Turn } from "./messages_api.ts";
import { runProgram } from "./run_program.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** What all scenarios share. */
export interface Lab {
  /** The agent's program. */
  readonly agent: string;
  /** Our plugin: a copy of the checkout's, so that a build in the meantime changes nothing. */
  readonly plugin: string;
  /** A folder for worlds. */
  readonly scratch: string;
  /** A folder for what stays after the run. */
  readonly record: string;
}

/** How the agent is started. */
export interface RunOptions {
  /** One prompt goes on the command line; several are typed one after the other in one session. */
  readonly prompts: readonly string[];
  /** The model's turns; a scenario fails when one of them is never asked for. */
  readonly turns: readonly Turn[];
  /** A model of its own mind: every turn after those. */
  readonly model?: Turn;
  readonly args?: readonly string[];
  /** Where, from the project. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another plugin than ours as it is; `null` for none. */
  readonly plugin?: string | null;
  /** A program and arguments that start the agent. */
  readonly through?: readonly string[];
}

/** The agent in a terminal. */
export interface TerminalSession extends Terminal {
  /** What was asked so far, as of a run that has not ended. */
  soFar(): AgentRun;
}

/** Where a command line runs. */
export interface ShellOptions {
  /** From the project. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a run left behind. */
export interface AgentRun {
  readonly code: number;
  readonly sessionId: string;
  /** The agent's last word. */
  readonly result: string;
  /** What it printed, one JSON document per line. */
  readonly stdout: string;
  readonly stderr: string;
  /** The requests of the conversation, without side calls and summaries. */
  readonly requests: readonly ApiRequest[];
  /** Turns that were not asked for. */
  readonly unasked: number;
}

/** One scenario's world. */
export interface World {
  readonly lab: Lab;
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  readonly api: MessagesApi;
  /** Every run so far. */
  readonly runs: readonly AgentRun[];
  /** Writes a file, with its folders; the path may begin with `~/` (the home), else it is the project's. */
  write(path: string, text: string): void;
  run(options: RunOptions): Promise<AgentRun>;
  /** Starts the agent in a terminal, which ends with the world. */
  terminal(options: Pick<RunOptions, "turns" | "model" | "args">): Promise<TerminalSession>;
  /** Runs our own command line as the user of this world would in a terminal. */
  skillhook(args: readonly string[], input?: string, more?: ShellOptions): Promise<string>;
  close(): Promise<void>;
}

const API_KEY = "not-a-key";

/** How long one run of the agent may take, in milliseconds. */
const RUN_LIMIT = 90_000;

/**
 * Makes a world.
 *
 * @returns The world; the caller closes it.
 */
export async function openWorld(lab: Lab, name: string): Promise<World> {
  const folder = `${lab.scratch}/${name}`;
  const [home, project] = [`${folder}/home`, `${folder}/project`];
  Deno.mkdirSync(`${home}/.claude`, { recursive: true });
  Deno.mkdirSync(`${project}/.claude`, { recursive: true });
  Deno.mkdirSync(`${folder}/tmp`);
  const trust = { [project]: { hasTrustDialogAccepted: true } };
  // A terminal asks about the last two once.
  const settings = {
    ...{ hasCompletedOnboarding: true, projects: trust, theme: "dark" },
    customApiKeyResponses: { approved: [API_KEY], rejected: [] },
  };
  Deno.writeTextFileSync(`${home}/.claude.json`, JSON.stringify(settings));
  const api = startMessagesApi();
  const runs: AgentRun[] = [];
  const env = {
    HOME: home,
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    TERM: "xterm",
    // Each run leaves a folder there.
    TMPDIR: `${folder}/tmp`,
    CLAUDE_CODE_TMPDIR: `${folder}/tmp`,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: API_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  };
  await runProgram("git", ["init", "-q", "."], { cwd: project, env, limit: RUN_LIMIT });

  async function run(options: RunOptions): Promise<AgentRun> {
    const { prompts, turns, args = [], plugin = lab.plugin } = options;
    api.say(turns, options.model);
    const first = api.requests.length;
    const [only, ...more] = prompts;
    const typed = more.length > 0 ? ["--input-format", "stream-json"] : ["--", only ?? ""];
    const [program = lab.agent, ...before] = [...options.through ?? [], lab.agent];
    const finished = await runProgram(program, [
      ...before,
      // First: some options take all words that follow.
      ...args,
      "-p",
      "--verbose",
      // Else the agent may ask a model of its own choice what is allowed.
      ...["--permission-mode", "default"],
      ...["--output-format", "stream-json", "--include-hook-events"],
      ...plugin === null ? [] : ["--plugin-dir", plugin],
      ...typed,
    ], {
      cwd: options.cwd === undefined ? project : `${project}/${options.cwd}`,
      env: { ...env, ...options.env },
      limit: RUN_LIMIT,
      ...more.length > 0 ? { lines: prompts.map(userLine), answered: isResult } : {},
    });
    const last = finished.stdout.split("\n").filter(isResult).map((line) => JSON.parse(line)).pop();
    const result: AgentRun = {
      ...finished,
      sessionId: last?.session_id ?? "",
      result: last?.result ?? "",
      requests: api.requests.slice(first).filter(({ kind }) => kind === "turn"),
      unasked: api.left(),
    };
    runs.push(result);
    return result;
  }

  const terminals: Terminal[] = [];
  async function terminal(
    { turns, model, args = [] }: Parameters<World["terminal"]>[0],
  ): Promise<TerminalSession> {
    api.say(turns, model);
    const first = api.requests.length;
    const opened = await openTerminal({
      program: lab.agent,
      args: ["--permission-mode", "default", "--plugin-dir", lab.plugin, ...args],
      ...{ cwd: project, env: { ...env, TERM: "xterm-256color" } },
      socket: `${folder}/tmux-${terminals.length}`,
    });
    terminals.push(opened);
    return {
      ...opened,
      soFar: () => ({
        ...{ code: 0, sessionId: "", result: "", stdout: "", stderr: "", unasked: api.left() },
        requests: api.requests.slice(first).filter(({ kind }) => kind === "turn"),
      }),
    };
  }

  return {
    ...{ lab, folder, home, project, api, runs, run, terminal },
    write(path, text) {
      const file = path.startsWith("~/") ? `${home}/${path.slice(2)}` : `${project}/${path}`;
      Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(file, text);
    },
    async skillhook(args, input = "", more = {}) {
      const program = `${lab.plugin}/bin/skillhook`;
      const cwd = more.cwd === undefined ? project : `${project}/${more.cwd}`;
      const options = { cwd, env: { ...env, ...more.env }, limit: RUN_LIMIT, input };
      const finished = await runProgram(program, args, options);
      if (finished.code === 0) return finished.stdout;
      throw new Error(`Cannot run skillhook ${args.join(" ")}: ${finished.stderr}`);
    },
    async close() {
      for (const one of terminals) await one.close();
      await api.stop();
    },
  };
}

function userLine(prompt: string): string {
  return JSON.stringify({ type: "user", message: { role: "user", content: prompt } });
}

function isResult(line: string): boolean {
  return line.startsWith("{") && JSON.parse(line).type === "result";
}
