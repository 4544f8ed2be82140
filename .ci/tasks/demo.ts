/**
 * `deno task demo`: builds the binary, gives it the prompt of the README as the agent would, in a
 * project that has our skills, and shows what comes back.
 */
import { build } from "./build.ts";
import { currentEngine, digestInputs } from "./inputs.ts";
import { BINARY, inProject } from "./project.ts";

const PROMPT = "/design plans/foo, /plan-adhoc and /orchestrate";
const EXPECTED = [
  "Current: /design plans/foo",
  "Continuation: /plan-adhoc, /orchestrate, /handoff --commit, /commit",
];

/** One answer of the binary. */
interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  /** From start to exit. */
  readonly milliseconds: number;
}

async function ask(event: unknown, project: string): Promise<Answer> {
  const start = performance.now();
  const child = new Deno.Command(BINARY, {
    args: ["hook"],
    cwd: project,
    // The demonstration must not depend on what the user has installed.
    env: { CLAUDE_PROJECT_DIR: project, CLAUDE_CONFIG_DIR: `${project}/nobody` },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(event)));
  await writer.close();
  const { stdout, stderr, code } = await child.output();
  const milliseconds = performance.now() - start;
  const decoder = new TextDecoder();
  return { stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), code, milliseconds };
}

async function copySkills(project: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of Deno.readDirSync(inProject("skills"))) {
    if (!entry.isDirectory) continue;
    names.push(entry.name);
    const folder = `${project}/.claude/skills/${entry.name}`;
    await Deno.mkdir(folder, { recursive: true });
    for (const { name } of Deno.readDirSync(inProject(`skills/${entry.name}`))) {
      await Deno.copyFile(inProject(`skills/${entry.name}/${name}`), `${folder}/${name}`);
    }
  }
  return names.sort();
}

/** What is wrong with an answer; `undefined` if it is the right one. */
function complaint(answer: Answer): string | undefined {
  if (answer.code !== 0) return `exit code ${answer.code}: ${answer.stderr.trim()}`;
  const missing = EXPECTED.filter((line) => !contextOf(answer).split("\n").includes(line));
  return missing.length === 0 ? undefined : `no line ${missing.map((line) => `"${line}"`)}`;
}

function contextOf(answer: Answer): string {
  if (answer.stdout === "") return "";
  return JSON.parse(answer.stdout).hookSpecificOutput?.additionalContext ?? "";
}

function indented(text: string): string {
  return text.trimEnd().split("\n").map((line) => `    ${line}`.trimEnd()).join("\n");
}

const engine = await currentEngine(await digestInputs()) ?? await build();
const project = await Deno.makeTempDir({ prefix: "skillhook_demo_" });
let wrong: string | undefined;
try {
  const skills = await copySkills(project);
  const event = {
    session_id: "demo",
    transcript_path: `${project}/transcript.jsonl`,
    cwd: project,
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt: PROMPT,
  };
  const first = await ask(event, project);
  const answer = await ask(event, project);
  wrong = complaint(first) ?? complaint(answer);
  console.log(`
You type this prompt, in a project with the skills ${skills.join(", ")}:

${indented(PROMPT)}

The agent pipes one event into ${BINARY}:

${indented(JSON.stringify(event, null, 2))}

The binary answers with one JSON document; the agent reads this text in it:

${indented(wrong === undefined ? contextOf(answer) : answer.stdout + answer.stderr)}

Answered in ${answer.milliseconds.toFixed(0)} ms (${first.milliseconds.toFixed(0)} ms the first \
time), binary built with ${engine}.`);
} finally {
  await Deno.remove(project, { recursive: true });
}
if (wrong !== undefined) {
  console.error(`The answer is not the expected one: ${wrong}`);
  Deno.exit(1);
}
