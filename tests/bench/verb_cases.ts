/** The verbs that scripts and skills start often, each in the smallest world that makes it do its work. */
import { anyEvent } from "./inputs.ts";
import type { Programs } from "./cases.ts";
import type { Case } from "./measure.ts";
import type { World } from "./worlds.ts";

/** A companion without directives, and skills with references, for a payload of a task that names them. */
const FILES: Readonly<Record<string, string>> = {
  "plugin/skills/small-first-use/SKILL.md": "---\ndescription: d\n---\nDo the small thing.\n",
  "plugin/skills/small/SKILL.md": "---\nname: small\n---\nStub.\n",
  "plugin/skills/reference.md": "As above.\n",
  "settings.json": `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"true"}]}]}}`,
  ".claude/skills/one/SKILL.md":
    "---\nname: one\nversion: 1.0.0\ndescription: d\n---\n# One\n\n## Summary\nSee @notes.md\n",
  ".claude/skills/one/notes.md": "Notes.\n",
  ".claude/skills/plain/SKILL.md":
    "---\nname: plain\nversion: 1.0.0\ndescription: d\n---\n# Plain\n\n## Summary\nDo it.\n",
  ".claude/skills/two/SKILL.md":
    "---\nname: two\nversion: 1.0.0\ndescription: d\n---\n# Two\n\nToday: !`echo now`\n",
  "turns.json": JSON.stringify([
    ...Array.from({ length: 9 }, () => ({ tools: [{ name: "Do" }] })),
    { text: "Done." },
  ]),
  "tools.json": `[{"name":"Do","output":"done","free":true}]`,
  "thirty.json": JSON.stringify({
    hooks: Object.fromEntries(
      ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolBatch", "Stop"]
        .map((name) => [name, [{ hooks: [{ type: "command", command: "true" }] }]]),
    ),
  }),
  "project/.skillhook/tasks.json": `[{"id":"T1","title":"Try it","description":"d"}]`,
};

/**
 * Verbs as processes.
 *
 * @param world Where; files are added to its home
 */
export function verbCases({ skillhook }: Programs, { env }: World): Case[] {
  const folder = `${env.HOME}/verbs`;
  writeFiles(folder, FILES);
  // A home of its own: a command of a personal skill may run.
  const home = { HOME: folder, USERPROFILE: folder, CLAUDE_PROJECT_DIR: `${folder}/project` };
  const path = Deno.env.get("PATH") ?? "/usr/bin:/bin";
  const base = { cwd: `${folder}/project`, env: { ...env, ...home, PATH: path } };
  const event = anyEvent("PreToolUse", `${folder}/project`);
  const load = ["load", "small", "--plugin-root", `${folder}/plugin`, "--session", "bench"];
  return [
    { ...base, name: "sh -c true", command: ["/bin/sh", "-c", "true"], input: "" },
    { ...base, name: "skillhook --version", command: [skillhook, "--version"], input: "" },
    { ...base, name: "load, a small skill", command: [skillhook, ...load], input: "" },
    {
      ...base,
      name: "fire, no hooks configured",
      command: [skillhook, "hooks", "fire", "PreToolUse"],
      input: event,
    },
    {
      ...base,
      name: "fire, one trivial command",
      command: [skillhook, "fire", "PreToolUse", "--settings", `${folder}/settings.json`],
      input: event,
    },
    {
      ...base,
      name: "play, ten turns and thirty hooks",
      // What is piped in belongs to the prompt: an open pipe would be waited for, as the agent does.
      command: [
        "sh",
        ...["-c", 'exec "$0" "$@" < /dev/null', skillhook],
        ...["play", "--script", `${folder}/turns.json`],
        ...["--tools", `${folder}/tools.json`, "--settings", `${folder}/thirty.json`, "go"],
      ],
      input: "",
    },
    {
      ...base,
      name: "spawn, one skill",
      command: [skillhook, "agent", "spawn", "T1", "plain"],
      input: "",
    },
    {
      ...base,
      name: "spawn, two skills, a reference and a command",
      command: [skillhook, "spawn", "T1", "one,two"],
      input: "",
    },
  ];
}

/** A project whose one command the user has allowed, and settings that confine it. */
const CONFINED: Readonly<Record<string, string>> = {
  ".claude/skillhook.yaml": "sandbox: on\n",
  // Else the repository that this lies in is the project, and approvals lie in it.
  "project/.git/HEAD": "ref: refs/heads/main\n",
  "project/.claude/skills/x/SKILL.md": "---\nname: x\n---\n!`echo now`\n",
};

/** A skill's command in a sandbox, and the same without one; none where commands cannot be confined. */
export function sandboxCases({ skillhook }: Programs, { env }: World): Case[] {
  const look = ["--ro-bind", "/", "/", "--unshare-all", "true"];
  if (!ends("bwrap", look, {}, "/")) {
    console.error("Without the sandboxed command: bubblewrap cannot be used here");
    return [];
  }
  return ["in a sandbox", "on the machine"].map((place): Case => {
    const folder = `${env.HOME}/${place.replaceAll(" ", "-")}`;
    writeFiles(folder, CONFINED);
    if (place === "on the machine") Deno.removeSync(`${folder}/.claude/skillhook.yaml`);
    const cwd = `${folder}/project`;
    const path = Deno.env.get("PATH") ?? "/usr/bin:/bin";
    const home = { HOME: folder, USERPROFILE: folder, CLAUDE_PROJECT_DIR: cwd, PATH: path };
    const whole = { ...env, ...home, XDG_STATE_HOME: `${folder}/state` };
    if (!ends(skillhook, ["trust", "allow", "--yes"], whole, cwd)) {
      throw new Error("Cannot time a command of a project: it could not be allowed");
    }
    const command = [skillhook, "preprocess", ".claude/skills/x/SKILL.md"] as const;
    return {
      name: `a project's command, ${place}`,
      command: [...command],
      input: "",
      cwd,
      env: whole,
    };
  });
}

/** Whether a program can be started and ends well. */
function ends(program: string, args: string[], env: Record<string, string>, cwd: string): boolean {
  try {
    return new Deno.Command(program, { args, env, cwd, stdin: "null" }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const whole = `${folder}/${path}`;
    Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(whole, text);
  }
}
