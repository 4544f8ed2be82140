/** Our plugin and its skills in other places than the plugin's own. */
import type { World } from "./world.ts";

/** Puts our skills into the project, as if they were its own. */
export function copySkills(world: World): void {
  copyTree(`${world.lab.plugin}/skills`, `${world.project}/.claude/skills`);
}

/**
 * Makes a plugin of this world's own out of ours.
 *
 * @param world The world.
 * @param program What stands in the binary's place; nothing at all for `undefined`.
 * @returns Its folder.
 */
export function copyPlugin(world: World, program: string | undefined): string {
  const [from, to] = [world.lab.plugin, `${world.folder}/plugin`];
  for (const part of [".claude-plugin", "skills"]) copyTree(`${from}/${part}`, `${to}/${part}`);
  Deno.copyFileSync(`${from}/hooks.json`, `${to}/hooks.json`);
  Deno.mkdirSync(`${to}/bin`);
  if (program !== undefined) {
    Deno.writeTextFileSync(`${to}/bin/skillhook`, program, { mode: 0o755 });
  }
  return to;
}

/** A shell script in the binary's place that does something first. */
export function wrapperOf(world: World, before: string): string {
  return `#!/bin/sh\n${before}\nexec '${world.lab.plugin}/bin/skillhook' "$@"\n`;
}

/** Copies a folder with everything in it. */
export function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyTree(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
