/** One skill by a name that leads to it. */
import { asString } from "../base/json_type.ts";
import { joinPath, lastSegment, parentPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { flatName, type LocatedSkill } from "../skill/located_skill.ts";
import { type CatalogSkill, directoryOf } from "./catalog_skill.ts";
import { loadCatalog, type LoadedCatalog } from "./load.ts";
import { pluginManifest } from "./places.ts";
import type { SkillContext } from "./skill_roots.ts";
import { look, Sources } from "./sources.ts";

/** The skill whose whole text a stub `NAME` stands for lies in `NAME-first-use`. */
const COMPANION = "-first-use";

/** Any name leads to the skill, without the slash; `undefined` for none, at once where the snapshot holds. */
export function findSkill(host: Host, written: string, context: SkillContext) {
  const loaded = loadCatalog(host, context);
  const locate = ({ find }: LoadedCatalog): LocatedSkill | undefined => {
    const skill = find(written);
    if (skill !== undefined) return locatedAt(skill, host.platform);
    // A companion alone is enough to load: it has no stub.
    const companion = find(written + COMPANION);
    if (companion?.form !== "instruction") return undefined;
    const located = locatedAt(companion, host.platform);
    if (!located.name.endsWith(COMPANION)) return undefined;
    const name = located.name.slice(0, -COMPANION.length);
    const qualified = located.qualified.slice(0, -COMPANION.length);
    const directory = joinPath(located.skillsDir, name);
    return { ...located, name, qualified, directory, textPath: undefined };
  };
  return loaded instanceof Promise ? loaded.then(locate) : locate(loaded);
}

export function locatedAt(skill: CatalogSkill, platform: string): LocatedSkill {
  const { invoke: qualified, pluginRoot, form, path, textPath } = skill;
  const directory = directoryOf(skill);
  const isFlat = form === "flat";
  const name = isFlat ? flatName(lastSegment(path, platform)) : lastSegment(directory, platform);
  const skillsDir = isFlat ? directory : parentPath(directory) ?? "/";
  return { name, qualified, skillsDir, directory, textPath, pluginRoot };
}

export function findInPlugin(host: Host, root: string, name: string): LocatedSkill | undefined {
  const skillsDir = joinPath(root, "skills");
  const directory = joinPath(skillsDir, name);
  const isThere = look(host, directory)?.kind === "directory" ||
    look(host, `${directory}${COMPANION}/SKILL.md`)?.kind === "file";
  if (!isThere) return undefined;
  const plugin = asString(new Sources(host).readJson(pluginManifest(root))?.name);
  const qualified = plugin ? `${plugin}:${name}` : name;
  const textPath = joinPath(directory, "SKILL.md");
  return { name, qualified, skillsDir, directory, textPath, pluginRoot: root };
}

/** A skill of the plugin that this program lies in, enabled or not: a directive sees no `CLAUDE_PLUGIN_ROOT`. */
export function inOwnPlugin(
  host: Host,
  { plugin, name }: { readonly plugin: string | undefined; readonly name: string },
): LocatedSkill | undefined {
  const root = /^(.*)[/\\]bin[/\\][^/\\]+$/.exec(host.executable())?.[1];
  const found = root === undefined ? undefined : findInPlugin(host, root, name);
  // Without a manifest it is a directory like any other.
  if (found === undefined || found.qualified === name) return undefined;
  return plugin === undefined || found.qualified === `${plugin}:${name}` ? found : undefined;
}
