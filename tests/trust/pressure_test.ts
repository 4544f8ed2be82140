/** What holds when the machine does not: full disks, closed pipes, signals, killed runs, endless input. Through the built program. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { VERBS } from "../support/verbs.ts";
import { denoHost } from "../../src/host/deno.ts";
import { builtBinary, runBinary } from "../support/binary.ts";
import { eventually } from "../support/eventually.ts";
import { shellWords } from "../support/shell_words.ts";
import { withWorld, type World, write } from "../support/world.ts";

const ignore = Deno.build.os !== "linux";
/** A guard against hanging, and no measure. */
const deadlineMs = 120_000;

/** A shell in the project; `RUN` is the program. */
async function shell({ project, env }: World, script: string) {
  const program = shellWords(await builtBinary());
  const result = await denoHost().run({
    program: "/bin/bash",
    args: ["-c", script.replaceAll("RUN", () => program)],
    env: { PATH: "/usr/bin:/bin", ...env },
    cwd: project,
    deadlineMs,
    outputCap: 1_000_000,
  });
  const [stdout, stderr] = [result.stdout, result.stderr].map(({ head }) =>
    new TextDecoder().decode(head)
  );
  return { kind: result.kind, code: result.code, stdout: stdout!, stderr: stderr! };
}

function test(name: string, act: (world: World) => Promise<void>): void {
  const files = {
    project: {
      ".git/HEAD": "x",
      "text.md": "# A\n\ntext\n",
      ".claude/skills/s/SKILL.md": "---\nname: s\ndescription: S\n---\nS\n",
      ".claude/skills/s-first-use/SKILL.md": "---\nname: f\n---\nFirst\n",
    },
  };
  Deno.test({ name, ignore, fn: () => withWorld(files, act) });
}

/** What verbs need to say something here. */
const GIVEN: Readonly<Record<string, string>> = {
  "skill load": "s --session $RANDOM$RANDOM",
  "skill inspect": "s",
  "skill prompt": "s",
  "skill preprocess": "text.md",
  "preprocess": "text.md",
  "budget estimate": "text.md",
  "budget fit": "text.md --max 10",
  "chain parse": "/s",
  "completions": "bash",
  "trust allow": "--yes",
};

test("an answer that cannot be written is exit 1 and a line, for every verb", async (world) => {
  await shell(world, "mkfifo fifo");
  const failed = new Set<string>();
  for (const name of Object.keys(VERBS)) {
    const line = `RUN ${name} ${GIVEN[name] ?? ""} </dev/null`;
    const { stdout, code } = await shell(world, `${line} 2>/dev/null`);
    if (stdout === "") continue;
    const full = await shell(world, `${line} >/dev/full`);
    assertStringIncludes(full.stderr, "Cannot write to standard output: ENOSPC", name);
    assertEquals(full.code, code || 1, name);
    failed.add(name);
    // A reader that had enough is none of our business.
    const gone = await shell(world, `exec 3<>fifo 4>fifo; exec 3>&-; ${line} >&4`);
    assert(!gone.stderr.includes("Cannot write") && gone.code === code, name);
  }
  const wanted = ["skill list", "skill load", "hooks list", "doctor", "help", "chain parse"];
  assertEquals(wanted.filter((name) => name in VERBS && !failed.has(name)), []);
  assert(failed.size > 15, [...failed].join());
});

test("an answer to an event that cannot be written is exit 1 and a line", async (world) => {
  const event = (session: string) =>
    write(
      `${world.project}/event.json`,
      JSON.stringify({
        ...{ hook_event_name: "PreToolUse", session_id: session, cwd: world.project },
        ...{ tool_name: "Skill", tool_input: { skill: "s" } },
      }),
    );
  event("one");
  assertStringIncludes((await shell(world, "RUN hook <event.json")).stdout, "First");
  for (const [index, way] of ["RUN hook", "RUN"].entries()) {
    event(`other ${index}`);
    const { code, stderr } = await shell(world, `${way} <event.json >/dev/full`);
    assertEquals([code, stderr], [1, "skillhook: Cannot write to standard output: ENOSPC\n"]);
  }
});

test("a refusal whose words cannot be written stays a refusal", async (world) => {
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }] };
  write(`${world.home}/.claude/settings.json`, JSON.stringify({ hooks }));
  const { code, stderr } = await shell(world, "RUN fire Stop </dev/null >/dev/full");
  assertEquals([code, stderr.startsWith("no\n")], [2, true]);
});

/** Each says its process, and that of a child, and goes on for ever; the last one ignores a polite request. */
const ENDLESS: Readonly<Record<string, string>> = {
  "its child": "echo $$ >> {P}/pids; exec sleep 1000",
  "its grandchildren": "echo $$ >> {P}/pids; (echo $BASHPID >> {P}/pids; sleep 1000) & sleep 1000",
  "a child that ignores it": "trap '' TERM INT HUP; echo $$ >> {P}/pids; while :; do sleep 1; done",
};
const DOORS: Readonly<Record<string, string>> = {
  "hooks fire": "RUN fire Stop </dev/null",
  "a skill's command": "RUN preprocess {H}/.claude/skills/own/SKILL.md",
};

for (const [signal, number] of Object.entries({ TERM: 15, INT: 2, HUP: 1 })) {
  for (const [what, endless] of Object.entries(ENDLESS)) {
    for (const [door, line] of Object.entries(DOORS)) {
      test(`SIG${signal} in the middle of ${door} ends ${what} too`, async (world) => {
        const { project, home, fill } = world;
        const command = `bash -c '${fill(endless).replaceAll("'", `'\\''`)}'`;
        const hooks = { Stop: [{ hooks: [{ type: "command", command }] }] };
        write(`${home}/.claude/settings.json`, JSON.stringify({ hooks }));
        write(
          `${home}/.claude/skills/own/SKILL.md`,
          `---\nname: own\n---\n\n\`\`\`!\n${command}\n\`\`\`\n`,
        );
        const started = shell(world, `echo $$ > pid; exec ${fill(line)}`);
        const pids = () => lines(`${project}/pids`);
        const wanted = what === "its grandchildren" ? 2 : 1;
        assert(await eventually(() => pids().length >= wanted), "it has begun");
        Deno.kill(Number(lines(`${project}/pid`)[0]), `SIG${signal}` as Deno.Signal);
        const { code, stdout } = await started;
        assertEquals([code, stdout], [128 + number, ""]);
        assert(await eventually(() => !pids().some(isAlive)), `alive: ${pids()}`);
      });
    }
  }
}

function lines(path: string): string[] {
  try {
    return Deno.readTextFileSync(path).split("\n").filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** A zombie whose parent does not reap is gone as well. */
function isAlive(pid: string): boolean {
  const [stat] = lines(`/proc/${pid}/stat`);
  return stat !== undefined && !/\) [ZX]/.test(stat);
}

test("what killed runs left half written is swept by the next one, and nothing else", async (world) => {
  const { project, home, env } = world;
  const old = new Date("2020-01-01");
  const place = `${home}/.claude`;
  const leave = (name: string) => {
    write(`${place}/${name}`, "half");
    if (!name.startsWith(".skillhook-2")) Deno.utimeSync(`${place}/${name}`, old, old);
  };
  const hex = "0123456789abcdef";
  const kept = [`.skillhook-1-${hex}`, `.skillhook-${hex}.tmp`, "x.tmp", `.skillhook-2-${hex}.tmp`];
  for (const name of kept) leave(name);
  leave(`.skillhook-1-${hex}.tmp`);
  const draft = `${home}/.config/skillhook/trust.${hex}`;
  write(`${draft}/x.json`, "{}");
  Deno.utimeSync(draft, old, old);
  write(`${project}/.claude/skills/s/SKILL.md`, "---\nname: s\n---\n!`true`\n");
  for (const args of [["install", "--binary", await builtBinary()], ["allow", "--yes"]]) {
    const { code, stderr } = await runBinary({ args, env, cwd: project });
    assertEquals(code, 0, stderr);
  }
  const left = [...Deno.readDirSync(place)].map(({ name }) => name).sort();
  assertEquals(left, [...kept, "settings.json"].sort());
  const trust = [...Deno.readDirSync(`${home}/.config/skillhook`)].map(({ name }) => name);
  assertEquals(trust, ["trust"]);
});

test("60 MB of brackets are given up after the first of them", async (world) => {
  for (const start of ["", '{"hook_event_name":"Stop","a":']) {
    for (const way of ["RUN hook", "RUN fire Stop"]) {
      const input = `(printf '%s' '${start}'; head -c 60000000 /dev/zero | tr '\\0' '[')`;
      const { code, stderr } = await shell(world, `${input} 2>/dev/null | ${way}`);
      assertEquals(code, 1);
      assertStringIncludes(stderr, "more than 10000 lists and objects in each other");
    }
  }
});

const DENY = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
  '"permissionDecisionReason":"REASON"}}';
/** Decisions that do not count, and what is said of each. */
const UNREAD: readonly [name: string, command: string, said: string][] = [
  ["text before the JSON", `echo Checking; echo '${DENY}'`, "among other text"],
  ["text on its line", `printf 'Note: %s' '${DENY}'`, "among other text"],
  ["text behind the JSON", `echo '${DENY}'; echo done`, "among other text"],
  ["a list around it", `echo '[${DENY}]'`, "among other text"],
  ["two decisions", `echo '${DENY}'; echo '${DENY}'`, "among other text"],
  ["over 1 MB around it", `echo '${DENY}'; head -c 1100000 /dev/zero | tr '\\0' x`, "over 1 MB"],
  [
    "a reason of 5 MB",
    `printf '%s' '${
      DENY.split("REASON")[0]
    }'; head -c 5000000 /dev/zero | tr '\\0' x; printf '"}}'`,
    "over 1 MB",
  ],
  ["a decision of a program that hangs", `echo '${DENY}'; sleep 1000`, "without ending"],
  ["a decision of a program that is killed", `echo '${DENY}'; kill -9 $$`, "without ending"],
  ["the name of another event", `echo '${DENY.replace("PreToolUse", "Stop")}'`, "hookEventName"],
  ["a word there is not", `echo '{"decision": "deny"}'`, '"decision" must be'],
];

for (const [name, command, said] of UNREAD) {
  test(`a decision that does not count is named, and closed means no: ${name}`, async (world) => {
    const handler = { type: "command", command, timeout: 1 };
    const hooks = { PreToolUse: [{ hooks: [handler] }] };
    const { project, home, env } = world;
    write(`${home}/.claude/settings.json`, JSON.stringify({ hooks }));
    for (const [policy, wanted] of [["open", 0], ["closed", 2]] as const) {
      write(`${home}/.claude/skillhook.yaml`, `failure: ${policy}\n`);
      const call = { args: ["fire", "PreToolUse"], env, cwd: project, stdin: "{}" };
      const { code, stderr } = await runBinary(call);
      assertEquals(code, wanted, `${policy}: ${stderr}`);
      assertStringIncludes(stderr, said);
      if (policy === "open") assertStringIncludes(stderr, "printed what does not count");
    }
  });
}

test("what counts is not named: an honest answer, and text that decides nothing", async (world) => {
  const { project, home, env } = world;
  for (const command of ["echo fine", `echo '{"continue": true}'`, "true"]) {
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command }] }] };
    write(`${home}/.claude/settings.json`, JSON.stringify({ hooks }));
    write(`${home}/.claude/skillhook.yaml`, "failure: closed\n");
    const call = { args: ["fire", "PreToolUse"], env, cwd: project, stdin: "{}" };
    const { code, stderr } = await runBinary(call);
    assertEquals([code, stderr], [0, ""]);
  }
});
