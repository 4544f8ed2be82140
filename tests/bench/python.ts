/** The Python that runs the reference hook: the interpreter itself, and no shim in front of it. */

/** One that has what the hook needs. */
export interface Python {
  /** The interpreter's own path. */
  readonly program: string;
  /** What a report may say of it. */
  readonly name: string;
}

const CHECK = `import sys, yaml
print(sys.executable, "%d.%d.%d" % sys.version_info[:3], sep="\\n")`;

/**
 * Finds it: the system's first. What a version manager puts first on PATH is a script that finds out which Python is
 * meant before it starts it, and takes three times as long as Python.
 *
 * @returns It, or why there is none
 */
export async function findPython(): Promise<Python | { reason: string }> {
  for (const command of ["/usr/bin/python3", "python3", "python"]) {
    const said = await output(command, ["-c", CHECK]);
    if (said === undefined) continue;
    const [program = command, version = ""] = said.trim().split("\n");
    const whose = command.startsWith("/") ? "the system's" : "the one on PATH";
    return { program, name: `Python ${version}, ${whose}` };
  }
  return { reason: "no python3 with PyYAML (package python3-yaml)" };
}

async function output(program: string, args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
