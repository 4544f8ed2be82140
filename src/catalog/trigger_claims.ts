/** Collects, while the registry is built, which skills claim triggers and which names are the agent's. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { flatName } from "../skill/flat_skill.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import { readManifest } from "../skill/manifest.ts";
import { configDirectory, projectConfigDirectory } from "./places.ts";
import { commandFiles } from "./agent_commands.ts";
import type { SkillRoot } from "./skill_roots.ts";
import type { Sources } from "./sources.ts";
import { hasEffect, resolveTriggers, type TriggerClaim, type TriggeredSkill } from "./triggered.ts";

/** A skill file and where it was found. */
export interface SkillPlace {
  readonly root: Pick<SkillRoot, "path" | "plugin" | "pluginRoot" | "isAgents">;
  readonly path: string;
  /** Name of the directory that holds it. */
  readonly directory: string;
  readonly form: SkillForm;
}

/**
 * @param place A skill file.
 * @returns Whether the agent lists the skill itself: a `SKILL.md` one level below a directory it looks in.
 */
export function isListed({ root, path, directory, form }: SkillPlace): boolean {
  if (!root.isAgents || form !== "instruction") return false;
  return path === joinPath(root.path, `${directory}/SKILL.md`);
}

/**
 * What a skill is called from anywhere. The agent goes by the directory (protocol section 3.6).
 *
 * @param place Its file.
 * @param name What it calls itself; may be empty.
 * @param platform The host's platform name.
 * @returns `name`, or `plugin:name` for a plugin's.
 */
export function invokeName(place: SkillPlace, name: string, platform: string): string {
  const { root, path, directory, form } = place;
  const fallback = form === "flat" ? flatName(lastSegment(path, platform)) : directory;
  const own = isListed(place) ? directory : name || fallback;
  return root.plugin === undefined ? own : `${root.plugin}:${own}`;
}

/** One building's claims, in the order the skills were found: strongest first. */
export class TriggerClaims {
  readonly #agentNames = new Map<string, string>();
  readonly #listed = new Set<string>();
  readonly #found: { place: SkillPlace; fields: Fields }[] = [];

  /** Takes note of a skill. */
  add(place: SkillPlace & { readonly isListed: boolean }, fields: Fields): void {
    this.#found.push({ place, fields });
    if (!place.isListed) return;
    const { root, path, directory } = place;
    this.#listed.add(directoryOf(path));
    // A plugin's skill is reached by its bare name too, where nobody stronger has it (seen with 2.1.330).
    const prefixes = root.plugin === undefined ? [""] : [`${root.plugin}:`, ""];
    for (const prefix of prefixes) {
      for (const name of [directory, fields.name]) {
        const known = prefix + name;
        if (typeof name === "string" && !this.#agentNames.has(known)) {
          this.#agentNames.set(known, path);
        }
      }
    }
  }

  /** Whether there is a skill that the agent does not list. */
  get hasUnlisted(): boolean {
    return this.#found.some(({ place }) => !this.#listed.has(directoryOf(place.path)));
  }

  /**
   * @param host The machine.
   * @param sources Remembers what was looked at.
   * @param projectDir The project, if any.
   * @param diagnostics Flaws are added here.
   * @returns The skills that have a trigger left.
   */
  resolve(
    host: Pick<Host, "env" | "list" | "platform">,
    sources: Sources,
    projectDir: string | undefined,
    diagnostics: Diagnostic[],
  ): TriggeredSkill[] {
    const claims = this.#claims(host.platform);
    if (claims.length === 0) return [];
    const names = new Map(this.#agentNames);
    if (claims.some(({ manifest }) => manifest.triggers.commands !== undefined)) {
      const project = projectDir === undefined ? undefined : projectConfigDirectory(projectDir);
      for (const parent of [configDirectory(host), project]) {
        if (parent === undefined) continue;
        const files = commandFiles(host, sources, joinPath(parent, "commands"));
        for (const [name, path] of files) if (!names.has(name)) names.set(name, path);
      }
    }
    const resolved = resolveTriggers(claims, names);
    diagnostics.push(...resolved.flatMap((one) => one.diagnostics));
    return resolved.map(({ skill }) => skill).filter(hasEffect);
  }

  #claims(platform: string): TriggerClaim[] {
    const manifests = new Set(
      this.#found.filter(({ place }) => place.form === "manifest")
        .map(({ place }) => directoryOf(place.path)),
    );
    const names = new Set<string>();
    return this.#found.flatMap(({ place, fields }) => {
      const { path, form, root } = place;
      const dir = directoryOf(path);
      // A manifest speaks for the SKILL.md beside it.
      if (form === "instruction" && manifests.has(dir)) return [];
      const manifest = readManifest(fields, () => undefined, []);
      const isKnown = this.#listed.has(dir) && form !== "flat";
      const known = { ...place, path: joinPath(dir, "SKILL.md"), form: "instruction" } as const;
      const invoke = invokeName(isKnown ? known : place, manifest.name, platform);
      // A skill whose name leads to another one is out of reach, triggers and all.
      if (names.has(invoke)) return [];
      names.add(invoke);
      if (!Object.hasOwn(fields, "trigger") && !Object.hasOwn(fields, "triggers")) return [];
      return [{ manifest, invoke, path, form, pluginRoot: root.pluginRoot, isListed: isKnown }];
    });
  }
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
