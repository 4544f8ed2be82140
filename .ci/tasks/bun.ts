/** Finds Bun, in the one version we build with: on PATH, through npx, or in Deno's npm cache. */
import { inProject, run, runDeno } from "./project.ts";

/** The version of Bun that binaries are built with. */
export const BUN_VERSION = "1.4.5";

/** The words with which a command line starts Bun. */
export type BunCommand = [program: string, ...args: string[]];

/**
 * Finds Bun, fetching it if need be.
 *
 * @returns How to start it
 * @throws {Error} If it is nowhere to be had
 */
export async function findBun(): Promise<BunCommand> {
  for (const command of [["bun"], npx(`bun@${BUN_VERSION}`)] as BunCommand[]) {
    if (await isRightBun(command)) return command;
  }
  const cached = await fromDenoCache();
  if (cached !== undefined && await isRightBun([cached])) return [cached];
  throw new Error(`Cannot find Bun ${BUN_VERSION}: not on PATH, not through npx, not from npm`);
}

async function isRightBun([program, ...args]: BunCommand): Promise<boolean> {
  const finished = await run(program, [...args, "--version"]);
  return finished?.ok === true && finished.stdout.trim() === BUN_VERSION;
}

/** On Windows npx is a script, which only a shell can start. */
function npx(name: string): BunCommand {
  return Deno.build.os === "windows" ? ["cmd", "/c", "npx", "-y", name] : ["npx", "-y", name];
}

/** Bun's platform package holds the program; Deno can fetch it without Node. */
async function fromDenoCache(): Promise<string | undefined> {
  const { os, arch } = Deno.build;
  const platform = `${os}-${arch === "x86_64" ? "x64" : arch}`;
  const name = `@oven/bun-${platform}`;
  await runDeno(["cache", "--quiet", "--no-config", `npm:${name}@${BUN_VERSION}`]);
  const { npmCache } = JSON.parse((await runDeno(["info", "--json"])).stdout);
  const program = `bun${os === "windows" ? ".exe" : ""}`;
  for (const registry of Deno.readDirSync(npmCache)) {
    const found = `${npmCache}/${registry.name}/${name}/${BUN_VERSION}/bin/${program}`;
    const copy = inProject(`.build/${program}`);
    try {
      await Deno.copyFile(found, copy);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    if (os !== "windows") await Deno.chmod(copy, 0o755);
    return copy;
  }
  return undefined;
}
