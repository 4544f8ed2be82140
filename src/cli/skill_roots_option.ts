/** Which skills a verb is about: the project's and all usual places, or directories it names. */
import type { Host } from "../host/host.ts";
import type { AddedRoot, CatalogQuery } from "../catalog/catalog.ts";
import { nearestWord } from "../base/nearest.ts";
import { type IndexSource, SKILL_SOURCES } from "../skill/manifest.ts";
import { absolutePath, directoryFlaw, orEnd, projectOption } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { HasText, VerbError } from "./verb.ts";

export function catalogQuery(
  options: HasText<"root" | "project"> & {
    readonly list: (name: "add") => readonly string[];
    readonly misuse: (message: string) => VerbError;
  },
  host: Host,
): CatalogQuery {
  const added = options.list("add").map((text): AddedRoot => {
    const [, word = "", directory = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const source = SKILL_SOURCES.find((known) => known === word);
    if (source !== undefined && directory !== "") {
      return rootOf(source, realDirectory(directory, "add", options.misuse, host));
    }
    const near = nearestWord(word, SKILL_SOURCES);
    const hint = near === undefined ? `one of ${SKILL_SOURCES.join(", ")}` : `"${near}"`;
    throw options.misuse(`Option "--add" is SOURCE=DIR, SOURCE ${hint}: got "${text}"`);
  });
  const projectDir = projectOption(options, host);
  const root = options.text("root");
  if (root === undefined) return { ...skillContext(projectDir, host), added };
  const only = rootOf("project", realDirectory(root, "root", options.misuse, host));
  return { projectDir, added: [only, ...added], onlyAdded: true };
}

/** A command line may look deeper than a hook, into a whole collection. */
function rootOf(source: IndexSource, path: string): AddedRoot {
  const bounds = { depth: 16, directories: 50_000 };
  return { path, source, isAgents: false, hasFlat: true, bounds };
}

/** Without `..` and links where it can be, so that paths read well. */
function realDirectory(
  written: string,
  option: string,
  misuse: (message: string) => VerbError,
  host: Host,
): string {
  const path = absolutePath(written, host);
  const flaw = directoryFlaw(path, host);
  const cannot = `Cannot use --${option} "${written}"`;
  if (flaw !== undefined) throw misuse(`${cannot}: ${flaw}`);
  return orEnd(cannot, 1, () => host.realPath(path) ?? path);
}

/** What the skills of this place are called, for shells to offer. */
export async function skillNames(host: Host): Promise<readonly string[]> {
  const { buildCatalog } = await import("../catalog/catalog.ts");
  const { skills } = await buildCatalog(host, await skillContext(host.cwd(), host));
  return skills.filter(({ shadowedBy }) => shadowedBy === undefined)
    .map(({ invoke }) => invoke).filter((name) => !name.endsWith("-first-use"));
}
