/**
 * Texts that an epic's tasks will need, read ahead and kept in one file: each by the hash of its
 * content, each path with what the file looked like. A text counts only while its file looks the same.
 */
import { type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { pointerName } from "../catalog/snapshot.ts";

const VERSION = 1;
/** Bytes. */
const MAX_SIZE = 16 * 1024 * 1024;
/** A file changed so shortly ago may change again without looking different: milliseconds. */
const SETTLED_MS = 2_000;
const OTHERS = 0o077;

/** A host that remembers which texts were read through it. */
export interface Recorder {
  readonly host: Host;
  readonly texts: ReadonlyMap<string, { readonly text: string; readonly looks: string }>;
}

/** The same machine, and what is read from it from now on. */
export function recordTexts(host: Host): Recorder {
  const texts = new Map<string, { text: string; looks: string }>();
  function readText(path: string): string | undefined {
    const stat = host.stat(path);
    const text = host.readText(path);
    if (stat?.kind === "file" && text !== undefined && host.now() - stat.mtime > SETTLED_MS) {
      texts.set(path, { text, looks: looksOf(stat) });
    }
    return text;
  }
  return { host: overlay(host, readText), texts };
}

/**
 * Keeps recorded texts for a project.
 *
 * @param stateDir Where we keep what we must remember.
 * @throws {HostError} It cannot be written.
 */
export async function keepTexts(
  host: Pick<Host, "makeDirectory" | "sha256" | "writeText">,
  stateDir: string,
  projectDir: string,
  texts: Recorder["texts"],
): Promise<string> {
  const files: Record<string, { looks: string; digest: string }> = {};
  const byDigest: Record<string, string> = {};
  for (const [path, { text, looks }] of texts) {
    const digest = await host.sha256(text);
    files[path] = { looks, digest };
    byDigest[digest] = text;
  }
  const path = placeOf(stateDir, projectDir);
  host.makeDirectory(path.slice(0, path.lastIndexOf("/")), { mode: 0o700 });
  const kept = { version: VERSION, project: projectDir, files, texts: byDigest };
  host.writeText(path, JSON.stringify(kept), { mode: 0o600 });
  return path;
}

/**
 * @param stateDir Where we keep what we must remember, if anywhere.
 * @returns The same machine; files that look as they did when their texts were kept are not read again.
 */
export function withWarmTexts(host: Host, stateDir: string | undefined, projectDir: string): Host {
  const kept = stateDir === undefined ? undefined : readKept(host, placeOf(stateDir, projectDir));
  if (kept === undefined || kept.project !== projectDir) return host;
  const { files, texts } = kept;
  return overlay(host, (path) => {
    const file = isFields(files) && Object.hasOwn(files, path) ? files[path] : undefined;
    if (!isFields(file) || !isFields(texts) || typeof file.digest !== "string") {
      return host.readText(path);
    }
    const stat = host.stat(path);
    const text = Object.hasOwn(texts, file.digest) ? texts[file.digest] : undefined;
    const isSame = stat !== undefined && looksOf(stat) === file.looks;
    return isSame && typeof text === "string" ? text : host.readText(path);
  });
}

/** A file that is not ours alone, or not what we write, is a cache that is not there. */
function readKept(host: Host, path: string): Fields | undefined {
  try {
    const stat = host.linkStat(path);
    if (stat?.kind !== "file" || stat.size > MAX_SIZE) return undefined;
    const user = host.userId();
    if (user >= 0 && (stat.owner !== user || (stat.mode & OTHERS) !== 0)) return undefined;
    const value: unknown = JSON.parse(host.readText(path) ?? "null");
    return isFields(value) && value.version === VERSION ? value : undefined;
  } catch (error) {
    if (error instanceof HostError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function placeOf(stateDir: string, projectDir: string): string {
  return joinPath(stateDir, `payload/${pointerName(projectDir)}`);
}

function looksOf({ size, mtime, ctime, inode, device }: FileStat): string {
  return [size, mtime, ctime, inode, device].join(" ");
}

/** The host with another way to read: whatever else it has stays its own. */
function overlay(host: Host, readText: Host["readText"]): Host {
  return Object.create(host, { readText: { value: readText } }) as Host;
}
