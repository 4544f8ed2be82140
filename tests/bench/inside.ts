/** Times inside the process: what the program says of itself, and the parser alone. */
import { type Median, medianOf } from "./median.ts";
import type { Shape } from "./inputs.ts";
import type { World } from "./worlds.ts";
import { coolDown } from "./worlds.ts";

const TIMES_REGEXP = /([\d.]+) ms to/g;

/**
 * How long the registry takes, from `skillhook registry --explain`.
 *
 * @param options `cold` forgets the cache before each of the `runs`
 * @returns Milliseconds: looking, building and writing together
 */
export async function registryTime(
  skillhook: string,
  world: World,
  { cold, runs }: { cold: boolean; runs: number },
): Promise<Median> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    if (cold) coolDown(world);
    const said = await explain(skillhook, world);
    times.push([...said.matchAll(TIMES_REGEXP)].reduce((sum, match) => sum + Number(match[1]), 0));
  }
  return medianOf(times);
}

/**
 * How long the parser takes for one prompt, the first it ever sees.
 *
 * @param program `parse_program.ts`, compiled
 * @param length UTF-16 units of it
 * @returns Milliseconds
 */
export async function parseTime(
  program: string,
  shape: Shape,
  length: number,
  runs: number,
): Promise<Median> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const { stdout } = await new Deno.Command(program, { args: [shape, String(length)] }).output();
    times.push(Number(new TextDecoder().decode(stdout)));
  }
  return medianOf(times);
}

/** @param skillhook The program. @param world Where. @returns Whether a chain would find its cache. */
export async function isWarm(skillhook: string, world: World): Promise<boolean> {
  return (await explain(skillhook, world)).includes("cache: hit");
}

async function explain(skillhook: string, { project, env }: World): Promise<string> {
  const { stderr } = await new Deno.Command(skillhook, {
    args: ["registry", "--explain"],
    cwd: project,
    env: { ...env },
    stdout: "null",
    stderr: "piped",
  }).output();
  return new TextDecoder().decode(stderr);
}
