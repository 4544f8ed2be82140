/**
 * Copies the skills we ship to where the agent looks for skills, and takes them away again. What was
 * copied is remembered by digest: a file that you edited is yours.
 */
import { joinPath, parentPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { readRecord, writeRecord } from "./own_record.ts";
import { orRefuse } from "./settings_file.ts";

interface SkillFileStep {
  readonly path: string;
  readonly step: "write" | "remove" | "same" | "edited";
}

export interface SkillPlan {
  readonly steps: readonly SkillFileStep[];
  /** @throws {Refusal} It cannot be done. */
  readonly apply: () => void;
}

const RECORD = "installed-skills.json";
const MAX_DEPTH = 4;

/** The directory of the skills we ship, if it is there: beside the program's own directory. */
export function shippedSkills(host: Host, binary: string): string | undefined {
  const root = parentPath(parentPath(host.realPath(binary) ?? binary) ?? "") ?? "/";
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
  const known = readRecord(host, RECORD);
  const steps: SkillFileStep[] = [];
  const writes: { path: string; text: string }[] = [];
  const digests: Record<string, unknown> = { ...known };
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
    orRefuse(() => {
      for (const { path, text } of writes) {
        host.makeDirectory(parentPath(path)!);
        host.writeText(path, text);
      }
      writeRecord(host, RECORD, digests);
    });
  return { steps, apply };
}

/** What we copied there and is unedited, to be removed. */
export async function planSkillRemoval(host: Host, target: string): Promise<SkillPlan> {
  const known = readRecord(host, RECORD);
  const steps: SkillFileStep[] = [];
  const left: Record<string, unknown> = { ...known };
  for (const [path, digest] of Object.entries(known)) {
    if (!path.startsWith(joinPath(target, ""))) continue;
    const there = host.readText(path);
    delete left[path];
    if (there === undefined) continue;
    steps.push({ path, step: await host.sha256(there) === digest ? "remove" : "edited" });
  }
  const apply = () =>
    orRefuse(() => {
      for (const { path } of steps.filter(({ step }) => step === "remove")) {
        host.remove(path);
        removeEmpty(host, parentPath(path), target);
      }
      writeRecord(host, RECORD, left);
    });
  return { steps, apply };
}

/** Directories from a file's own up to the agent's directory of skills, as long as nothing else is in them. */
function removeEmpty(host: Host, directory: string | undefined, target: string): void {
  for (let at = directory; at && at.length >= target.length; at = parentPath(at)) {
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
