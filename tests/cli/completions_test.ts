/** `skillhook completions`: what could come next, and that every shell at hand really shows it. */
import { assertEquals, assertMatch } from "@std/assert";
import { complete } from "../../src/cli/completions.ts";
import { optionRows } from "../../src/cli/options.ts";
import { GROUPS, VERBS } from "../support/verbs.ts";
import { builtBinary, runBinary } from "../support/binary.ts";
import { verb } from "../support/verb.ts";
import { fakeHost } from "../support/fake_host.ts";
import { newFolder } from "../support/folder.ts";

const HOST = fakeHost({
  files: {
    "/code/.claude/skills/review/SKILL.md": "---\nname: review\ndescription: r\n---\nx\n",
    "/code/.claude/skills/review-first-use/SKILL.md": "---\ndescription: r\n---\nx\n",
  },
  cwd: "/code",
});

/** Words behind `skillhook`, the last one unfinished → the words that fit. */
const ROWS: readonly (readonly [words: string[], fits: string[]])[] = [
  [["sk"], ["skill"]],
  [["skill", "l"], ["list", "lint", "load", "loaded"]],
  [["help", "skill", "in"], ["inspect", "index"]],
  [["nonsense", ""], []],
  [["skill", "nonsense", ""], []],
  [["budget", "truncate", "--by", ""], ["section", "line"]],
  [["budget", "truncate", "--by", "l"], ["line"]],
  [["agent", "spawn", "--st"], ["--strategy"]],
  [["agent", "spawn", "T1", "--strategy", "m"], ["minimal"]],
  [["agent", "spawn", "--set", "A=B", "--se"], ["--set"]],
  [["report", ""], ["status", "plans", "retrospective", "statusline"]],
  [["report", "status", "--t"], ["--transcript"]],
  [["install", "--project", "--"], [
    "--agent",
    "--skills",
    "--dry-run",
    "--take",
    "--binary",
    "--help",
  ]],
  [["install", "--dry-run", "--dry"], []],
  [["skills", "--ro"], ["--root"]],
  [["skill", "load", "--session", ""], []],
  [["skill", "load", "x", "--", "--"], []],
  [["completions", "f"], ["fish"]],
  [["hooks", "fire", "PreT"], ["PreToolUse"]],
  [["fire", "Stop", "--sh"], ["--shape"]],
];
/** The same where the shell itself names files; the directory holds `file.md` and `place/`. */
const PATHS: readonly (readonly [words: string[], kind: string, fits: string[]])[] = [
  [["skill", "inspect", "f"], ":files", ["file.md"]],
  [["skill", "list", "--root", "p"], ":directories", ["place"]],
  [["hooks", "fire", "Stop", "--settings", "f"], ":files", ["file.md"]],
];

Deno.test("complete() offers groups, verbs, options and choices", async () => {
  for (const [words, fits] of ROWS) {
    assertEquals(
      (await complete(words, HOST)).map((line) => line.split("\t", 1)[0]),
      fits,
      words.join(" "),
    );
  }
  assertEquals(await complete(["skill", "load", "r"], HOST), ["review"]);
  assertEquals(await complete(["skill", "prompt", "review", "r"], HOST), ["review"]);
  for (const [words, kind] of PATHS) assertEquals(await complete(words, HOST), [kind]);
  assertEquals(await complete(["budget", "truncate", "--by=s"], HOST), ["--by=section"]);
  assertEquals(await complete(["ins"], HOST), [`install\t${VERBS.install!.summary}`]);
});

Deno.test("complete() knows every verb and every option of every verb", async () => {
  const first = (await complete([""], HOST)).map((line) => line.split("\t", 1)[0]);
  for (const { word, verbs } of GROUPS) {
    const names = Object.keys(verbs).map((name) => word ? name.slice(word.length + 1) : name);
    const offered = word
      ? (await complete([word, ""], HOST)).map((line) => line.split("\t", 1)[0])
      : first;
    for (const name of names) assertEquals(offered.includes(name), true, name);
  }
  for (const [name, row] of Object.entries(VERBS)) {
    const offered = (await complete([...name.split(" "), "--"], HOST)).map((line) =>
      line.split("\t", 1)[0]
    );
    assertEquals(offered, [
      ...Object.keys(optionRows(row)).map((option) => `--${option}`),
      "--help",
    ], name);
  }
});

Deno.test("completions powershell marks each word, since PowerShell drops empty ones", async () => {
  const ask = (...words: string[]) =>
    verb("completions")(["powershell", "--", ...words], fakeHost());
  assertEquals((await ask("=budget", "=truncate", "=--by", "=")).stdout, "section\nline\n");
  assertMatch((await verb("completions")(["powershell"], fakeHost())).stdout, /Register-Argument/);
  assertEquals((await verb("completions")(["tcsh"], fakeHost())).code, 64);
});

/** How each shell completes `$words` and prints what it found, one line for all, for a function that is given. */
const DRIVERS: Readonly<Record<string, (row: string[]) => string>> = {
  bash: (words) =>
    `COMP_WORDS=(skillhook ${quoted(words)}); COMP_CWORD=${words.length}
     _skillhook 2>/dev/null; echo "\${COMPREPLY[*]}"`,
  zsh: (words) =>
    `words=(skillhook ${quoted(words)}); CURRENT=${words.length + 1}; _skillhook; print`,
  fish: (words) =>
    `echo (complete -C '${["skillhook", ...words].join(" ")}' | string replace -r '\\t.*' '')`,
};
/** What zsh has only while somebody types. */
const ZSH = `compdef() { : }
_describe() { print -n -- "\${(@)\${(@P)2}%%:*} " }
_files() { local typed=$words[CURRENT]; [[ $1 == -/ ]] && print -n -- $typed*(/) || print -n -- $typed* }
`;

for (const [shell, drive] of Object.entries(DRIVERS)) {
  if (Deno.build.os === "windows" || !hasShell(shell)) {
    console.error(`notice: ${shell} is not here: what it completes is not tried`);
    continue;
  }
  Deno.test({
    name: `${shell} completes what complete() says`,
    fn: async () => {
      const { stdout: script } = await runBinary({ args: ["completions", shell] });
      const directory = newFolder();
      try {
        await Deno.writeTextFile(`${directory}/file.md`, "");
        await Deno.mkdir(`${directory}/place`);
        await Deno.mkdir(`${directory}/bin`);
        await Deno.symlink(await builtBinary(), `${directory}/bin/skillhook`);
        const rows = [...ROWS, ...PATHS.map(([words, , fits]) => [words, fits] as const)];
        const prelude = shell === "zsh" ? ZSH : "";
        const lines = [prelude + script, ...rows.map(([words]) => drive([...words]))];
        const { stdout, stderr } = await new Deno.Command(shell, {
          args: [...shell === "zsh" ? ["-f"] : [], "-c", lines.join("\n")],
          cwd: directory,
          clearEnv: true,
          env: { PATH: `${directory}/bin:${Deno.env.get("PATH")}`, HOME: directory },
        }).output();
        const shown = new TextDecoder().decode(stdout).split("\n").map((line) =>
          line.split(" ").map((word) => word.replace(/\/$/, "")).filter((word) => word !== "")
            .sort()
        );
        const expected = rows.map(([, fits]) => fits.toSorted());
        assertEquals(shown.slice(0, rows.length), expected, new TextDecoder().decode(stderr));
      } finally {
        await Deno.remove(directory, { recursive: true });
      }
    },
  });
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(" ");
}

function hasShell(shell: string): boolean {
  try {
    return new Deno.Command(shell, { args: ["--version"], stdout: "null" }).outputSync().success;
  } catch {
    // Absent is one of the answers.
    return false;
  }
}
