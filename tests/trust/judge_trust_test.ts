/** Who may run commands: stated worlds, one row per fact. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommand } from "../../src/cli/command.ts";
import { judgeTrust } from "../../src/trust/judge_trust.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";

const TEXT = "!`sh scripts/a.sh`\n";
const SKILL = "/proj/.claude/skills/x/SKILL.md";
const STORE = "/home/ada/.config/skillhook/trust";
const LIST = `${STORE}.json`;
const ENV = { HOME: "/home/ada" };
const FILES: Record<string, string | FakeFile> = {
  [SKILL]: TEXT,
  "/proj/scripts/a.sh": "echo a\n",
  "/proj/scripts/b.sh": "echo b\n",
  "/proj/plugin/skills/y/SKILL.md": TEXT,
  "/projx/skills/y/SKILL.md": TEXT,
  "/plugins/p/skills/y/SKILL.md": TEXT,
  "/home/ada/.claude/skills/z/SKILL.md": TEXT,
  "/home/ada/.claude/plugins/off/skills/y/SKILL.md": TEXT,
  "/home/ada/dotfiles/w/SKILL.md": TEXT,
  "/home/ada/.claude/skills/w": { link: "/home/ada/dotfiles/w" },
  "/home/ada/.claude/skills/sly": { link: "/proj/.claude/skills/x" },
  "/proj/.claude/skills/out": { link: "/home/ada/dotfiles/w" },
  "/proj/linked": { link: "/plugins/p" },
  "/alias": { link: "/proj" },
  "/h": { link: "/home/ada" },
  "/repo/.git/HEAD": "",
  "/repo/.claude/skills/x/SKILL.md": TEXT,
  "/repo/tools/skills/y/SKILL.md": TEXT,
  "/repo/sub/file": "",
  "/srv/u/.claude/skills/z/SKILL.md": TEXT,
  "/srv/u/work/file": "",
  "/wt/.git": "gitdir: /repo/.git/worktrees/w\n",
  "/repo/.git/worktrees/w/gitdir": "/wt/.git\n",
  "/loose/.claude/skills/x/SKILL.md": TEXT,
  "/loose/sub/file": "",
};

const PLACES: readonly [
  name: string,
  file: string,
  more: { roots?: string[]; project?: string; world?: FakeWorld },
  verdict: string,
][] = [
  ["a plugin's skill", "/plugins/p/skills/y/SKILL.md", { roots: ["/plugins/p"] }, "trusted"],
  [
    "a neighbour whose name begins alike",
    "/projx/skills/y/SKILL.md",
    { roots: ["/projx"] },
    "trusted",
  ],
  ["a plugin root inside the project", "/proj/plugin/skills/y/SKILL.md", {
    roots: ["/proj/plugin"],
  }, "untrusted"],
  ["a plugin root inside the project, by a link", "/alias/plugin/skills/y/SKILL.md", {
    roots: ["/alias/plugin"],
  }, "untrusted"],
  ["a project named by a link", SKILL, { project: "/alias" }, "untrusted"],
  ["a plugin root that is a link in the project", "/proj/linked/skills/y/SKILL.md", {
    roots: ["/proj/linked"],
  }, "untrusted"],
  ["a plugin root above the project", SKILL, { roots: ["/"] }, "untrusted"],
  ["a relative plugin root", "/plugins/p/skills/y/SKILL.md", { roots: ["plugins/p"] }, "untrusted"],
  [
    "a plugin that is not enabled",
    "/home/ada/.claude/plugins/off/skills/y/SKILL.md",
    {},
    "untrusted",
  ],
  ["the user's own skill", "/home/ada/.claude/skills/z/SKILL.md", {}, "trusted"],
  ["the user's own skill behind a link", "/home/ada/.claude/skills/w/SKILL.md", {}, "trusted"],
  ["the user's link into the project", "/home/ada/.claude/skills/sly/SKILL.md", {}, "untrusted"],
  ["the project's link out of it", "/proj/.claude/skills/out/SKILL.md", {}, "untrusted"],
  ["dots on the way", "/home/ada/.claude/skills/../../dotfiles/w/SKILL.md", {}, "untrusted"],
  ["a project's skill", SKILL, {}, "untrusted"],
  ["a skill of the repository, from a subdirectory", "/repo/.claude/skills/x/SKILL.md", {
    project: "/repo/sub",
    roots: ["/repo/.claude"],
  }, "untrusted"],
  ["a plugin in the repository, from a subdirectory", "/repo/tools/skills/y/SKILL.md", {
    project: "/repo/sub",
    roots: ["/repo/tools"],
  }, "untrusted"],
  ["a repository that calls its own top the home", "/repo/.claude/skills/x/SKILL.md", {
    project: "/repo/sub",
    world: { env: { HOME: "/repo" } },
  }, "untrusted"],
  [
    "the user's own skill, from a directory below an unusual home",
    "/srv/u/.claude/skills/z/SKILL.md",
    {
      project: "/srv/u/work",
      world: { env: { HOME: "/srv/u" } },
    },
    "trusted",
  ],
  ["a skill of a worktree's main checkout", "/repo/.claude/skills/x/SKILL.md", {
    project: "/wt",
    roots: ["/repo/.claude"],
  }, "untrusted"],
  ["a skill above a directory that is in no repository", "/loose/.claude/skills/x/SKILL.md", {
    project: "/loose/sub",
    roots: ["/loose/.claude"],
  }, "untrusted"],
  ["a plugin beside a directory that is in no repository", "/plugins/p/skills/y/SKILL.md", {
    project: "/plugins/q",
    roots: ["/plugins/p"],
  }, "trusted"],
  [
    "a repository that the agent's cd led into, from a subdirectory",
    "/repo/tools/skills/y/SKILL.md",
    {
      project: "/proj",
      roots: ["/repo/tools"],
      world: { env: { ...ENV, CLAUDE_PROJECT_DIR: "/proj" }, cwd: "/repo/sub" },
    },
    "untrusted",
  ],
  ["a file that is gone", "/plugins/p/nothing", { roots: ["/plugins/p"] }, "untrusted"],
  ["an agent directory that a project chose", SKILL, {
    world: { env: { ...ENV, CLAUDE_CONFIG_DIR: "/proj/.claude" } },
  }, "untrusted"],
  ["a home that a project chose", SKILL, { world: { env: { HOME: "/proj" } } }, "untrusted"],
  ["the user's own skill in a session at home", "/home/ada/.claude/skills/z/SKILL.md", {
    project: "/home/ada",
  }, "trusted"],
  ["another skill in a session at home", "/home/ada/dotfiles/w/SKILL.md", {
    project: "/home/ada",
    roots: ["/home/ada/dotfiles"],
  }, "untrusted"],
  ["the user's own skill in a session at a linked home", "/h/.claude/skills/z/SKILL.md", {
    project: "/h",
    world: { env: { HOME: "/h" } },
  }, "trusted"],
  ["a link in a project that is reached by a link", "/alias/linked/skills/y/SKILL.md", {
    project: "/alias",
    roots: ["/alias/linked"],
  }, "untrusted"],
  ["the project we are in while the environment names another", "/proj/plugin/skills/y/SKILL.md", {
    project: "/projx",
    roots: ["/proj/plugin"],
    world: { cwd: "/proj", env: { ...ENV, CLAUDE_PROJECT_DIR: "/projx" } },
  }, "untrusted"],
  ["the project we are in while the environment names nothing real", SKILL, {
    project: "/nowhere",
    world: {
      cwd: "/proj",
      env: { CLAUDE_PROJECT_DIR: "/nowhere", CLAUDE_CONFIG_DIR: "/proj/.claude" },
    },
  }, "untrusted"],
  ["a plugin in a directory we are in that is no project", "/plugins/p/skills/y/SKILL.md", {
    roots: ["/plugins/p"],
    world: { cwd: "/plugins", env: { ...ENV, CLAUDE_PROJECT_DIR: "/proj" } },
  }, "trusted"],
  ["the user's own skill while we are at home", "/home/ada/.claude/skills/z/SKILL.md", {
    world: { cwd: "/home/ada", env: { ...ENV, CLAUDE_PROJECT_DIR: "/proj" } },
  }, "trusted"],
  ["no project", "/plugins/p/skills/y/SKILL.md", { project: "", roots: ["/plugins/p"] }, "trusted"],
];

for (const [name, file, { roots = [], project = "/proj", world = {} }, verdict] of PLACES) {
  Deno.test(`judgeTrust() says ${verdict} of ${name}`, async () => {
    const host = fakeHost({ files: FILES, env: ENV, ...world });
    const projectDir = project === "" ? undefined : project;
    const subject = { file, text: TEXT, projectDir, pluginRoots: roots };
    assertEquals((await judgeTrust(host, subject)).kind, verdict);
  });
}

function world(more: FakeWorld = {}) {
  return fakeHost({ files: FILES, env: ENV, cwd: "/proj", ...more });
}

type World = ReturnType<typeof world>;

function verb(host: World, ...args: string[]) {
  return runCommand({ ...host, args });
}

async function judge(host: World, file = SKILL): Promise<string> {
  const text = host.readText(file) ?? "";
  const subject = { file, text, projectDir: "/proj", pluginRoots: [] };
  const verdict = await judgeTrust(host, subject);
  return verdict.kind === "trusted" ? "trusted" : verdict.why;
}

/** The one approval there is. */
function entryPath(host: World): string {
  const names = host.list(STORE)!.map(({ name }) => name).filter((name) => name.endsWith(".json"));
  assertEquals(names.length, 1);
  return `${STORE}/${names[0]}`;
}

Deno.test("allow lists commands and files, and trusts them from then on", async () => {
  const host = world();
  const { stdout, code } = await verb(host, "allow", SKILL, "--yes");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "1. sh scripts/a.sh");
  assertStringIncludes(stdout, "/proj/scripts/a.sh (SHA-256 ");
  assertEquals(await judge(host), "trusted");
  assertEquals(host.stat(STORE)!.mode & 0o777, 0o700);
  assertEquals(host.stat(entryPath(host))!.mode & 0o777, 0o600);
  assertStringIncludes((await verb(host, "allow", SKILL)).stdout, "It is already allowed");
});

const CHANGES: readonly [name: string, change: (host: World) => void, why: string][] = [
  ["the skill changed", (host) => host.change(SKILL, TEXT + "x"), `"${SKILL}" changed`],
  [
    "a script changed",
    (host) => host.change("/proj/scripts/a.sh", "rm -r /"),
    '"/proj/scripts/a.sh" changed',
  ],
  [
    "a script is gone",
    (host) => host.change("/proj/scripts/a.sh", undefined),
    '"/proj/scripts/a.sh" changed',
  ],
  [
    "a script became a link",
    (host) => host.change("/proj/scripts/a.sh", { link: "b.sh" }),
    '"/proj/scripts/b.sh" and 1 more changed',
  ],
  [
    "a program of that name appeared",
    (host) => host.change("/proj/sh", "evil"),
    '"/proj/sh" changed',
  ],
];

for (const [name, change, why] of CHANGES) {
  Deno.test(`judgeTrust() asks again when ${name}`, async () => {
    const host = world();
    await verb(host, "allow", "--yes");
    change(host);
    assertEquals(await judge(host), `${why} since it was allowed`);
  });
}

Deno.test("allow shows what changed", async () => {
  const host = world();
  await verb(host, "allow", "--yes");
  host.change("/proj/scripts/a.sh", "echo a\nrm -r /\n");
  host.change(SKILL, "!`sh scripts/a.sh now`\n");
  const { stdout } = await verb(host, "allow", "--yes");
  assertStringIncludes(stdout, "- sh scripts/a.sh\n     + sh scripts/a.sh now");
  assertStringIncludes(stdout, "/proj/scripts/a.sh:\n");
  assertStringIncludes(stdout, "+ rm -r /");
  assertEquals(await judge(host), "trusted");
});

Deno.test("an approval is for one path in one project", async () => {
  const host = world({ files: { ...FILES, "/other/x/SKILL.md": TEXT } });
  await verb(host, "allow", SKILL, "--yes");
  assertStringIncludes(await judge(host, "/proj/plugin/skills/y/SKILL.md"), "not allowed");
  const subject = { file: SKILL, text: TEXT, projectDir: "/", pluginRoots: [] };
  assertEquals((await judgeTrust(host, subject)).kind, "untrusted");
});

Deno.test("allow asks on a terminal, and elsewhere says that it cannot", async () => {
  const silent = world();
  const refused = await verb(silent, "allow");
  assertEquals(refused.code, 1);
  assertEquals(
    refused.stderr,
    "skillhook: Cannot ask you: standard input is not a terminal: use --yes\n",
  );
  assertStringIncludes(refused.stdout, "1. sh scripts/a.sh");
  for (const [answer, code, trust] of [["y\n", 0, "trusted"], ["\n", 1, "not allowed"]] as const) {
    const host = world({
      files: { ...FILES, "/dev/tty": "" },
      terminals: ["stdin"],
      stdin: answer,
    });
    assertEquals((await verb(host, "allow", SKILL)).code, code);
    assertStringIncludes(host.files["/dev/tty"]!, "1. sh scripts/a.sh");
    assertStringIncludes(await judge(host), trust);
  }
});

Deno.test("allow shows what hides in a command", async () => {
  const host = world({ files: { [SKILL]: "!`echo \u202etac\x1b[8m`\n" } });
  assertStringIncludes((await verb(host, "allow", "--yes")).stdout, "echo \\u{202e}tac\\u{1b}[8m");
});

Deno.test("allow says when a command is too long to show", async () => {
  const host = world({ files: { [SKILL]: `!\`echo ${"x".repeat(30_000)}; rm -r /\`\n` } });
  const { stdout } = await verb(host, "allow", "--yes");
  assertStringIncludes(stdout, "… 10014 more characters: read the file before you allow it");
});

Deno.test("revoke takes approvals back, trusted lists them", async () => {
  const host = world();
  await verb(host, "allow", SKILL, "--yes");
  const { approvals } = JSON.parse((await verb(host, "trusted", "--json")).stdout);
  assertEquals(approvals.map((row: { state: string }) => row.state), ["allowed"]);
  assertEquals(
    (await verb(host, "revoke", ".claude/skills/x")).stdout,
    `Revoked ${SKILL}\n`,
  );
  assertStringIncludes(await judge(host), "not allowed");
  assertEquals((await verb(host, "revoke")).code, 1);
  assertEquals(
    (await verb(host, "trusted")).stdout,
    `You have allowed nothing yet (approvals are kept in ${STORE})\n`,
  );
});

type Place = "the directory" | "the approval" | "the old list";

const KEPT: readonly [place: Place, name: string, change: Partial<FakeFile>, why: string][] = [
  ["the directory", "can be written by a group", { mode: 0o770 }, "can be written by others"],
  ["the directory", "belongs to somebody else", { owner: 7 }, "belongs to somebody else"],
  ["the directory", "is a file", { text: "" }, "is not a directory"],
  ["the approval", "can be written by a group", { mode: 0o660 }, "can be written by others"],
  ["the approval", "belongs to somebody else", { owner: 7 }, "belongs to somebody else"],
  ["the approval", "is no JSON", { text: "{" }, "is damaged"],
  ["the approval", "is of another shape", { text: '{"path":1}' }, "is damaged"],
  ["the approval", "is about another file", { text: entryText("/proj/other") }, "another file"],
  ["the approval", "is a pipe", { other: true }, "is not a regular file"],
  ["the old list", "can be written by a group", { mode: 0o660 }, "can be written by others"],
  ["the old list", "belongs to somebody else", { owner: 7 }, "belongs to somebody else"],
  ["the old list", "is no JSON", { text: "{" }, "is not JSON"],
  ["the old list", "is a directory", { directory: true }, "is not a regular file"],
];

for (const [place, name, change, why] of KEPT) {
  Deno.test(`judgeTrust() refuses approvals when ${place} ${name}`, async () => {
    const host = world();
    await verb(host, "allow", SKILL, "--yes");
    const entry = entryPath(host);
    const text = host.files[entry]!;
    assertEquals(await judge(host), "trusted");
    if (place === "the approval") host.change(entry, { mode: 0o600, text, ...change });
    else host.change(STORE, undefined);
    if (place === "the directory") {
      host.change(STORE, {
        mode: 0o700,
        ...("text" in change ? {} : { directory: true }),
        ...change,
      });
      if (!("text" in change)) host.change(entry, { mode: 0o600, text });
    }
    if (place === "the old list") {
      host.change(LIST, { mode: 0o600, text: '{"version":1,"entries":[]}', ...change });
    }
    assertStringIncludes(await judge(host), why);
    if (place === "the approval") return;
    const { code, stderr } = await verb(host, "allow", "--yes");
    assertEquals(code, 1);
    assertStringIncludes(stderr, why);
  });
}

function entryText(path: string): string {
  return JSON.stringify({ path, project: "/proj", digest: "", steps: [], files: [], allowedAt: 0 });
}

const NAMED: readonly [name: string, path: string, why: string][] = [
  ["inside the project", "/proj/trust.json", "lies inside the project"],
  ["inside the project, by a link", "/alias/trust.json", "lies inside the project"],
  ["in a directory that is not there yet", "/proj/new/trust.json", "lies inside the project"],
  ["behind a link of the project", "/proj/linked/trust.json", "lies inside the project"],
  ["that is relative", "trust.json", "is not an absolute path"],
];

for (const [name, path, why] of NAMED) {
  Deno.test(`SKILLHOOK_TRUST_FILE ${name} is refused`, async () => {
    const host = world({ env: { ...ENV, SKILLHOOK_TRUST_FILE: path } });
    assertStringIncludes(await judge(host), why);
  });
}

Deno.test("SKILLHOOK_TRUST_FILE outside the project says where approvals are kept", async () => {
  const host = world({ env: { SKILLHOOK_TRUST_FILE: "/ci/trust.json" } });
  host.change("/ci/x", "");
  assertEquals((await verb(host, "allow", "--yes")).code, 0);
  assertEquals(await judge(host), "trusted");
  assertEquals(host.stat("/ci/trust")?.kind, "directory");
});
