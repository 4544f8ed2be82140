/** Everything that is timed, as rows; names are what the targets refer to. */
import { anyEvent, CHAIN, longPrompt, promptEvent, SHORTCUT, SILENT } from "./inputs.ts";
import type { Case } from "./measure.ts";
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
  /** The reference hook's command; absent where it cannot run. */
  readonly python: readonly [string, string] | undefined;
}

/** A size with its unit, as prompts are called. */
const LONG = [["100 KB", 100_000], ["1 MB", 1_000_000]] as const;

/**
 * The cases that run on every machine, each in its smallest and its largest worlds.
 *
 * @param programs What to compare
 * @param worlds From small to large
 * @returns Cases for `measure`
 */
export function promptCases(programs: Programs, worlds: readonly World[]): Case[] {
  const { skillhook, empty, reader, fileReader } = programs;
  const row = rowIn(worlds[0]!);
  return [
    row("empty program", [empty], ""),
    row("reads standard input", [reader], promptEvent(SILENT, worlds[0]!.project)),
    row("reads standard input, looks at a file", [fileReader], promptEvent(SILENT, "/")),
    ...worlds.flatMap((world) => {
      const inWorld = rowIn(world);
      const ask = (prompt: string) => promptEvent(prompt, world.project);
      return [
        inWorld(`silent, ${world.skills} skills`, [skillhook, "hook"], ask(SILENT)),
        inWorld(`shortcut, ${world.skills} skills`, [skillhook, "hook"], ask(SHORTCUT)),
        inWorld(`chain warm, ${world.skills} skills`, [skillhook, "hook"], ask(CHAIN)),
      ];
    }),
  ];
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
    return [ours, { ...row(`Python cold, ${world.skills} skills`, python, input), before }];
  });
}

/** The reference hook with its cache. @returns Cases; none where it cannot run. */
export function pythonCases({ python }: Programs, worlds: readonly World[]): Case[] {
  if (python === undefined) return [];
  return worlds.filter(({ skills }) => skills <= 300).map((world) =>
    rowIn(world)(`Python warm, ${world.skills} skills`, python, promptEvent(CHAIN, world.project))
  );
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
