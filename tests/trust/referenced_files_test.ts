/** Which files of a project a command names: one row per way to name one. */
import { assertEquals } from "@std/assert";
import { projectBoundary } from "../../src/trust/project_boundary.ts";
import { referencedFiles } from "../../src/trust/referenced_files.ts";
import { fakeHost } from "../support/fake_host.ts";

const SKILL = "/p/.claude/skills/x/SKILL.md";
const host = fakeHost({
  files: {
    [SKILL]: "",
    "/p/.claude/skills/x/own.sh": "",
    "/p/.claude/bin/tool": "",
    "/p/a.sh": "",
    "/p/dir/b.sh": "",
    "/p/dir/a b.sh": "",
    "/p/Makefile": "",
    "/p/package.json": "",
    "/p/out": { link: "/elsewhere/c.sh" },
    "/elsewhere/c.sh": "",
    "/elsewhere/in": { link: "/p/a.sh" },
  },
});

const ROWS: readonly [command: string, files: readonly string[]][] = [
  ["git status", []],
  ["./a.sh", ["/p/a.sh"]],
  ["sh a.sh|wc;x", ["/p/a.sh"]],
  ["x=$(sh ./dir/b.sh)", ["/p/dir/b.sh"]],
  ['"dir/b.sh" --x', ["/p/dir/b.sh"]],
  ['"dir/a b.sh"', ["/p/dir/a b.sh"]],
  ["dir/a\\ b.sh", ["/p/dir/a b.sh"]],
  ["di'r/b'.sh", ["/p/dir/b.sh"]],
  ["cd dir && ./b.sh", ["/p/dir/b.sh"]],
  ["node --require=./a.sh", ["/p/a.sh"]],
  ["/p/dir/../a.sh", ["/p/a.sh"]],
  ['"${CLAUDE_PROJECT_DIR}/a.sh"', ["/p/a.sh"]],
  ['"${CLAUDE_SKILL_DIR}/own.sh"', ["/p/.claude/skills/x/own.sh"]],
  ["${CLAUDE_PLUGIN_ROOT}/bin/tool", ["/p/.claude/bin/tool"]],
  ["./own.sh", ["/p/.claude/skills/x/own.sh"]],
  ["$CLAUDE_PROJECT_DIR/a.sh", ["/p/a.sh"]],
  ['"$PWD"/dir/b.sh', ["/p/dir/b.sh"]],
  ['sh "$(git rev-parse --show-toplevel)/a.sh"', ["/p/a.sh"]],
  ["make report", ["/p/Makefile"]],
  ["x && npm run y", ["/p/package.json"]],
  ["sh out", ["/elsewhere/c.sh"]],
  ["sh /elsewhere/in", ["/p/a.sh"]],
  ["sh /elsewhere/c.sh", []],
  ["sh dir", []],
  ["if true; then\n  sh a.sh\nfi # dir/b.sh", ["/p/a.sh", "/p/dir/b.sh"]],
];

for (const [command, files] of ROWS) {
  Deno.test(`referencedFiles() finds what ${JSON.stringify(command)} names`, () => {
    assertEquals(referencedFiles(host, [command], SKILL, projectBoundary(host, "/p")), files);
  });
}
