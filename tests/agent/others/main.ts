/**
 * Runs one agent for all claims and says what its model was not sent. Started by `deno task test:agent NAME`, in a
 * network of its own where the system has such a thing.
 */
import { parseArgs } from "node:util";
import { AGENTS, isAgentName } from "../../../src/agents/table.ts";
import { runProgram } from "../run_program.ts";
import { type Run, RUNS } from "./claims.ts";
import { startModelApi } from "./model_api.ts";
import { type AgentProgram, type Place, PROGRAMS } from "./programs.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    agent: { type: "string" },
    installed: { type: "string" },
    root: { type: "string" },
    only: { type: "string" },
    record: { type: "boolean" },
  },
});
const { agent: name = "", installed = "", root = "", only = "" } = values;
const program = isAgentName(name) ? PROGRAMS[name] : undefined;
if (program === undefined) throw new Error(`There is no row for "${name}"`);
const RESULTS = `${root}/tests/agent/others/results.json`;

function write(place: Place, path: string, content: unknown): void {
  const file = path.startsWith("~/")
    ? `${place.home}/${path.slice(2)}`
    : `${place.project}/${path}`;
  Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  Deno.writeTextFileSync(file, text);
}

/** Every text that the model was sent, a request each. */
async function play(run: Run, program: AgentProgram, place: Place): Promise<readonly string[]> {
  const model = startModelApi();
  const at = { ...place, url: model.url };
  const base = {
    HOME: at.home,
    PATH: `${installed}/.bin:/usr/local/bin:/usr/bin:/bin`,
    LANG: "C.UTF-8",
    TERM: "xterm",
    SHELL: "/bin/sh",
  };
  const own = `${root}/bin/skillhook`;
  try {
    for (const directory of [at.home, at.project]) Deno.mkdirSync(directory, { recursive: true });
    await runProgram("git", ["init", "-q", "."], { cwd: at.project, env: base, limit: 10_000 });
    const start = program.start(run.prompt(program), at);
    for (const [path, content] of Object.entries({ ...start.files, ...run.files?.(program) })) {
      write(at, path, content);
    }
    const args = ["install", "--project", "--skills", "--agent", name];
    const installing = await runProgram(own, args, { cwd: at.project, env: base, limit: 30_000 });
    if (installing.code !== 0) throw new Error(installing.stderr);
    if (run.isFired) fireInstead(`${at.project}/${program.hooksFile}`);
    model.say(run.turns(program, at));
    const { env = {}, lines, isAnswer } = start;
    const finished = await runProgram(start.program, start.args, {
      cwd: at.project,
      env: { ...base, ...env },
      limit: (program.limit ?? 60) * 1000,
      ...lines === undefined ? {} : { lines },
      ...isAnswer === undefined ? {} : { answered: isAnswer },
    });
    if (model.requests.length === 0) {
      throw new Error(`It asked nothing: ${finished.stderr.slice(-500)}`);
    }
    return model.requests.map(({ text }) => text);
  } finally {
    await model.stop();
  }
}

/** The same hooks file, but with one command, which fires hooks of Claude Code's form when a tool is about to run. */
function fireInstead(path: string): void {
  const value = JSON.parse(Deno.readTextFileSync(path));
  const isGemini = value.hooks.BeforeAgent !== undefined;
  const event = isGemini ? "BeforeTool" : "PreToolUse";
  const [entry] = value.hooks[isGemini ? "BeforeAgent" : "UserPromptSubmit"];
  const [handler] = entry.hooks ?? [entry];
  handler[handler.bash === undefined ? "command" : "bash"] =
    `${root}/bin/skillhook hooks fire ${event}`;
  value.hooks = { [event]: [entry] };
  Deno.writeTextFileSync(path, JSON.stringify(value));
}

const scratch = Deno.realPathSync(await Deno.makeTempDir({ prefix: "skillhook_agents_" }));
const claims: Record<string, string> = {};
try {
  for (const [index, run] of RUNS.entries()) {
    if (!Object.keys(run.claims).some((claim) => claim.includes(only))) continue;
    const names = Object.keys(run.claims);
    const isLacking = names.every((claim) => program.lacks?.[claim] !== undefined);
    const folder = `${scratch}/${index}`;
    const place = { home: `${folder}/home`, project: `${folder}/project`, url: "", installed };
    const texts = isLacking ? [] : await play(run, program, place);
    for (const [claim, holds] of Object.entries(run.claims)) {
      const reason = program.lacks?.[claim];
      const isSeen = holds(texts);
      if (reason === undefined) claims[claim] = isSeen ? "yes" : "no";
      if (reason !== undefined) console.log(`skipped  ${claim}: ${reason}`);
      else console.log(`${isSeen ? "ok" : "FAILED"}  ${claim}`);
      if (reason === undefined && !isSeen) console.log(texts.join("\n=====\n").slice(-5_000));
    }
  }
} finally {
  await Deno.remove(scratch, { recursive: true });
}
const version = program.packages[0]!.split("@").at(-1);
if (values.record && only === "") {
  const all = JSON.parse(Deno.readTextFileSync(RESULTS));
  all[name] = { version, on: Deno.build.target, claims };
  Deno.writeTextFileSync(RESULTS, JSON.stringify(all, null, 2) + "\n");
}
const failed = Object.values(claims).filter((claim) => claim === "no").length;
const passed = Object.values(claims).filter((claim) => claim === "yes").length;
console.log(`${AGENTS[name as keyof typeof AGENTS].title} ${version}`);
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
