/**
 * Takes Bun's back doors out of a binary that Bun made. `BUN_OPTIONS=--preload=x` runs another program before our first
 * line, `BUN_BE_BUN=1` turns ours into Bun itself, and `BUN_INSPECT` hands it to a debugger; a project's settings can set
 * variables, and no flag of the compiler switches these off. So the names are overwritten with some that no environment
 * can hold.
 */

/** How these variables begin; a `=` cannot be part of a variable's name. */
const DOORS = [
  ...["BUN_OPTIONS", "BUN_BE_BUN", "BUN_INSPECT"],
  // These write files where they are told to, or end the program before our first line. `BUN_JSC_` is no string there.
  ...["BUN_BYTECODE_", "BUN_CONFIG_"],
];

/**
 * Rewrites a binary in place.
 *
 * @param path A binary for Linux or Windows; those for macOS are signed by Bun and would not start any more
 * @throws {Error} If a name is not in it: then Bun has changed, and somebody must look
 */
export async function seal(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  for (const name of DOORS) {
    const found = positions(bytes, new TextEncoder().encode(name));
    if (found.length === 0) {
      throw new Error(`Cannot seal the binary: Bun has no "${name}" any more`);
    }
    for (const at of found) bytes[at + "BUN".length] = "=".charCodeAt(0);
  }
  await Deno.writeFile(path, bytes);
}

function positions(bytes: Uint8Array, wanted: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) found.push(at);
  }
  return found;
}
