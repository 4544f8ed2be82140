/** The sets of installed skills a corpus is read against: what was used, with traps added, with everything added. */
import type { Registry, RegistryEntry } from "../../src/catalog/registry.ts";

/**
 * Skill names that are also directories, routes and everyday words. A reader of prompts must give the
 * same answer when all of them are installed.
 */
export const ADVERSARIAL_NAMES: readonly string[] = [
  ..."review test api src usr tmp home plan commit docs etc var bin opt lib dev mail search".split(
    " ",
  ),
  ..."help users login s d x c e design fix build run path route status image 2 24".split(" "),
  "plan-adhoc",
  "code-review",
  "plan_tdd",
  "superpowers:brainstorming",
];

/** One way to fill the registry. */
export interface RegistryChoice {
  readonly name: string;
  /** The registry for prompts of one source. */
  readonly forSource: (source: string) => Registry;
}

/** A prompt with the names that count as installed where it was typed. */
export interface NamedPrompt {
  readonly source: string;
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * The three registries.
 *
 * @returns Names used per source; these with the adversarial ones; these with every `/word` of the corpus.
 */
export function threeRegistries(prompts: readonly NamedPrompt[]): RegistryChoice[] {
  const used = new Map<string, string[]>();
  for (const { source, names } of prompts) {
    const list = used.get(source);
    if (list === undefined) used.set(source, [...names]);
    else list.push(...names);
  }
  const words = new Set(prompts.flatMap(({ text }) => slashNames(text)));
  return [
    choice("used names", used, []),
    choice("with adversarial names", used, ADVERSARIAL_NAMES),
    choice("with every /word", used, [...ADVERSARIAL_NAMES, ...words]),
  ];
}

function choice(
  name: string,
  used: ReadonlyMap<string, readonly string[]>,
  extra: readonly string[],
): RegistryChoice {
  const made = new Map<string, Registry>();
  return {
    name,
    forSource: (source) => {
      const known = made.get(source);
      if (known !== undefined) return known;
      const registry = registryOf([...used.get(source) ?? [], ...extra]);
      made.set(source, registry);
      return registry;
    },
  };
}

/** A registry in which all of them take part and none has a default exit. */
export function registryOf(names: readonly string[]): Registry {
  return new Map(names.map((name): [string, RegistryEntry] => [name, {
    name,
    cooperative: true,
    defaultExit: [],
    source: "project",
    path: "",
    invoke: name,
    description: "",
  }]));
}

const SLASH_NAME = /\/([A-Za-z][A-Za-z0-9_-]{0,63}(?::[A-Za-z0-9_-]{1,63})?)/g;

/** Whatever stands behind a slash and could be a name, wherever the slash is. */
function slashNames(text: string): string[] {
  return Array.from(text.matchAll(SLASH_NAME), ([, name]) => name!);
}
