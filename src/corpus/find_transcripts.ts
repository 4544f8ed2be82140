/** Where transcripts lie below a directory. Links are never followed: they may lead anywhere, and what is inside is found anyway. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";

const EXTENSION = ".jsonl";
/** Folders of a session that hold no prompts of the user. */
const NOT_TYPED: ReadonlySet<string> = new Set(["subagents", "tool-results"]);
/** `projects/<project>/<session>.jsonl` is two deep; a directory somebody names may be its parent's parent. */
const MAX_DEPTH = 8;

/**
 * Lists transcripts.
 *
 * @param host The machine.
 * @param root A directory, or one file.
 * @returns Paths in order of name, and what could not be looked into; `undefined` when there is no such directory.
 */
export function findTranscripts(
  host: Pick<Host, "list" | "stat">,
  root: string,
): { paths: string[]; diagnostics: Diagnostic[] } | undefined {
  const diagnostics: Diagnostic[] = [];
  const paths: string[] = [];
  try {
    const kind = host.stat(root)?.kind;
    if (kind === undefined) return undefined;
    if (kind === "file") return { paths: [root], diagnostics };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return {
      paths,
      diagnostics: [diagnose("corpus-unreadable", root, `Cannot read: ${error.code}`)],
    };
  }
  visit(root, 0);
  return { paths, diagnostics };

  function visit(directory: string, depth: number): void {
    for (const { name, kind } of entries(directory)) {
      const path = joinPath(directory, name);
      if (kind === "file" && name.endsWith(EXTENSION)) paths.push(path);
      else if (kind === "directory" && depth < MAX_DEPTH && !NOT_TYPED.has(name)) {
        visit(path, depth + 1);
      } else if (kind === "link" && (depth === 0 || name.endsWith(EXTENSION))) {
        diagnostics.push(diagnose("corpus-skipped", path, "Passed over: links are not followed"));
      }
    }
  }

  function entries(directory: string) {
    try {
      return (host.list(directory) ?? []).toSorted((a, b) => a.name < b.name ? -1 : 1);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      diagnostics.push(
        diagnose("corpus-unreadable", directory, `Cannot read directory: ${error.code}`),
      );
      return [];
    }
  }
}
