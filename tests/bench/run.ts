/** One engine's figures: all cases in worlds of their own. */
import { inProject } from "../../.ci/tasks/project.ts";
import {
  coldCases,
  emptyCase,
  eventCases,
  listCases,
  longCases,
  manyCases,
  pythonCases,
  startCases,
  warmCases,
} from "./cases.ts";
import { isWarm, parseTime, registryTime } from "./inside.ts";
import { ATTEMPTS, type Case, type Effort, measure, measureOnce, type Timing } from "./measure.ts";
import { peakMemory } from "./peak_memory.ts";
import type { Built } from "./programs.ts";
import { Watch } from "./quiet.ts";
import type { Report } from "./report.ts";
import { type InProcess, judge, untold } from "./targets.ts";
import { sandboxCases, verbCases } from "./verb_cases.ts";
import { makeWorld, type World } from "./worlds.ts";

const SIZES = [6, 60, 300, 3_000];
/** Skills in the world in which sessions start. */
const MANY = 1_000;
/** Milliseconds until a file is old enough for the cache to trust its date. */
const SETTLE_MS = 2_200;
/** For a check in a few seconds. */
const SHORT: Effort = { least: 10, most: 15, budget: 1_000 };
/** Cases whose peak memory is worth a line. */
const MEMORY = /^empty|^silent, 60 |^chain warm, (60|3000) | 1 MB$/;

/**
 * Measures everything.
 *
 * @throws {Error} If a program fails, or a cache that should be warm is not
 */
export async function runAll(
  engine: string,
  programs: Built,
  folder: string,
  effort: Effort,
): Promise<Report> {
  const [warm, cold] = [await makeWorlds(`${folder}/warm`), await makeWorlds(`${folder}/cold`)];
  const [many] = await makeWorlds(`${folder}/many`, [MANY]) as [World];
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  for (const world of [...warm, many]) await warmUp(programs.skillhook, world);
  const [small, middle, large] = warm as [World, World, World];
  const chains = warmCases(programs, warm);
  const starts = startCases(programs, warm);
  const long = longCases(programs, middle);
  const events = eventCases(programs, await eventNames(), middle);
  const slow = { ...effort, least: 9 };
  const groups: [name: string, cases: readonly Case[], effort: Effort][] = [
    ["prompts", starts, effort],
    ["chains", chains, effort],
    ["events", events, effort],
    ["verbs", verbCases(programs, small), effort],
    ["a project's command", sandboxCases(programs, small), slow],
    ["long prompts", long, slow],
    ["lists", listCases(programs, [middle, large]), slow],
    ["many skills", manyCases(programs, many), slow],
    ["Python", pythonCases(programs, warm), slow],
    ["cold chains", coldCases(programs, cold), slow],
  ];
  const watch = new Watch();
  const timed: Timing[] = [];
  for (const [name, cases, effort] of groups) {
    timed.push(...await measure([emptyCase(programs, small, name), ...cases], effort, watch));
  }
  const inside = await undisturbed(watch, async () => ({
    registryWarm300: await registryTime(programs.skillhook, large, { cold: false, runs: 9 }),
    registryCold60: await registryTime(programs.skillhook, cold[1]!, { cold: true, runs: 9 }),
    parseProse: await parseTime(programs.parser, "prose", 1_000_000, 9),
    parse100KB: await parseTime(programs.parser, "log", 100_000, 9),
    parse1MB: await parseTime(programs.parser, "log", 1_000_000, 9),
  }));
  const memory: Record<string, number> = {};
  for (const asked of [emptyCase(programs, small, "others"), ...starts, ...chains, ...long]) {
    if (programs.python === undefined || !MEMORY.test(asked.name)) continue;
    const peak = await peakMemory(programs.python.program, asked);
    if (peak !== undefined) memory[asked.name] = peak;
  }
  return { engine, timed, targets: judge(timed, inside), memory };
}

/**
 * The ratios that must not get worse unseen, in a few seconds.
 *
 * @returns Ratios by name, each the best of three tries: a busy machine makes a try worse, never better
 */
export async function runShort(programs: Built, folder: string): Promise<Record<string, number>> {
  const worlds = await makeWorlds(folder, [60, 300]);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  for (const world of worlds) await warmUp(programs.skillhook, world);
  const empty = emptyCase(programs, worlds[0]!, "others");
  const groups = [
    [empty, ...startCases(programs, worlds), ...warmCases(programs, worlds)],
    [empty, ...listCases(programs, worlds)],
  ];
  const best: Record<string, number> = {};
  for (let attempt = 0; attempt < 3; attempt++) {
    for (const cases of groups) {
      for (const { name, ratio } of await measureOnce(cases, SHORT)) {
        best[name] = Math.min(best[name] ?? Infinity, ratio);
      }
    }
  }
  return best;
}

async function makeWorlds(folder: string, sizes: readonly number[] = SIZES): Promise<World[]> {
  return await Promise.all(sizes.map(async (skills) => {
    const path = `${folder}/${skills}`;
    await Deno.mkdir(path, { recursive: true });
    return await makeWorld(await Deno.realPath(path), skills);
  }));
}

/** Figures taken while nothing else ran; where that never happened, they tell nothing. */
async function undisturbed(
  watch: Watch,
  take: () => Promise<InProcess>,
): Promise<InProcess> {
  for (let attempt = 1;; attempt++) {
    const wasQuiet = await watch.quietMoment();
    const taken = await take();
    if (wasQuiet && await watch.isQuiet()) return taken;
    if (attempt === ATTEMPTS || !watch.isPatient) return untold(taken);
  }
}

/** The table of events itself would bring packages that only the tests' import map has; a test keeps these in step. */
async function eventNames(): Promise<string[]> {
  const { hooks } = JSON.parse(await Deno.readTextFile(inProject("hooks.json")));
  return Object.keys(hooks);
}

/** The first call writes the cache, the second must find it. */
async function warmUp(skillhook: string, world: World): Promise<void> {
  await isWarm(skillhook, world);
  if (await isWarm(skillhook, world)) return;
  throw new Error(`Cannot time a warm start with ${world.skills} skills: the cache does not hold`);
}
