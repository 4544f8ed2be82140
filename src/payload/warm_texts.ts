/** Texts that an epic's tasks will need, kept in one file by content. A text counts while its file looks the same. */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { readOwnFields } from "../catalog/own_file.ts";
import { pointerName } from "../catalog/snapshot.ts";
import { fingerprintOf, hasFingerprint, isUnsettled } from "../catalog/sources.ts";
import type { Host } from "../host/host.ts";

const VERSION = 2;

type Recorded = Map<string, { readonly text: string; readonly looks: readonly number[] }>;

export function recordTexts(host: Host): { host: Host; texts: Recorded } {
  const texts: Recorded = new Map();
  function readText(path: string): string | undefined {
    const stat = host.stat(path);
    const text = host.readText(path);
    if (stat?.kind === "file" && text !== undefined && !isUnsettled(stat, host.now())) {
      texts.set(path, { text, looks: fingerprintOf(stat) });
    }
    return text;
  }
  return { host: overlay(host, readText), texts };
}

/** Keeps recorded texts for a project; returns where. @throws {HostError} */
export async function keepTexts(host: Host, stateDir: string, projectDir: string, texts: Recorded) {
  const files: Record<string, { looks: readonly number[]; digest: string }> = {};
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

/** The same host; files that look as they did when their texts were kept are not read again. */
export function withWarmTexts(host: Host, stateDir: string | undefined, projectDir: string): Host {
  const { project, files, texts } = stateDir === undefined
    ? {}
    : readOwnFields(host, placeOf(stateDir, projectDir), VERSION);
  if (project !== projectDir || !isFields(files) || !isFields(texts)) return host;
  return overlay(host, (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!isFields(file) || typeof file.digest !== "string") return host.readText(path);
    const stat = host.stat(path);
    const text = Object.hasOwn(texts, file.digest) ? texts[file.digest] : undefined;
    const isSame = Array.isArray(file.looks) && hasFingerprint(file.looks, 0, stat);
    return isSame && typeof text === "string" ? text : host.readText(path);
  });
}

function placeOf(stateDir: string, projectDir: string): string {
  return joinPath(stateDir, `payload/${pointerName(projectDir)}`);
}

function overlay(host: Host, readText: Host["readText"]): Host {
  return Object.create(host, { readText: { value: readText } }) as Host;
}
