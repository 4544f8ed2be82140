/** Worlds of hostile files, what `allow` shows of them, and what runs of them. */
import { runCommand } from "../../src/cli/command.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";

// Every absent file is an error with a stack: without stacks tens of thousands of worlds take half the time.
Error.stackTraceLimit = 0;

/** The project of every world. */
export const PROJECT = "/proj";

/** A generator; its seed is printed, and `SKILLHOOK_SEED` repeats it. */
export function printedSeed(name: string): Random {
  const seed = Number(
    Deno.env.get("SKILLHOOK_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0],
  );
  console.log(`${name}: SKILLHOOK_SEED=${seed}`);
  return seededRandom(seed);
}

/** A world where every command runs and is noted. */
export function permissiveHost(files: Readonly<Record<string, string>>, stdin = ""): FakeHost {
  const host = fakeHost({
    files,
    stdin,
    env: { HOME: "/home/ada", PATH: "/usr/bin", KEY: "a secret" },
    cwd: PROJECT,
    commands: [[/^/, ""]],
  });
  // A digest that costs nothing and can be read: the content itself, in characters of a file's name.
  const sha256 = (content: string | Uint8Array) =>
    encodeURIComponent(
      typeof content === "string"
        ? content.toWellFormed()
        : new TextDecoder("latin1").decode(content),
    );
  return Object.assign(host, { sha256 });
}

/** Allows everything in the project. */
export async function allowAll(host: FakeHost): Promise<Map<string, string[]>> {
  const { stdout, code, stderr } = await runCommand({ ...host, args: ["allow", "--yes"] });
  if (code !== 0) throw new Error(stderr);
  const shown = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of stdout.split("\n")) {
    if (line.startsWith("/")) shown.set(line, lines = []);
    else lines.push(line);
  }
  return shown;
}

/** The texts of the numbered steps, as shown: `\u{…}` for what a terminal must not get. */
export function shownSteps(lines: readonly string[] = []): Set<string> {
  const steps: string[] = [];
  let isStep = false;
  for (const line of lines) {
    const [, first] = /^ {2}\d+\. (?:send to |ask |allow )?(.*)$/.exec(line) ?? [];
    const [, next] = /^ +\| (.*)$/.exec(line) ?? [];
    if (first !== undefined) steps.push(first);
    else if (next !== undefined && isStep) steps.push(`${steps.pop()}\n${next}`);
    isStep = first !== undefined || (next !== undefined && isStep);
  }
  return new Set(steps);
}
