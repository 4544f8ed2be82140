/**
 * Claude Code's command line for `deno task test:agent`: a development tool in a folder of its own,
 * never a dependency of the program.
 */
import { inProject, run } from "./project.ts";

const PACKAGE = "@anthropic-ai/claude-code";

/** The version our claims were last checked against. */
export const PINNED_VERSION = "2.1.330";

/** An agent that can be run. */
export interface Agent {
  /** Its program. */
  readonly program: string;
  readonly version: string;
}

/** Why there is none: the end of a sentence. */
export interface NoAgent {
  readonly reason: string;
}

/**
 * Installs the agent, unless that version is there already.
 *
 * @returns The agent, or why it cannot be had here.
 */
export async function installAgent(wanted: string): Promise<Agent | NoAgent> {
  if (Deno.build.os === "windows") {
    return {
      reason: "the suite starts shell scripts in the binary's place, which Windows has not",
    };
  }
  const version = /^\d/.test(wanted) ? wanted : await resolveTag(wanted);
  if (version === undefined) return { reason: `npm does not say which version "${wanted}" is` };
  const folder = inProject(`.build/agent/${version}`);
  const there = findProgram(folder);
  if (there !== undefined) return await checkAgent(there);
  const scratch = `${folder}.${crypto.randomUUID().slice(0, 8)}`;
  await Deno.mkdir(scratch, { recursive: true });
  try {
    const quiet = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--loglevel=error"];
    const what = `${PACKAGE}@${version}`;
    const installed = await run("npm", ["install", ...quiet, "--prefix", scratch, what]);
    if (installed === undefined) return { reason: "npm is not installed" };
    if (!installed.ok) return { reason: `npm cannot install ${what}: ${installed.said}` };
    if (findProgram(scratch) === undefined) {
      return { reason: `${what} has no program for ${Deno.build.target}` };
    }
    await Deno.remove(folder, { recursive: true }).catch(ignoreAbsent);
    await Deno.rename(scratch, folder);
  } finally {
    await Deno.remove(scratch, { recursive: true }).catch(ignoreAbsent);
  }
  return await checkAgent(findProgram(folder)!);
}

/** The platform's own package holds the program; npm has chosen which. */
function findProgram(folder: string): string | undefined {
  const packages = `${folder}/node_modules/@anthropic-ai`;
  try {
    for (const { name } of Deno.readDirSync(packages)) {
      const program = `${packages}/${name}/claude`;
      if (name.startsWith("claude-code-") && isFile(program)) return program;
    }
    return undefined;
  } catch (error) {
    return ignoreAbsent(error);
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    ignoreAbsent(error);
    return false;
  }
}

/** What it says itself counts, not what was asked for. */
async function checkAgent(program: string): Promise<Agent | NoAgent> {
  const said = await run(program, ["--version"], { deadline: 30_000 });
  if (said?.ok !== true) return { reason: `${program} does not start: ${said?.said ?? "gone"}` };
  return { program, version: said.stdout.trim().split(" ")[0]! };
}

async function resolveTag(tag: string): Promise<string | undefined> {
  const said = await run("npm", ["view", `${PACKAGE}@${tag}`, "version"], { deadline: 60_000 });
  const version = said?.stdout.trim() ?? "";
  return said?.ok === true && /^\d[\w.-]*$/.test(version) ? version : undefined;
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
