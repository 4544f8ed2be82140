/** A prompt for a subagent that asks for skills by name (`Skills: a, b`, `Include: FILE`) → the whole payload. */
import { diagnose } from "../base/diagnostic.ts";
import { codeRanges, inside } from "../base/markdown_ranges.ts";
import type { Host } from "../host/host.ts";
import { ownSkills } from "./agent_sections.ts";
import { buildPayload, type SpawnOrder, spawnRequest } from "./build_payload.ts";
import { attachFiles, realRoots } from "./include.ts";
import { readTask, type Task } from "./task.ts";

/** Milliseconds for the commands of one skill; the hook itself has a little more. */
const DEADLINE_MS = 40_000;
const ASK_REGEXP = /^(Skills|Include):[ \t]*([\w./*:-]+(?:[ \t]*,[ \t]*[\w./*:-]+)*)[ \t]*$/gm;

/** What a prompt asks for, and the prompt without the lines that ask. */
export function readAsk(prompt: string) {
  const isCode = inside(codeRanges(prompt));
  const asked: Record<string, string[]> = { Skills: [], Include: [] };
  const rest = prompt.replaceAll(ASK_REGEXP, (line, what: string, list: string, at: number) => {
    if (isCode(at)) return line;
    asked[what]!.push(...list.split(",").map((name) => name.trim()));
    return "";
  });
  return { skills: asked.Skills!, files: asked.Include!, rest: rest.trim() };
}

interface PromptRequest extends Pick<SpawnOrder, "session" | "settings" | "places"> {
  readonly ask: ReturnType<typeof readAsk>;
  readonly description: string;
  readonly agentType: string;
}

export async function promptPayload(
  host: Host,
  { ask, description, agentType, ...order }: PromptRequest,
) {
  const { projectDir } = order.places;
  const { attached, flaws } = attachFiles(host, ask.files, realRoots(host, [projectDir]));
  const { request, picked } = await spawnRequest(host, {
    ...order,
    attached,
    deadlineMs: DEADLINE_MS,
    task: readTask({ title: description, description: ask.rest }) as Task,
    names: ask.skills,
    preloaded: await ownSkills(host, agentType, projectDir),
    outputFormat: "text",
    // The user cannot be asked: what does not fit is left out, and named in the payload.
    mayCut: true,
  });
  const problems = [...picked.problems, ...flaws.map(({ message }) => message)];
  if (problems.length > 0) return { problems, diagnostics: [] };
  const payload = await buildPayload(request, host);
  const { fitted: { text, tokens, isOver } } = payload;
  const said = picked.warnings.map((message) => diagnose("agent-skill", "the prompt", message));
  const diagnostics = [...said, ...payload.warnings];
  const failures = payload.failures.map(({ message }) => message);
  if (isOver) failures.push(`The payload has ${tokens} tokens (limit: ${request.limit})`);
  return failures.length > 0 ? { problems: failures, diagnostics } : { text, tokens, diagnostics };
}
