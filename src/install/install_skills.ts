/**
 * Copies the skills we ship to where the agent looks for skills, brings them up to date, and takes them away again. The
 * digest of what was copied tells three texts apart: ours then, ours now, and yours, which stays.
 */
import { joinPath, parentPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { keepBackup, readRecord, writeRecord } from "./own_record.ts";
import { orRefuse } from "./settings_file.ts";

interface SkillFileStep {
  readonly path: string;
  /** `behind`: you edited it, and ours has changed since. */
  readonly step: "write" | "remove" | "same" | "edited" | "behind";
}

export interface SkillPlan {
  readonly steps: readonly SkillFileStep[];
  /** @throws {Refusal} It cannot be done. */
  readonly apply: () => Promise<void>;
}

const RECORD = "installed-skills.json";

/** @param files Our texts, by path below `target`. */
export async function planSkills(
  host: Host,
  files: Readonly<Record<string, string>>,
  target: string,
  isForced: boolean,
): Promise<SkillPlan> {
  const known = readRecord(host, RECORD);
  const steps: SkillFileStep[] = [];
  const digests: Record<string, unknown> = { ...known };
  const texts = new Map(
    Object.entries(files).map(([name, text]) => [joinPath(target, name), text]),
  );
  const edited = new Map<string, string>();
  for (const [path, text] of texts) {
    const [there, base, ours] = [host.readText(path), known[path], await host.sha256(text)];
    const isEdited = there !== undefined && there !== text && await host.sha256(there) !== base;
    if (isEdited) edited.set(path, there);
    if (isEdited && !isForced) {
      steps.push({ path, step: base === undefined || base === ours ? "edited" : "behind" });
    } else {
      steps.push({ path, step: there === text ? "same" : "write" });
      digests[path] = ours;
    }
  }
  for (const path of copiedBelow(known, target).filter((path) => !texts.has(path))) {
    const there = host.readText(path);
    delete digests[path];
    if (there !== undefined && await host.sha256(there) === known[path]) {
      steps.push({ path, step: "remove" });
    }
  }
  const apply = async () => {
    for (const { path, step } of steps) {
      const [text, yours] = [texts.get(path), edited.get(path)];
      if (step === "write" && yours !== undefined) await keepBackup(host, path, yours);
      orRefuse(() => {
        if (step === "remove") removeFile(host, path, target);
        if (step !== "write" || text === undefined) return;
        host.makeDirectory(parentPath(path)!);
        host.writeText(path, text);
      });
    }
    orRefuse(() => writeRecord(host, RECORD, digests));
  };
  return { steps, apply };
}

/** Directories of skills that we copied to. */
export function skillTargets(host: Host): string[] {
  // Each of our skills lies in a folder of its own.
  const targets = Object.keys(readRecord(host, RECORD))
    .flatMap((path) => /^(.+)\/[^/]+\/SKILL\.md$/.exec(path)?.[1] ?? []);
  return [...new Set(targets)];
}

function copiedBelow(known: Readonly<Record<string, unknown>>, target: string): string[] {
  return Object.keys(known).filter((path) => path.startsWith(joinPath(target, "")));
}

/** What we copied there and is unedited, to be removed. */
export async function planSkillRemoval(host: Host, target: string): Promise<SkillPlan> {
  const known = readRecord(host, RECORD);
  const steps: SkillFileStep[] = [];
  const left: Record<string, unknown> = { ...known };
  for (const path of copiedBelow(known, target)) {
    const there = host.readText(path);
    delete left[path];
    if (there === undefined) continue;
    steps.push({ path, step: await host.sha256(there) === known[path] ? "remove" : "edited" });
  }
  const apply = () =>
    Promise.resolve(orRefuse(() => {
      for (const { path, step } of steps) if (step === "remove") removeFile(host, path, target);
      writeRecord(host, RECORD, left);
    }));
  return { steps, apply };
}

/** With the directories above it, up to the agent's directory of skills, as long as nothing else is in them. */
function removeFile(host: Host, path: string, target: string): void {
  host.remove(path);
  for (let at = parentPath(path); at && at.length >= target.length; at = parentPath(at)) {
    if (host.list(at)?.length !== 0) return;
    host.remove(at);
  }
}
