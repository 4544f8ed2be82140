/** What running a command means on every real host. POSIX only, as the process groups are. */
import type { Command, CommandResult, Host } from "../../src/host/host.ts";
import { eventually } from "../support/eventually.ts";
import type { Fact } from "./fact.ts";

/** The directory a fact may use. */
export type Root = string;

const PATH = "/usr/local/bin:/usr/bin:/bin";
const MB = 1_000_000;
/** Nothing here takes a twentieth of it: a guard against hanging, and no measure. */
const HANG_MS = 60_000;
/** Many times what a shell needs to begin, even on a busy machine, so that it has said or trapped what it was to. */
const BEGUN_MS = 1_000;
/** For what is to end by SIGTERM, however late it is given the processor. */
const PATIENT_MS = 30_000;

type Asked = Partial<Command> & Pick<Command, "program">;

async function run(host: Host, asked: Asked): Promise<CommandResult> {
  return await host.run({
    args: [],
    env: { PATH },
    deadlineMs: HANG_MS,
    outputCap: 4000,
    ...asked,
  });
}

function sh(script: string): Pick<Command, "program" | "args"> {
  return { program: "sh", args: ["-c", script] };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** One command and what is told of it: how it ended, and its output. */
function ran(name: string, asked: Asked, expected: unknown): Fact<Root> {
  return {
    name: `run() ${name}`,
    act: async (host) => {
      const result = await run(host, asked);
      const ending = result.signal || result.code;
      return [
        result.kind,
        ending,
        text(result.stdout.head),
        result.reason || text(result.stderr.head),
      ];
    },
    expected,
  };
}

/** One command that must end long before the `sleep 300` in it, leaving no process it told us of. */
function gone(name: string, asked: Asked, expected: unknown): Fact<Root> {
  return {
    name: `run() ${name}`,
    act: async (host) => {
      const result = await run(host, asked);
      const pids = text(result.stdout.head).trim().split(/\s+/);
      await eventually(() => !pids.some((pid) => isAlive(host, pid)));
      const alive = pids.filter((pid) => isAlive(host, pid));
      const hung = result.durationMs >= HANG_MS;
      return [result.kind, pids.length, alive, hung];
    },
    expected,
  };
}

/** A zombie whose parent does not reap is gone as well. */
function isAlive(host: Host, pid: string): boolean {
  const stat = host.readText(`/proc/${pid}/stat`);
  return stat !== undefined && !/\) [ZX]/.test(stat);
}

/** The rows. */
export const RUN_FACTS: readonly Fact<Root>[] = [
  ran("gives exit code and both streams", sh("echo out; echo err >&2; exit 3"), [
    "exited",
    3,
    "out\n",
    "err\n",
  ]),
  ran("passes arguments as they are", {
    program: "printf",
    args: ["%s|", "a b", "", "$HOME", "*", "é"],
  }, ["exited", 0, "a b||$HOME|*|é|", ""]),
  ran("gives exactly the environment it is told", {
    program: "env",
    env: { A: "1", EMPTY: "", PATH },
  }, ["exited", 0, `A=1\nEMPTY=\nPATH=${PATH}\n`, ""]),
  ran("uses the directory", { program: "pwd", cwd: "/usr" }, ["exited", 0, "/usr\n", ""]),
  ran("finds a program on the child's own PATH only", { program: "sh", env: { PATH: "/none" } }, [
    "unstartable",
    127,
    "",
    `"sh" not found`,
  ]),
  ran("gives 127 for a program that is not there", { program: "no-such-program" }, [
    "unstartable",
    127,
    "",
    `"no-such-program" not found`,
  ]),
  ran("gives 127 for no program", { program: "" }, ["unstartable", 127, "", `"" not found`]),
  ran("gives 126 for a file that is not executable", { program: "/etc/passwd" }, [
    "unstartable",
    126,
    "",
    `"/etc/passwd" is not executable`,
  ]),
  ran("gives 126 for a directory", { program: "/etc" }, [
    "unstartable",
    126,
    "",
    `"/etc" is not executable`,
  ]),
  ran("gives 126 in a directory that is not there", { program: "sh", cwd: "/none" }, [
    "unstartable",
    126,
    "",
    `"/none" is not a directory`,
  ]),
  ran("gives 126 for a NUL", { program: "echo", args: ["a\0b"] }, [
    "unstartable",
    126,
    "",
    "command or environment holds a NUL",
  ]),
  ran("names the signal", sh("kill -KILL $$"), ["signaled", "SIGKILL", "", ""]),
  ran("closes standard input at once", { program: "cat" }, ["exited", 0, "", ""]),
  ran("feeds standard input", { program: "cat", stdin: "é\n" }, ["exited", 0, "é\n", ""]),
  {
    name: "run() feeds more than a pipe holds while it drains",
    act: async (host) => {
      const { stdout } = await run(host, { program: "cat", stdin: "x".repeat(MB), outputCap: 10 });
      return [text(stdout.head), stdout.dropped, text(stdout.tail)];
    },
    expected: ["xxxxx", MB - 10, "xxxxx"],
  },
  ran("does not mind a child that reads nothing", {
    ...sh("exec 0<&-; sleep 0.1; echo done"),
    stdin: "x".repeat(MB),
  }, ["exited", 0, "done\n", ""]),
  ran("leaves SIGPIPE as the child expects it", sh("yes | head -n 1"), ["exited", 0, "y\n", ""]),
  ran(
    "gives the child no terminal and a group of its own",
    sh("tty; ps -o pgid= -p $$ | tr -d ' ' | grep -cx $$"),
    [
      "exited",
      0,
      "not a tty\n1\n",
      "",
    ],
  ),
  ran("ends at the deadline", {
    program: "sleep",
    args: ["300"],
    deadlineMs: 100,
    graceMs: PATIENT_MS,
  }, [
    "timeout",
    "SIGTERM",
    "",
    "",
  ]),
  ran("keeps what came before the deadline", {
    ...sh("echo early; sleep 300"),
    deadlineMs: BEGUN_MS,
    graceMs: PATIENT_MS,
  }, [
    "timeout",
    "SIGTERM",
    "early\n",
    "",
  ]),
  {
    name: "run() starts a script without #! as a shell does",
    act: async (host, root) => {
      host.writeText(`${root}/script`, "echo $1", { mode: 0o755 });
      const byPath = await run(host, { program: `${root}/script`, args: ["one"] });
      const relative = await run(host, { program: "./script", args: ["two"], cwd: root });
      return [text(byPath.stdout.head), text(relative.stdout.head)];
    },
    expected: ["one\n", "two\n"],
  },
  {
    name: "run() keeps head and tail of 100 MB",
    act: async (host) => {
      const script = "echo first; head -c 100000000 /dev/zero; echo last";
      const { stdout } = await run(host, { ...sh(script), outputCap: 12 });
      return [text(stdout.head), stdout.dropped, text(stdout.tail)];
    },
    expected: ["first\n", 100 * MB + 11 - 12, "\0last\n"],
  },
  {
    name: "run() drains a command that never stops talking, until the deadline",
    act: async (host) => {
      const { kind, stdout } = await run(host, { program: "yes", deadlineMs: 500 });
      return [kind, stdout.head.length, stdout.tail.length, stdout.dropped > MB];
    },
    expected: ["timeout", 2000, 2000, true],
  },
  gone(
    "kills what ignores SIGTERM, with grandchildren",
    {
      ...sh("trap '' TERM; sleep 300 & sleep 301 & echo $$ $! ; sleep 302; sleep 303"),
      deadlineMs: BEGUN_MS,
      graceMs: 100,
    },
    ["timeout", 2, [], false],
  ),
  gone(
    "gives time to end after SIGTERM",
    {
      ...sh("trap 'sleep 0.1; echo $$ bye; exit 0' TERM; sleep 300 & wait"),
      deadlineMs: BEGUN_MS,
      graceMs: PATIENT_MS,
    },
    ["timeout", 2, [], false],
  ),
  gone(
    "does not wait for a grandchild that holds the pipe, and ends it",
    sh("sleep 300 & echo $!"),
    ["exited", 1, [], false],
  ),
  {
    name: "run() lets a grandchild live that closed the pipes",
    act: async (host) => {
      const result = await run(host, sh("sleep 300 >/dev/null 2>&1 & echo $!"));
      const pid = text(result.stdout.head).trim();
      const alive = isAlive(host, pid);
      await run(host, { program: "kill", args: [pid] });
      return [result.kind, alive];
    },
    expected: ["exited", true],
  },
];
