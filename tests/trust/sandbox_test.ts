/** The sandbox: what is refused, on any machine; what a command can reach in it, with the real bubblewrap where it is installed. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { denoHost } from "../../src/host/deno.ts";
import type { Command, Host } from "../../src/host/host.ts";
import { confine, confinedHost, type Sandbox } from "../../src/trust/sandbox.ts";
import { newFolder } from "../support/folder.ts";
import { canConfine } from "./can_confine.ts";
import { fakeHost } from "../support/fake_host.ts";

const COMMAND: Command = {
  program: "/bin/sh",
  args: ["-c", "true"],
  env: { PATH: "/usr/bin:/bin" },
  deadlineMs: 60_000,
  outputCap: 64 * 1024,
};
const SANDBOX: Sandbox = { project: "/code/app", isWritable: false, shown: [], passed: [] };

Deno.test("confine() refuses, and says why, where a command cannot be confined", () => {
  const files = { "/usr/bin/bwrap": "program", "/home/ann/x": "" };
  const rows: [string, Parameters<typeof fakeHost>[0], Partial<Sandbox>, string][] = [
    ["no program", { files: {} }, {}, `bubblewrap is missing: install "bubblewrap"`],
    ["Windows", { files, platform: "windows" }, {}, "there is none for windows"],
    [
      "a Mac without its own",
      { files, platform: "darwin" },
      {},
      `"/usr/bin/sandbox-exec" is missing`,
    ],
    [
      "the project is the home",
      { files, env: { HOME: "/home/ann" } },
      { project: "/home/ann" },
      "holds your home directory",
    ],
    [
      "the project is above it",
      { files, env: { HOME: "/home/ann" } },
      { project: "/home" },
      "holds your home directory",
    ],
    ["the project is everything", { files }, { project: "/" }, "holds your home directory"],
  ];
  for (const [name, world, changes, reason] of rows) {
    const made = confine(COMMAND, { ...SANDBOX, ...changes }, fakeHost(world));
    assert("refusal" in made, name);
    assertStringIncludes(made.refusal, reason);
  }
});

Deno.test("confinedHost() does not start what it cannot confine", async () => {
  const result = await confinedHost(fakeHost({ files: {} }), SANDBOX).run(COMMAND);
  assertEquals([result.kind, result.code], ["unstartable", 126]);
  assertStringIncludes(result.reason, "Cannot run it in the sandbox");
});

Deno.test("confine() hands on no variable but the harmless and the named ones", () => {
  const host = fakeHost({ files: { "/usr/bin/bwrap": "program" } });
  const env = {
    PATH: "/bin",
    LANG: "C",
    AWS_SECRET_ACCESS_KEY: "s",
    SSH_AUTH_SOCK: "/x",
    MINE: "1",
  };
  const made = confine({ ...COMMAND, env }, { ...SANDBOX, passed: ["MINE"] }, host);
  assert("env" in made);
  assertEquals(made.env, { PATH: "/bin", LANG: "C", MINE: "1", TMPDIR: "/tmp" });
});

const bubblewrap = await canConfine();

/** [what, shell script, what it prints]; `$HOME_FILE`, `$PORT` are filled in. */
const REACH: [string, Partial<Sandbox>, string, string][] = [
  ["reads the project", {}, "cat read.txt", "readable"],
  ["does not write to the project", {}, "echo x 2>&- > new.txt || echo no", "no"],
  [
    "writes to a project that is opened",
    { isWritable: true },
    "echo x > new.txt; cat new.txt",
    "x",
  ],
  [
    "does not write what a later session acts upon",
    { isWritable: true },
    "echo x 2>&- > .git/config || echo no",
    "no",
  ],
  ["does not see the home directory", {}, "cat $HOME_FILE 2>&- || echo no", "no"],
  [
    "does not see other processes",
    {},
    "ls /proc | grep -c '^[0-9]' | { read n; test $n -lt 10 && echo few; }",
    "few",
  ],
  [
    "has a temporary directory of its own",
    {},
    // Not a list of what is there: programs may lie below /tmp, and then their places are seen.
    "test -e $BESIDE && echo seen; touch /tmp/x && echo mine",
    "mine",
  ],
  ["has no network", {}, "cat /proc/net/dev | grep -c : ", "1"],
  ["keeps its exit code", {}, "exit 7", ""],
];
for (const [what, changes, script, expected] of bubblewrap ? REACH : []) {
  Deno.test({
    name: `a confined command ${what}`,
    async fn() {
      const root = Deno.realPathSync(newFolder());
      const beside = `${root}.beside`;
      try {
        const project = `${root}/home/code/app`;
        Deno.mkdirSync(`${project}/.git`, { recursive: true });
        Deno.writeTextFileSync(`${project}/read.txt`, "readable\n");
        Deno.writeTextFileSync(`${project}/.git/config`, "");
        Deno.writeTextFileSync(`${root}/home/key`, "secret\n");
        Deno.writeTextFileSync(beside, "");
        const host: Host = {
          ...denoHost(),
          env: (name) => name === "HOME" ? `${root}/home` : undefined,
        };
        const filled = script.replace("$HOME_FILE", `'${root}/home/key'`)
          .replace("$BESIDE", `'${beside}'`);
        const result = await confinedHost(host, { ...SANDBOX, project, ...changes })
          .run({ ...COMMAND, args: ["-c", filled], cwd: project });
        const [stdout, stderr] = [result.stdout, result.stderr].map(({ head }) =>
          new TextDecoder().decode(head).trim()
        );
        assertEquals([stdout, result.kind, result.code], [
          expected,
          "exited",
          script === "exit 7" ? 7 : 0,
        ], stderr);
        // What another session finds afterwards.
        assertEquals(Deno.readTextFileSync(`${project}/.git/config`), "");
      } finally {
        Deno.removeSync(root, { recursive: true });
        Deno.removeSync(beside);
      }
    },
  });
}

if (bubblewrap) {
  Deno.test({
    name: "a confined command cannot connect to a server on loopback",
    async fn() {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const project = Deno.realPathSync(newFolder());
      try {
        const { port } = listener.addr as Deno.NetAddr;
        const script =
          `python3 -c 'import socket; socket.create_connection(("127.0.0.1", ${port}), 5)' 2>&1 | tail -1`;
        const host: Host = { ...denoHost(), env: () => undefined };
        const result = await confinedHost(host, { ...SANDBOX, project }).run({
          ...COMMAND,
          args: ["-c", script],
          cwd: project,
        });
        const said = new TextDecoder().decode(result.stdout.head);
        assert(!said.includes("not found"), said);
        assertStringIncludes(said, "refused");
      } finally {
        listener.close();
        Deno.removeSync(project, { recursive: true });
      }
    },
  });
}
