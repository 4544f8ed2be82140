/** Which skills a verb is about: the project's and all usual places, or directories it names. */
import { type Host, HostError, type Outcome } from "../host/host.ts";
import type { AddedRoot, CatalogQuery } from "../catalog/whole_catalog.ts";
import { nearestWord } from "../base/nearest.ts";
import { SKILL_SOURCES } from "../skill/skill_index.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { failure, type HasText } from "./verb.ts";

/** What to look for, or the usage error to end with. */
export function catalogQuery(
  options: HasText<"root" | "project"> & {
    readonly list: (name: "add") => readonly string[];
    readonly misuse: (message: string) => Outcome;
  },
  host: Pick<Host, "env" | "cwd" | "platform" | "realPath" | "stat">,
): CatalogQuery | { error: Outcome } {
  const added: AddedRoot[] = [];
  for (const text of options.list("add")) {
    const equals = text.indexOf("=");
    const word = text.slice(0, Math.max(0, equals));
    const source = SKILL_SOURCES.find((known) => known === word);
    if (source === undefined || equals === text.length - 1) {
      const near = nearestWord(word, SKILL_SOURCES);
      const hint = near === undefined ? `one of ${SKILL_SOURCES.join(", ")}` : `"${near}"`;
      return {
        error: options.misuse(`Option "--add" is SOURCE=DIR, SOURCE ${hint}: got "${text}"`),
      };
    }
    const path = realDirectory(text.slice(equals + 1), host);
    if (typeof path !== "string") return path;
    added.push({ source, path });
  }
  const projectDir = projectOption(options, host);
  const root = options.text("root");
  if (root === undefined) return { projectDir, added };
  const path = realDirectory(root, host);
  if (typeof path !== "string") return path;
  const only: AddedRoot = { source: "project", path };
  return { projectDir, added: [only, ...added], onlyAdded: true };
}

/** Without `..` and links where it can be, so that paths read well. */
function realDirectory(
  written: string,
  host: Pick<Host, "cwd" | "platform" | "realPath" | "stat">,
): string | { error: Outcome } {
  const path = absolutePath(written, host);
  const refused = (state: string) => ({
    error: failure(`Cannot look for skills in "${written}": ${state}`),
  });
  try {
    const kind = host.stat(path)?.kind;
    if (kind === "directory") return host.realPath(path) ?? path;
    return refused(kind === undefined ? "no such directory" : "it is not a directory");
  } catch (error) {
    if (error instanceof HostError) return refused(error.code);
    throw error;
  }
}
