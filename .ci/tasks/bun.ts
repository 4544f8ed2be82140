/** Finds Bun, in the one version we build with and test under; what is on this machine comes before what is elsewhere. */
import { inProject, run, runDeno } from "./project.ts";

/** The version of Bun that binaries are built with. */
export const BUN_VERSION = "1.4.5";

/** The words with which a command line starts Bun. */
export type BunCommand = [program: string, ...args: string[]];

/** How long fetching it may take, each way, in milliseconds. */
const DEADLINE = 120_000;

const { os, arch } = Deno.build;
const PROGRAM = `bun${os === "windows" ? ".exe" : ""}`;
/** Bun's platform package holds the program; Deno can fetch it without Node. */
const PACKAGE = `@oven/bun-${os}-${arch === "x86_64" ? "x64" : arch}`;
/** Our own copy: what lies in Deno's cache may not be executed. */
const COPY = inProject(`.build/bun-${BUN_VERSION}/${PROGRAM}`);

/** Tried in turn; those that may use the network come last, and say so. */
const PLACES: readonly (() => Promise<BunCommand | undefined>)[] = [
  () => Promise.resolve(["bun"]),
  () => Promise.resolve([COPY]),
  copyFromDeno,
  async () => {
    console.error(`Fetching Bun ${BUN_VERSION} from npm`);
    await runDeno(["cache", "--quiet", "--no-config", `npm:${PACKAGE}@${BUN_VERSION}`], {
      deadline: DEADLINE,
    });
    return await copyFromDeno();
  },
  () => {
    console.error(`Fetching Bun ${BUN_VERSION} with npx`);
    return Promise.resolve(npx(`bun@${BUN_VERSION}`));
  },
];

/**
 * Finds Bun, fetching it if need be.
 *
 * @throws {Error} If it is nowhere to be had
 */
export async function findBun(): Promise<BunCommand> {
  for (const place of PLACES) {
    const command = await place();
    if (command !== undefined && await isRightBun(command)) return command;
  }
  throw new Error(`Cannot find Bun ${BUN_VERSION}: not on PATH, not from npm, not through npx`);
}

async function isRightBun([program, ...args]: BunCommand): Promise<boolean> {
  const finished = await run(program, [...args, "--version"], { deadline: DEADLINE });
  return finished?.ok === true && finished.stdout.trim() === BUN_VERSION;
}

/**
 * `--prefer-offline`: what npm has in its cache needs no network. Without a network it would try for more than a minute.
 * On Windows npx is a script, which only a shell can start.
 */
function npx(name: string): BunCommand {
  const command: BunCommand = ["npx", "-y", "--prefer-offline", "--fetch-retries=1", name];
  return os === "windows" ? ["cmd", "/c", ...command] : command;
}

async function copyFromDeno(): Promise<BunCommand | undefined> {
  const { npmCache } = JSON.parse((await runDeno(["info", "--json"])).stdout);
  for (const registry of list(npmCache)) {
    const found = `${npmCache}/${registry}/${PACKAGE}/${BUN_VERSION}/bin/${PROGRAM}`;
    if (await copy(found)) return [COPY];
  }
  return undefined;
}

function list(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Whole or not at all: another task may be looking for it, or running it. */
async function copy(found: string): Promise<boolean> {
  const scratch = `${COPY}.${crypto.randomUUID().slice(0, 8)}`;
  await Deno.mkdir(inProject(`.build/bun-${BUN_VERSION}`), { recursive: true });
  try {
    await Deno.copyFile(found, scratch);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (os !== "windows") await Deno.chmod(scratch, 0o755);
  await Deno.rename(scratch, COPY);
  return true;
}
