/** Settings from texts, as the program would read them from files. */
import type { Config } from "../../src/config/config_file.ts";
import { mergeSettings, readConfig } from "../../src/config/read_config.ts";
import { fakeHost } from "./fake_host.ts";

/** What counts where nobody wrote anything. */
export const DEFAULTS = mergeSettings([]);

/**
 * @param texts Strongest first: the last one is the user's file, those before it are the project's.
 * @returns What they come to; the files are called `/1.yaml`, `/2.yaml` and so on.
 */
export async function configOf(...texts: readonly string[]): Promise<Config> {
  const places = texts.map((_, index) => {
    const scope = index === texts.length - 1 ? "user" as const : "project" as const;
    return { path: `/${index + 1}.yaml`, scope, isStrange: false };
  });
  const files = Object.fromEntries(places.map(({ path }, index) => [path, texts[index]!]));
  return await readConfig(fakeHost({ files }), places);
}
