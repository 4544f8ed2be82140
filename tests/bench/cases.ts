/** Everything that is timed, as rows; names are what the targets refer to. */
import { anyEvent, CHAIN, longPrompt, promptEvent, SHORTCUT, SILENT } from "./inputs.ts";
import type { Case } from "./measure.ts";
import type { Python } from "./python.ts";
import { coolDown, type World } from "./worlds.ts";

/** Programs to compare, by path. */
export interface Programs {
  readonly skillhook: string;
  /** Empty, with the same engine. */
  readonly empty: string;
  /** Reads its input, with the same engine, and does no more: what no hook can be faster than. */
  readonly reader: string;
  /** Reads its input and looks at one file. */
  readonly fileReader: string;
  /** What runs the reference hook, and the hook; absent where it cannot run. */
  readonly python: Python & { readonly hook: string } | undefined;
}

/** A size with its unit, as prompts are called. */
const LONG = [["100 KB", 100_000], ["1 MB", 1_000_000]] as const;

/** The empty program: every group begins with it. */
export function emptyCase({ empty }: Programs, world: World, group: string): Case {
  return rowIn(world)(`empty program, beside ${group}`, [empty], "");
}

/**
 * Prompts that need no file, and the least that any hook does.
 *
 * @param worlds From small to large
 */
export function startCases(
  { skillhook, reader, fileReader }: Programs,
  worlds: readonly World[],
): Case[] {
  const [small] = worlds as [World];
  const input = promptEvent(SILENT, small.project);
  return [
    rowIn(small)("reads standard input", [reader], input),
    rowIn(small)("reads standard input, looks at a file", [fileReader], input),
    ...worlds.map((world) =>
      rowIn(world)(
        `silent, ${world.skills} skills`,
        [skillhook, "hook"],
        promptEvent(SILENT, world.project),
      )
    ),
    rowIn(small)("shortcut", [skillhook, "hook"], promptEvent(SHORTCUT, small.project)),
  ];
}

/** Chains that find their cache. @returns Cases. */
export function warmCases({ skillhook }: Programs, worlds: readonly World[]): Case[] {
  return worlds.map((world) =>
    rowIn(world)(
      `chain warm, ${world.skills} skills`,
      [skillhook, "hook"],
      promptEvent(CHAIN, world.project),
    )
  );
}

/** Chains without a cache; these worlds must not be used for warm runs. @returns Cases. */
export function coldCases({ skillhook, python }: Programs, worlds: readonly World[]): Case[] {
  return worlds.flatMap((world) => {
    const before = () => coolDown(world);
    const row = rowIn(world);
    const input = promptEvent(CHAIN, world.project);
    const ours = {
      ...row(`chain cold, ${world.skills} skills`, [skillhook, "hook"], input),
      before,
    };
    if (python === undefined || world.skills > 300) return [ours];
    const theirs = row(`Python cold, ${world.skills} skills`, [python.program, python.hook], input);
    return [ours, { ...theirs, before }];
  });
}

/** The reference hook with its cache. @returns Cases; none where it cannot run. */
export function pythonCases({ python }: Programs, worlds: readonly World[]): Case[] {
  const [small] = worlds;
  if (python === undefined || small === undefined) return [];
  const { program, name, hook } = python;
  return [
    rowIn(small)(`empty program of ${name}`, [program, "-c", "pass"], ""),
    ...worlds.filter(({ skills }) => skills <= 300).map((world) => {
      const input = promptEvent(CHAIN, world.project);
      return rowIn(world)(`Python warm, ${world.skills} skills`, [program, hook], input);
    }),
  ];
}

/** One event of each kind. @returns Cases. */
export function eventCases(
  { skillhook }: Programs,
  events: readonly string[],
  world: World,
): Case[] {
  return events.filter((event) => event !== "UserPromptSubmit").map((event) =>
    rowIn(world)(`event ${event}`, [skillhook, "hook"], anyEvent(event, world.project))
  );
}

/** Lists of skills, every one of which is read anew. @returns Cases. */
export function listCases({ skillhook }: Programs, worlds: readonly World[]): Case[] {
  return worlds.map((world) =>
    rowIn(world)(`skill list, ${world.skills} skills`, [skillhook, "skill", "list"], "")
  );
}

/** The start of a session with many skills, what it is held against, and the verbs that show all of them. */
export function manyCases({ skillhook }: Programs, world: World): Case[] {
  const row = rowIn(world);
  const { skills, project } = world;
  return [
    row(`chain warm, ${skills} skills`, [skillhook, "hook"], promptEvent(CHAIN, project)),
    row(
      `event SessionStart, ${skills} skills`,
      [skillhook, "hook"],
      anyEvent("SessionStart", project),
    ),
    row(`skill index, ${skills} skills`, [skillhook, "skill", "index"], ""),
    row(`skill prompt, ${skills} skills`, [skillhook, "skill", "prompt"], ""),
  ];
}

/** Prompts with a pasted log: passed over in silence, and searched for a chain. @returns Cases. */
export function longCases({ skillhook }: Programs, world: World): Case[] {
  return LONG.flatMap(([name, length]) => {
    const prompt = longPrompt(length);
    const row = rowIn(world);
    return [
      row(`silent, ${name}`, [skillhook, "hook"], promptEvent(prompt.slice(1), world.project)),
      row(`chain, ${name}`, [skillhook, "hook"], promptEvent(prompt, world.project)),
    ];
  });
}

function rowIn({ project, env }: World) {
  return (name: string, command: readonly [string, ...string[]], input: string): Case => ({
    name,
    command,
    input,
    cwd: project,
    env,
  });
}
