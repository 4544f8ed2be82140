/**
 * Copies the skills we ship to where the agent looks for skills, and takes them away again. What was
 * copied is remembered by digest: a file that somebody edited is theirs.
 */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { readRecord, writeRecord } from "./own_record.ts";
import { directoryOf } from "./settings_file.ts";

/** One file and what is to become of it. */
export interface SkillFileStep {
  readonly path: string;
  readonly step: "write" | "remove" | "same" | "edited";
}

/** A plan, and what carries it out. */
export interface SkillPlan {
  readonly steps: readonly SkillFileStep[];
  /** @returns Why it could not be done. */
  readonly apply: () => string | undefined;
}

type Digests = Readonly<Record<string, string>>;

const MAX_DEPTH = 4;

/**
 * @param binary Path of the program; our skills lie in `skills/` beside its directory.
 * @returns The directory of the skills we ship, if it is there.
 */
export function shippedSkills(host: Host, binary: string): string | undefined {
  const root = directoryOf(directoryOf(host.realPath(binary) ?? binary));
  const skills = joinPath(root, "skills");
  const manifest = host.stat(joinPath(root, ".claude-plugin/plugin.json"));
  return manifest !== undefined && host.stat(skills)?.kind === "directory" ? skills : undefined;
}

export async function planSkills(
  host: Host,
  source: string,
  target: string,
  isForced: boolean,
): Promise<SkillPlan> {
  const known = readDigests(host);
  const steps: SkillFileStep[] = [];
  const writes: { path: string; text: string }[] = [];
  const digests: Record<string, string> = { ...known };
  for (const name of filesBelow(host, source, 0)) {
    const path = joinPath(target, name);
    const text = host.readText(joinPath(source, name)) ?? "";
    const there = host.readText(path);
    digests[path] = await host.sha256(text);
    if (there === text) steps.push({ path, step: "same" });
    else if (there === undefined || isForced || await host.sha256(there) === known[path]) {
      steps.push({ path, step: "write" });
      writes.push({ path, text });
    } else {
      steps.push({ path, step: "edited" });
      delete digests[path];
    }
  }
  const apply = () =>
    attempt(() => {
      for (const { path, text } of writes) {
        host.makeDirectory(directoryOf(path));
        host.writeText(path, text);
      }
      writeRecord(host, "installed-skills.json", digests);
    });
  return { steps, apply };
}

/** What we copied there and nobody edited, to be removed. */
export async function planSkillRemoval(host: Host, target: string): Promise<SkillPlan> {
  const known = readDigests(host);
  const steps: SkillFileStep[] = [];
  const left: Record<string, string> = { ...known };
  for (const [path, digest] of Object.entries(known)) {
    if (!path.startsWith(joinPath(target, ""))) continue;
    const there = host.readText(path);
    delete left[path];
    if (there === undefined) continue;
    steps.push({ path, step: await host.sha256(there) === digest ? "remove" : "edited" });
  }
  const apply = () =>
    attempt(() => {
      for (const { path } of steps.filter(({ step }) => step === "remove")) {
        host.remove(path);
        removeEmpty(host, directoryOf(path), target);
      }
      writeRecord(host, "installed-skills.json", left);
    });
  return { steps, apply };
}

/** Directories from a file's own up to the agent's directory of skills, as long as nothing else is in them. */
function removeEmpty(host: Host, directory: string, target: string): void {
  for (let at = directory; at.length >= target.length; at = directoryOf(at)) {
    if (host.list(at)?.length !== 0) return;
    host.remove(at);
  }
}

function filesBelow(host: Host, directory: string, depth: number): string[] {
  const entries = (host.list(directory) ?? []).filter(({ name }) => !name.startsWith("."));
  return entries.flatMap(({ name, kind }) => {
    if (kind === "file") return [name];
    if (kind !== "directory" || depth >= MAX_DEPTH) return [];
    return filesBelow(host, joinPath(directory, name), depth + 1).map((below) =>
      `${name}/${below}`
    );
  }).sort();
}

function readDigests(host: Host): Digests {
  return readRecord(host, "installed-skills.json") as Digests;
}

function attempt(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return `${error.code} at "${error.path}"`;
    throw error;
  }
}
