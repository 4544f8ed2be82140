/** What a binary was made from, so that no test ever runs a stale one. */
import { choosePackages } from "./map.ts";
import { BINARY, inProject } from "./project.ts";

const RECORD = inProject(".build/binary.json");

/** What the build notes about the binary it made. */
interface Record {
  readonly inputs: string;
  readonly engine: string;
  readonly size: number;
  readonly mtime: number;
}

/** A digest of every file that goes into the binary, and of where the packages came from. */
export async function digestInputs(): Promise<string> {
  const folders = ["src", "skills", ".ci/npm", ".ci/tasks"];
  const files = ["main.ts", "deno.json", ...folders.flatMap(list)];
  const texts = await Promise.all(
    files.sort().map(async (file) => [
      file,
      await Deno.readTextFile(inProject(file)),
    ]),
  );
  const whole = JSON.stringify([await choosePackages(), Deno.version.deno, texts]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(whole));
  return new Uint8Array(digest).toHex();
}

/** Notes what `bin/skillhook` was made from. */
export async function recordInputs(inputs: string, engine: string): Promise<void> {
  const { size, mtime } = await Deno.stat(BINARY);
  const record: Record = { inputs, engine, size, mtime: mtime?.getTime() ?? 0 };
  await Deno.writeTextFile(RECORD, JSON.stringify(record));
}

/** The engine of the binary that is there; `undefined` if it is missing or not of these inputs. */
export async function currentEngine(inputs: string): Promise<string | undefined> {
  try {
    const record: Record = JSON.parse(await Deno.readTextFile(RECORD));
    const { size, mtime } = await Deno.stat(BINARY);
    const same = record.inputs === inputs && record.size === size &&
      record.mtime === mtime?.getTime();
    return same ? record.engine : undefined;
  } catch (error) {
    // A record cut short by a build that was stopped counts as none.
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function list(folder: string): string[] {
  return Deno.readDirSync(inProject(folder)).toArray().flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? list(path) : [path];
  });
}
