/** The shared behaviour cases, driven through the built program; skipped with a notice where that folder is missing. */
import { assertEquals, assertMatch } from "@std/assert";
import { runBinary } from "./support/binary.ts";
import { bounded } from "./support/bounded.ts";
import { sharedCases } from "./support/shared.ts";
import { withWorld, write } from "./support/world.ts";

const WIDTH = 4;

/** Registries of the cases map a name to its default exit. */
function registryText(exits: Readonly<Record<string, readonly string[]>>): string {
  const entries = Object.entries(exits).map(([name, exit]) =>
    [name, { cooperative: true, default_exit: exit }] as const
  );
  return JSON.stringify(Object.fromEntries(entries));
}

Deno.test("skillhook parse meets the shared parser cases", async () => {
  const cases = sharedCases("continuation_parser.json")?.cases ?? [];
  await withWorld({}, async ({ tmp, env }) => {
    await bounded<(typeof cases)[number]>(cases, WIDTH, async ({ id, input, expected, accept }) => {
      const file = `${tmp}/${id}.json`;
      write(file, registryText(input.registry));
      const args = ["parse", "--json", "--registry", file, "-"];
      const { code, stdout, stderr } = await runBinary({ args, stdin: input.prompt, env });
      assertEquals([code, stderr], [0, ""], id);
      const parsed = JSON.parse(stdout);
      const chain = parsed && { current: parsed.current, continuation: parsed.continuation };
      if (accept === undefined) assertEquals(chain, expected, id);
      else assertEquals(accept.some((one: unknown) => equal(one, chain)), true, id);
    });
  });
});

Deno.test("skillhook next meets the shared consumption cases", async () => {
  const cases = sharedCases("consumption.json")?.cases ?? [];
  await bounded<(typeof cases)[number]>(cases, WIDTH, async ({ id, input, expected }) => {
    const { code, stdout } = await runBinary({ args: ["next", "--json", "-"], stdin: input });
    assertEquals(code, 0, id);
    const { args, target, remainder } = JSON.parse(stdout);
    assertEquals(target, expected.target, id);
    const slash = ({ skill, args }: { skill: string; args: string }) =>
      args === "" ? `/${skill}` : `/${skill} ${args}`;
    assertEquals(remainder, expected.entries.slice(1).map(slash), id);
    if (expected.args_before_marker !== null) assertEquals(args, expected.args_before_marker, id);
  });
});

Deno.test("skillhook hook meets the shared tier cases", async () => {
  const cases = sharedCases("prompt_hook_tiers.json")?.cases ?? [];
  await withWorld({}, async ({ project, env }) => {
    await bounded<(typeof cases)[number]>(cases, WIDTH, async ({ id, prompt, stdin, expected }) => {
      const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: project, prompt };
      const text = stdin ?? JSON.stringify(event);
      const answer = await runBinary({ args: ["hook"], stdin: text, env, cwd: project });
      assertEquals(answer.code, expected === "error" ? 1 : 0, id);
      if (expected === "error") assertMatch(answer.stderr, /^[^\n]+\n$/, id);
      else assertEquals(answer.stderr, "", id);
      assertEquals(tierOf(answer.stdout), expected === "error" ? "silent" : tier(expected), id);
    });
  });
});

Deno.test("skillhook registry meets the shared registry cases", async () => {
  const cases = sharedCases("continuation_registry.json")?.cases ?? [];
  await bounded<(typeof cases)[number]>(cases, WIDTH, async (row) => {
    const files = { project: row.project_files ?? {}, home: row.home_files ?? {} };
    await withWorld(files, async ({ project, home, tmp, env }) => {
      const { CLAUDE_PROJECT_DIR: _, ...unset } = env;
      const given = row.env?.CLAUDE_PROJECT_DIR === null ? unset : env;
      const build = async () => {
        const args = ["registry", "--json"];
        const { code, stdout } = await runBinary({ args, env: given, cwd: home });
        assertEquals(code, 0, row.id);
        const found: Record<string, { default_exit: string[] }> = JSON.parse(stdout);
        return Object.fromEntries(
          Object.entries(found).map(([name, { default_exit }]) => [name, default_exit]),
        );
      };
      for (const step of row.steps ?? []) {
        if (step.expect !== undefined) assertEquals(await build(), step.expect, row.id);
        for (const path of step.delete ?? []) Deno.removeSync(`${project}/${path}`);
        for (const [path, text] of Object.entries(step.write ?? {})) {
          write(`${project}/${path}`, String(text).replaceAll("{P}", project));
        }
        if (step.corrupt_cache !== undefined) corrupt(tmp, step.corrupt_cache);
      }
      assertEquals(await build(), row.expected, row.id);
    });
  });
});

function corrupt(tmp: string, text: string): void {
  for (const { name, isFile } of Deno.readDirSync(tmp)) {
    if (isFile) Deno.writeTextFileSync(`${tmp}/${name}`, text);
  }
}

/** Tiers 1 and 2 look the same from outside. */
function tier(expected: string): string {
  return expected === "tier2" ? "tier1" : expected;
}

function tierOf(stdout: string): string {
  if (stdout === "") return "silent";
  const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
  if (!/^\[(?:SHORTCUT|DIRECTIVE) /.test(hookSpecificOutput.additionalContext)) return "tier3";
  // The model's instructions are not the user's line.
  assertMatch(systemMessage, /^skillhook: \S+ = [^\n]+$/);
  return "tier1";
}

function equal(left: unknown, right: unknown): boolean {
  try {
    assertEquals(left, right);
    return true;
  } catch {
    // A difference is one of the two answers.
    return false;
  }
}
