/** Projects with many skills, generated: what a benchmark runs in, apart from the user's own files. */

/** One generated project with a home directory and a temporary directory of its own. */
export interface World {
  readonly skills: number;
  readonly project: string;
  /** Where the cache lies. */
  readonly temporary: string;
  /** The whole environment of a program that runs here. */
  readonly env: Readonly<Record<string, string>>;
}

/** A search for skills ends after 2,000 directories: more skills than this go to the home directory. */
const MOST_IN_ONE_PLACE = 1_500;

/** The skills every prompt of the benchmark names. */
const NAMED = ["design", "plan-adhoc", "orchestrate", "handoff", "commit", "plan-tdd"];

/** About what a real skill holds: the text is never read on a warm start, and costs a cold one its reading. */
const BODY = "Read the plan, then do what it says, one step after the other.\n".repeat(40);

/**
 * Makes a world.
 *
 * @param folder An existing, empty folder; a real path
 * @param skills How many, at least the six that prompts name; every second one takes part in chains
 * @returns The world; files in it are "just modified" for the next two seconds
 */
export async function makeWorld(folder: string, skills: number): Promise<World> {
  const [project, home, temporary] = [`${folder}/project`, `${folder}/home`, `${folder}/tmp`];
  for (const path of [project, home, temporary]) await Deno.mkdir(path);
  for (let index = 0; index < skills; index++) {
    const name = NAMED[index] ?? `skill-${String(index).padStart(4, "0")}`;
    const place = index < MOST_IN_ONE_PLACE ? project : home;
    await Deno.mkdir(`${place}/.claude/skills/${name}`, { recursive: true });
    await Deno.writeTextFile(`${place}/.claude/skills/${name}/SKILL.md`, skillText(name, index));
  }
  return {
    skills,
    project,
    temporary,
    env: {
      CLAUDE_PROJECT_DIR: project,
      HOME: home,
      USERPROFILE: home,
      TMPDIR: temporary,
      XDG_STATE_HOME: `${home}/state`,
    },
  };
}

/** Forgets what the programs under test keep between two runs. @param world Where */
export function coolDown({ temporary }: World): void {
  Deno.removeSync(temporary, { recursive: true });
  Deno.mkdirSync(temporary);
}

function skillText(name: string, index: number): string {
  const chain = index < NAMED.length || index % 2 === 0
    ? `continuation:\n  cooperative: true\n  default-exit: ["/handoff --commit", "/commit"]\n`
    : "";
  return `---
name: ${name}
description: Does the work of ${name}, and says when it is the right one to use
allowed-tools: [Read, Edit, Skill]
${chain}---
# ${name}

${BODY}`;
}
