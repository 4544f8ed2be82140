/** Copies the skills we ship, brings them up to date and removes them. Digests tell ours then, ours now, and yours, which stays. */
import { joinPath, parentPath } from "../base/path.ts";
import { parseJson } from "../base/json_type.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  keepBackup,
  orRefuse,
  readRecord,
  Refusal,
  removeEmpty,
  writeRecord,
} from "./own_files.ts";

export type SkillPlan = Awaited<ReturnType<typeof planSkills>>;

interface SkillFileStep {
  readonly path: string;
  /** `behind`: you edited it, and ours has changed since. */
  readonly step: "write" | "remove" | "same" | "edited" | "behind";
  readonly text?: string;
  readonly yours?: string | undefined;
}

const RECORD = "installed-skills.json";

/** @param files Our texts, by path; others that we copied below `target` and are unedited are removed. */
export async function planSkills(
  host: Host,
  files: Readonly<Record<string, string>>,
  target: string,
  isForced: boolean,
) {
  const known = readRecord(host, RECORD);
  const digests: Record<string, unknown> = { ...known };
  const steps: SkillFileStep[] = [];
  for (const [path, text] of Object.entries(files)) {
    const [there, base, ours] = [host.readText(path), known[path], await host.sha256(text)];
    const isEdited = there !== undefined && there !== text && await host.sha256(there) !== base;
    if (isEdited && !isForced) {
      steps.push({ path, step: base === undefined || base === ours ? "edited" : "behind" });
    } else {
      const yours = isEdited ? there : undefined;
      steps.push({ path, step: there === text ? "same" : "write", text, yours });
      digests[path] = ours;
    }
  }
  for (const path of Object.keys(known)) {
    if (Object.hasOwn(files, path) || !path.startsWith(joinPath(target, ""))) continue;
    const there = host.readText(path);
    delete digests[path];
    if (there === undefined) continue;
    steps.push({ path, step: await host.sha256(there) === known[path] ? "remove" : "edited" });
  }
  const apply = async () => {
    const lost = steps.find(({ path, step }) =>
      step === "write" && host.readText(path) === undefined && host.linkStat(path) !== undefined
    );
    if (lost !== undefined) throw new Refusal(`"${lost.path}" is a link that leads nowhere`);
    for (const { path, step, text = "", yours } of steps) {
      if (yours !== undefined) await keepBackup(host, path, yours);
      orRefuse(() => {
        if (step === "remove") {
          host.remove(path);
          removeEmpty(host, parentPath(path)!, parentPath(target)!);
        } else if (step === "write") {
          host.makeDirectory(parentPath(path)!);
          host.writeText(path, text);
        }
      });
    }
    orRefuse(() => writeRecord(host, RECORD, digests));
  };
  return { steps, apply };
}

export function skillTargets(host: Host): string[] {
  // Each of our skills lies in a folder of its own.
  const paths = Object.keys(readRecord(host, RECORD));
  return [...new Set(paths.flatMap((path) => /^(.+)\/[^/]+\/SKILL\.md$/.exec(path)?.[1] ?? []))];
}

/** Programs of ours that another agent loads, with the words that start us in them. */
export function copiedPrograms(host: Host): { path: string; words: readonly string[] }[] {
  return Object.keys(readRecord(host, RECORD)).flatMap((path) => {
    if (!path.endsWith(".js")) return [];
    const text = attempt(() => host.readText(path)) ?? "";
    const words = parseJson(/^const ARGUMENTS = (\[.*\]);$/m.exec(text)?.[1] ?? "");
    if (!Array.isArray(words) || !words.includes("--agent")) return [];
    return [{ path, words: words.map(String) }];
  });
}
