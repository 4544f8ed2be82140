/** What is at each of some paths, on every engine. */
import { type Bun, bun } from "./bun.ts";
import { ifPresent } from "./file_rules.ts";
import { attempt, type FileKind, type Host } from "./host.ts";

/** `Host.kinds` of a host whose `stat` needs nothing loaded, or that has no other way. */
export function kindsBy(stat: Host["stat"]): Host["kinds"] {
  return (paths) => {
    const engine = bun();
    const kindAt = (path: string) => {
      const found = attempt(() => [stat(path)?.kind] as const);
      return found === undefined ? "other" : found[0];
    };
    return Promise.all(paths.map((path) => engine ? kindWith(engine, path) : kindAt(path)));
  };
}

async function kindWith(engine: Bun, path: string): Promise<FileKind | undefined> {
  try {
    const found = await engine.file(path).stat();
    return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
  } catch (error) {
    const isAbsent = attempt(() => [ifPresent(path, "look at", () => fail(error))]);
    return isAbsent === undefined ? "other" : undefined;
  }
}

function fail(error: unknown): never {
  throw error;
}
