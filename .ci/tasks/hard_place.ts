/** A copy of the checkout where paths are long and odd, and an environment that has only what lies there. */
import { inProject, run } from "./project.ts";

/** How long the path of the temporary directory is; macOS has more than 50 characters. */
const TMPDIR_LENGTH = 90;
/** What else a program may need from the outside: where to find programs, and how to get at packages. */
const KEPT_REGEXP =
  /^(?:PATH|LANG|TERM|JSR_URL|SKILLHOOK_PACKAGES|(?:NPM_CONFIG|npm_config)_registry|NPM_CONFIG_REGISTRY|.*_proxy|.*_PROXY|DENO_CERT|DENO_TLS_CA_STORE|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/;

/** The place. */
export interface HardPlace {
  /** The copy of the checkout. */
  readonly project: string;
  /** A copy of this Deno: where it lies may be closed to others. */
  readonly deno: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes all of it away. */
  removeSync(): void;
}

/**
 * Makes it, in the system's temporary directory.
 *
 * @param owner Whose it shall be; ours unless told
 */
export async function makeHardPlace(owner?: number): Promise<HardPlace> {
  const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "skillhook-hard-" }));
  const project = `${base}/somebody's own "copy"/skillhook`;
  const tmp = `${base}/`.padEnd(TMPDIR_LENGTH, "t");
  const deno = `${base}/deno`;
  for (const folder of [project, tmp, `${base}/home`, `${base}/cache`]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  for (const file of await listFiles()) {
    const copy = `${project}/${file}`;
    await Deno.mkdir(copy.slice(0, copy.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(inProject(file), copy);
  }
  const shared = await Deno.realPath(inProject("../shared")).catch(() => undefined);
  if (shared !== undefined) await Deno.symlink(shared, `${project}/../shared`);
  await Deno.copyFile(Deno.execPath(), deno);
  await Deno.chmod(base, 0o755);
  if (owner !== undefined) await run("chown", ["-R", `${owner}:${owner}`, base]);
  const kept = Object.entries(Deno.env.toObject()).filter(([name]) => KEPT_REGEXP.test(name));
  const own = { HOME: `${base}/home`, TMPDIR: tmp, DENO_DIR: `${base}/cache`, NO_COLOR: "1" };
  return {
    project,
    deno,
    env: { ...Object.fromEntries(kept), ...own, DENO_NO_UPDATE_CHECK: "1" },
    removeSync: () => Deno.removeSync(base, { recursive: true }),
  };
}

/** What is in the checkout and not ignored, as it is now. */
async function listFiles(): Promise<string[]> {
  const options = ["-z", "--cached", "--others", "--exclude-standard"];
  const listed = await run("git", ["ls-files", ...options]);
  if (listed?.ok !== true) throw new Error(`Cannot list the checkout: ${listed?.said ?? "no git"}`);
  const files = listed.stdout.split("\0").filter((file) => file !== "");
  return files.filter((file) => isFile(inProject(file)));
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    // Deleted, and not yet committed.
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
