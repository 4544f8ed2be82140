/** `deno task picture`: runs a session in a home of its own and draws it, as the terminal shows it, for the README. */
import { ensureBuilt } from "./build.ts";
import { BINARY, inProject } from "./project.ts";

/** The file, from the project's root. */
export const PICTURE = "docs/skillhook.svg";

const COLUMNS = 100;
const SETTINGS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "bash", "hooks": [{ "type": "command", "command": "~/guard", "timeout": 5000 }] }
    ]
  }
}
`;
const STEPS: readonly string[] = [
  "skillhook setup --yes",
  "skillhook chain parse '/design plans/foo, /plan-adhoc and /orchestrate'",
  "skillhook hooks check",
];

/** The lines of the whole session, as wide as they come. */
export async function session(): Promise<string[]> {
  await ensureBuilt();
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "skillhook_picture_" }));
  try {
    const project = `${home}/app`;
    for (const folder of [`${home}/bin`, `${project}/.claude`]) {
      Deno.mkdirSync(folder, { recursive: true });
    }
    Deno.symlinkSync(BINARY, `${home}/bin/skillhook`);
    Deno.writeTextFileSync(`${home}/guard`, "#!/bin/sh\n", { mode: 0o755 });
    Deno.writeTextFileSync(`${project}/.claude/settings.json`, SETTINGS);
    const lines: string[] = [];
    for (const step of STEPS) {
      const { stdout, stderr } = await new Deno.Command("sh", {
        args: ["-c", `${step} 2>&1`],
        cwd: project,
        clearEnv: true,
        env: { HOME: home, PATH: `${home}/bin:${Deno.env.get("PATH")}`, TMPDIR: home },
        stdin: "null",
      }).output();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      lines.push(`$ ${step}`, ...said.trimEnd().replaceAll(home, "~").split("\n"), "");
    }
    return lines.slice(0, -1);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** A terminal's window around lines. */
export function draw(lines: readonly string[]): string {
  const rows = lines.flatMap(wrapped);
  const height = rows.length * 18 + 56;
  const texts = rows.map((row, at) => {
    const kind = row.startsWith("$ ") ? ' class="typed"' : "";
    return row === "" ? [] : [`<text x="16" y="${at * 18 + 50}"${kind}>${escaped(row)}</text>`];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${
    COLUMNS * 8 + 32
  } ${height}">
<style>text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #d6deeb }
.typed { fill: #7fdbca; font-weight: bold }</style>
<rect width="100%" height="100%" rx="8" fill="#0b1220"/>
<g fill="#3b4a63"><circle cx="20" cy="18" r="5"/><circle cx="38" cy="18" r="5"/><circle cx="56" cy="18" r="5"/></g>
${texts.flat().join("\n")}
</svg>
`;
}

/** As a terminal breaks a line. */
function wrapped(line: string): string[] {
  return line === "" ? [""] : line.match(new RegExp(`.{1,${COLUMNS}}`, "gu"))!;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

if (import.meta.main) {
  Deno.writeTextFileSync(inProject(PICTURE), draw(await session()));
  console.log(`Wrote ${PICTURE}`);
}
