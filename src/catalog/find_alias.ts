/** Aliases: a skill answers to the `name` of its frontmatter as well (protocol section 3.6). */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";

/** Bytes of a SKILL.md that are read; the name stands near the top. */
const HEAD_BYTES = 4_096;
/** How many skills of one directory are looked at. */
const MAX_SKILLS = 500;
const COMPANION = "-first-use";
const NAME_REGEXP = /^name:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'#\s][^#\n]*))/m;

/**
 * Finds the skill with a companion that answers to a name; others are of no use here.
 *
 * @param host The machine.
 * @param skillsDir A directory of skills, which may be absent.
 * @param alias The name.
 * @returns The name of the skill's directory, or `undefined`.
 */
export function findAlias(
  host: Pick<Host, "list" | "readBytes" | "stat">,
  skillsDir: string,
  alias: string,
): string | undefined {
  try {
    const names = (host.list(skillsDir) ?? []).map(({ name }) => name);
    const all = new Set(names);
    for (const name of names.sort().slice(0, MAX_SKILLS)) {
      const hasCompanion = all.has(name + COMPANION) ||
        host.stat(joinPath(skillsDir, `${name}/first-use.md`))?.kind === "file";
      if (hasCompanion && nameIn(host, joinPath(skillsDir, `${name}/SKILL.md`)) === alias) {
        return name;
      }
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  return undefined;
}

function nameIn(host: Pick<Host, "readBytes" | "stat">, path: string): string | undefined {
  if (host.stat(path)?.kind !== "file") return undefined;
  const bytes = host.readBytes(path, 0, HEAD_BYTES);
  if (bytes === undefined) return undefined;
  const frontmatter = splitFrontmatter(new TextDecoder().decode(bytes));
  if (typeof frontmatter === "string") return undefined;
  const match = NAME_REGEXP.exec(frontmatter.yaml);
  return (match?.[1] ?? match?.[2] ?? match?.[3])?.trim();
}
