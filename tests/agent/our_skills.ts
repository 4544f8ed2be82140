/** Our plugin and its skills in other places than the plugin's own. */
import type { World } from "./world.ts";

/** Puts our skills into the project, as if they were its own. */
export function copySkills(world: World): void {
  copyTree(`${world.lab.plugin}/skills`, `${world.project}/.claude/skills`);
}

/**
 * Makes a plugin of this world's own out of ours.
 *
 * @param program What stands in the binary's place: `"ours"`, a script, or nothing at all.
 */
export function copyPlugin(world: World, program: "ours" | `#!${string}` | undefined): string {
  const [from, to] = [world.lab.plugin, `${world.folder}/plugin`];
  for (const part of [".claude-plugin", "skills"]) copyTree(`${from}/${part}`, `${to}/${part}`);
  Deno.copyFileSync(`${from}/hooks.json`, `${to}/hooks.json`);
  Deno.mkdirSync(`${to}/bin`);
  const binary = `${to}/bin/skillhook`;
  // A link costs nothing, and the program still finds the plugin it stands in.
  if (program === "ours") Deno.linkSync(`${from}/bin/skillhook`, binary);
  else if (program !== undefined) Deno.writeTextFileSync(binary, program, { mode: 0o755 });
  return to;
}

/** Our hooks as a settings file would have them. */
export function hooksOf(plugin: string): string {
  const text = Deno.readTextFileSync(`${plugin}/hooks.json`);
  const { hooks } = JSON.parse(text.replaceAll("${CLAUDE_PLUGIN_ROOT}", plugin));
  return JSON.stringify({ hooks });
}

/** Copies a folder with everything in it. */
export function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyTree(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
