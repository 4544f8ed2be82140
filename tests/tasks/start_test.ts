/** Where every task starts: what a Deno that is too old is told, and that all tasks do start there. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { inProject, ROOT } from "../../.ci/tasks/project.ts";

const START = inProject(".ci/tasks/start.ts");
const { tasks } = JSON.parse(Deno.readTextFileSync(inProject("deno.json")));

/** Runs it in a Deno that says it is of another version. */
async function startIn(version: string, name: string) {
  const code = `Object.defineProperty(Deno, "version", { value: { deno: "${version}" } });
Object.defineProperty(Deno, "args", { value: ["${name}"] });
await import(${JSON.stringify(new URL(".ci/tasks/start.ts", ROOT))});`;
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", code],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  return { code: output.code, stdout, stderr };
}

Deno.test("every task of deno.json starts at start.ts, as a string that every Deno can read", () => {
  for (const [name, command] of Object.entries(tasks)) {
    assertEquals(command, `deno run -A .ci/tasks/start.ts ${name}`);
  }
});

Deno.test("start.ts imports nothing before it has looked at the version", () => {
  assertEquals(/^import\b|^export .* from/m.test(Deno.readTextFileSync(START)), false);
});

Deno.test("a Deno that is too old is told so in one line, whatever the task", async () => {
  for (const version of ["1.46.3", "2.4.4", "2.8.9"]) {
    for (const name of Object.keys(tasks)) {
      const { code, stdout, stderr } = await startIn(version, name);
      assertEquals([code, stdout], [1, ""], `${version} ${name}`);
      assertMatch(stderr!, /^Cannot [^\n]+ 2\.9 or newer, and this is [\d.]+: [^\n]+\n$/);
      assert(stderr!.includes(` is ${version}: `), stderr);
    }
  }
});

Deno.test("deno task help lists every task but itself", async () => {
  const { code, stdout } = await startIn("2.10.0", "help");
  assertEquals(code, 0);
  const listed = stdout!.trim().split("\n").map((line) => line.split(/ +/)[2]);
  assertEquals(["help", ...listed], Object.keys(tasks));
});

Deno.test("the version of Deno is the same wherever one is named", () => {
  const files = [".ci/run", ".ci/tasks/start.ts", "README.md", "docs/install.md"];
  const workflows = [...Deno.readDirSync(inProject(".github/workflows"))]
    .map(({ name }) => `.github/workflows/${name}`);
  const named = [...files, ...workflows].flatMap((file) => {
    const text = Deno.readTextFileSync(inProject(file));
    const versions = text.matchAll(/(?:deno@|deno-version: v)(\d+\.\d+\.\d+)/g);
    return [...versions].map(([, version]) => `${version} in ${file}`);
  });
  const first = named[0]!.split(" ", 1)[0]!;
  assertEquals(named.filter((one) => !one.startsWith(`${first} `)), []);
  assertEquals(
    new Set(named.map((one) => one.split(" in ")[1])).size,
    files.length + workflows.length,
  );
});
