/** The verbs that scripts and skills start often, each in the smallest world that makes it do its work. */
import { promptEvent, SILENT } from "./inputs.ts";
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
  ".claude/skills/two/SKILL.md":
    "---\nname: two\nversion: 1.0.0\ndescription: d\n---\n# Two\n\nToday: !`echo now`\n",
  "project/.skillhook/tasks.json": `[{"id":"T1","title":"Try it","description":"d"}]`,
};

/**
 * Verbs as processes.
 *
 * @param world Where; files are added to its home
 */
export function verbCases({ skillhook }: Programs, { env }: World): Case[] {
  const folder = `${env.HOME}/verbs`;
  for (const [path, text] of Object.entries(FILES)) {
    const whole = `${folder}/${path}`;
    Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(whole, text);
  }
  // A home of its own: a command of a personal skill may run.
  const home = { HOME: folder, USERPROFILE: folder, CLAUDE_PROJECT_DIR: `${folder}/project` };
  const path = Deno.env.get("PATH") ?? "/usr/bin:/bin";
  const base = { cwd: `${folder}/project`, env: { ...env, ...home, PATH: path } };
  const load = ["load", "small", "--plugin-root", `${folder}/plugin`, "--session", "bench"];
  return [
    { ...base, name: "sh -c true", command: ["/bin/sh", "-c", "true"], input: "" },
    { ...base, name: "skillhook --version", command: [skillhook, "--version"], input: "" },
    { ...base, name: "load, a small skill", command: [skillhook, ...load], input: "" },
    {
      ...base,
      name: "fire, one trivial command",
      command: [skillhook, "fire", "PreToolUse", "--settings", `${folder}/settings.json`],
      input: promptEvent(SILENT, `${folder}/project`).replace("UserPromptSubmit", "PreToolUse"),
    },
    {
      ...base,
      name: "spawn, two skills, a reference and a command",
      command: [skillhook, "spawn", "T1", "one,two"],
      input: "",
    },
  ];
}
