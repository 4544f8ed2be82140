/** The catalog beside the agent's own list of skills: what can be typed, and what the model is offered. */
import { textOf } from "./api_request.ts";
import { is, Mismatch } from "./check.ts";
import type { Turn } from "./messages_api.ts";
import { runProgram } from "./run_program.ts";
import type { Scenario } from "./scenario.ts";
import type { AgentRun, World } from "./world.ts";

/** A project, and where in it a session begins. */
interface Layout {
  readonly name: string;
  /** Path → text; `~/` is the home. */
  readonly files: Readonly<Record<string, string>>;
  /** From the project. */
  readonly start?: string;
  /** Names of command files, which are no skills. */
  readonly commands?: readonly string[];
  /** Files that the model reads before the lists are compared, from the project. */
  readonly reads?: readonly string[];
  /** Runs in the project when its files are there. */
  readonly prepare?: (world: World) => Promise<void>;
}

interface Listed {
  readonly invoke: string;
  readonly typed: boolean;
  readonly called_by_model: boolean;
}

const S = ".claude/skills";
const OFFER = "The following skills are available for use with the Skill tool:";

function skill(more = ""): string {
  return `---\ndescription: Says something\n${more}---\n\nText.\n`;
}

async function git(world: World, ...args: string[]): Promise<void> {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  const env = { HOME: world.home, PATH: "/usr/local/bin:/usr/bin:/bin" };
  await runProgram("git", [...who, ...args], { cwd: world.project, env, limit: 30_000 });
}

const LAYOUTS: readonly Layout[] = [
  {
    name: "every form in one project",
    files: {
      [`${S}/folder/SKILL.md`]: skill(),
      [`${S}/renamed/SKILL.md`]: skill("name: fancy\n"),
      [`${S}/group/deep/SKILL.md`]: skill(),
      [`${S}/flat.md`]: skill(),
      [`${S}/lower/skill.md`]: skill(),
      [`${S}/yaml/SKILL.yaml`]: "name: yaml\nversion: 1\ndescription: d\n",
      [`${S}/pair/SKILL.yaml`]: "name: other\nversion: 1\ndescription: d\n",
      [`${S}/pair/SKILL.md`]: skill(),
      [`${S}/.hidden/SKILL.md`]: skill(),
      [`${S}/UPPER_1.x/SKILL.md`]: skill(),
      [`${S}/größe/SKILL.md`]: skill(),
      ".agents/skills/team/SKILL.md": skill(),
      "pkg/.claude/skills/below/SKILL.md": skill(),
    },
  },
  {
    name: "names that the agent has itself, and commands",
    files: {
      ...Object.fromEntries(
        ["init", "status", "design", "model", "review", "help"].map((
          name,
        ) => [`${S}/${name}/SKILL.md`, skill()]),
      ),
      [`${S}/both/SKILL.md`]: skill(),
      ".claude/commands/both.md": "x",
      ".claude/commands/sub/only.md": "x",
    },
    commands: ["sub:only"],
  },
  {
    name: "a subdirectory, with names that come twice",
    start: "pkg/a",
    files: {
      "~/.claude/skills/mine/SKILL.md": skill(),
      "~/.claude/skills/same/SKILL.md": skill(),
      [`${S}/same/SKILL.md`]: skill(),
      [`${S}/top/SKILL.md`]: skill(),
      [`pkg/${S}/mid/SKILL.md`]: skill(),
      [`pkg/${S}/top/SKILL.md`]: skill(),
      [`pkg/a/${S}/leaf/SKILL.md`]: skill(),
      [`pkg/b/${S}/side/SKILL.md`]: skill(),
      [`pkg/a/in/${S}/under/SKILL.md`]: skill(),
    },
  },
  {
    name: "what the frontmatter and the settings allow",
    files: {
      [`${S}/hidden-from-model/SKILL.md`]: skill("disable-model-invocation: yes\n"),
      [`${S}/hidden-from-people/SKILL.md`]: skill("user-invocable: 0\n"),
      [`${S}/hidden/SKILL.md`]: skill("disable-model-invocation: true\nuser-invocable: false\n"),
      [`${S}/forked/SKILL.md`]: skill("context: fork\n"),
      [`${S}/waiting/SKILL.md`]: skill("paths: '*.py'\n"),
      [`${S}/off/SKILL.md`]: skill(),
      [`${S}/people/SKILL.md`]: skill(),
      ".claude/settings.json":
        '{"skillOverrides": {"off": "off", "people": "user-invocable-only"}}',
    },
  },
  {
    name: "files below the start that were read",
    reads: ["pkg/b/x.txt", "pkg/c/x.txt"],
    files: {
      [`${S}/same/SKILL.md`]: skill(),
      [`pkg/${S}/mid/SKILL.md`]: skill(),
      [`pkg/b/${S}/same/SKILL.md`]: skill(),
      [`pkg/b/${S}/twin/SKILL.md`]: skill(),
      [`pkg/c/${S}/twin/SKILL.md`]: skill(),
      [`pkg/c/${S}/once/SKILL.md`]: skill(),
      [`pkg/d/${S}/unread/SKILL.md`]: skill(),
      "pkg/b/x.txt": "x",
      "pkg/c/x.txt": "x",
    },
  },
  {
    name: "a worktree without skills of its own",
    start: "../tree/pkg",
    files: {
      [`${S}/main/SKILL.md`]: skill(),
      [`pkg/${S}/not-there/SKILL.md`]: skill(),
    },
    async prepare(world) {
      await git(world, "commit", "-q", "--allow-empty", "-m", "x");
      await git(world, "worktree", "add", "-q", "../tree");
      world.write(`../tree/pkg/${S}/own/SKILL.md`, skill());
    },
  },
  {
    name: "a repository in a repository, and plugins among the skills",
    start: "inner/deep",
    files: {
      [`${S}/outer/SKILL.md`]: skill(),
      [`inner/${S}/inside/SKILL.md`]: skill(),
      "inner/.git": "",
      "inner/deep/x": "",
      "~/.claude/skills/kit/.claude-plugin/plugin.json": '{"name": "tools"}',
      "~/.claude/skills/kit/skills/hammer/SKILL.md": skill("name: mallet\n"),
      "~/.claude/skills/half/.claude-plugin/plugin.json": '{"name": "half"}',
      "~/.claude/skills/half/SKILL.md": skill(),
    },
  },
];

/** The names that the agent's first message and its list for the model have. */
function agentsNames(run: AgentRun): { typed: string[]; offered: string[] } {
  const inits = run.stdout.split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line)).filter(({ subtype }) => subtype === "init");
  const last = inits.at(-1);
  if (last === undefined) throw new Mismatch("expected a first message of the agent");
  const offered = run.requests.flatMap((request) =>
    textOf(request).split(OFFER).slice(1).flatMap((list) =>
      list.trimStart().split("\n\n", 1)[0]!.split("\n")
        .flatMap((line) => /^- (\S+?)(?: \([^)]*\))?: /.exec(line)?.[1] ?? [])
    )
  );
  const isOurs = (name: string) => name.startsWith("skillhook:");
  return {
    typed: last.slash_commands.filter((name: string) => !isOurs(name)),
    offered: offered.filter((name) => !isOurs(name)),
  };
}

async function play(world: World, layout: Layout): Promise<void> {
  const { files, start = ".", commands = [], reads = [], prepare } = layout;
  const plain = await world.run({ prompts: ["hello"], turns: [{ text: "Hello." }] });
  const before = agentsNames(plain);
  for (const [path, text] of Object.entries(files)) world.write(path, text);
  await prepare?.(world);
  const tools = reads.map((path) => (
    { name: "Read", input: { file_path: `${world.project}/${path}` } }
  ));
  const session = crypto.randomUUID();
  const env = { CLAUDE_CODE_SESSION_ID: session };
  let json = "[]";
  // While the session lasts: what it has taken is forgotten with it.
  const look: Turn = async () => {
    json = await world.skillhook(["skill", "list", "--json"], "", { cwd: start, env });
    return { text: "Hello." };
  };
  const run = await world.run({
    prompts: reads.length === 0 ? ["hello"] : ["read", "hello"],
    turns: reads.length === 0 ? [look] : [{ tools }, { text: "Read." }, look],
    args: ["--session-id", session],
    cwd: start,
  });
  const { typed, offered } = agentsNames(run);
  const ours: Listed[] = JSON.parse(json);
  // Where the agent has a command of its own, only our list tells whose name it is.
  const news = (names: string[], known: string[], own: string[]) =>
    sorted(
      names.filter((name) =>
        !commands.includes(name) && (!known.includes(name) || own.includes(name))
      ),
    );
  const own = ours.filter((one) => one.typed).map(({ invoke }) => invoke);
  is("names that can be typed", sorted(own), news(typed, before.typed, own));
  const called = ours.filter((one) => one.called_by_model).map(({ invoke }) => invoke);
  is("names for the model", sorted(called), news(offered, before.offered, called));
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort();
}

export const CATALOG_SCENARIOS: readonly Scenario[] = LAYOUTS.map((layout) => ({
  name: `the catalog has what the agent lists: ${layout.name}`,
  play: (world) => play(world, layout),
}));
