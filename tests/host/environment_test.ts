/** The environment a process is started with, odd parts included; read by a process of each engine. */
import { assertEquals } from "@std/assert";
import { denoHost } from "../../src/host/deno.ts";
import { shellWords } from "../support/shell_words.ts";
import { newFolder } from "../support/folder.ts";

const script = `
const { denoHost } = await import(${JSON.stringify(import.meta.resolve("../../src/host/deno.ts"))});
const { nodeHost } = await import(${JSON.stringify(import.meta.resolve("../../src/host/node.ts"))});
for (const host of [denoHost(), nodeHost()]) {
  const asked = ["PLAIN", "EMPTY", "NONE", "", "A=B", "__proto__", "toString"].map((name) => host.env(name) ?? null);
  console.log(JSON.stringify([asked, host.environment().PLAIN, host.environment().EMPTY]));
}
`;

Deno.test({
  name: "env() gives text variables only, and nothing for empty or inherited names",
  ignore: Deno.build.os === "windows",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const folder = newFolder();
    const path = `${folder}/program.ts`;
    try {
      Deno.writeTextFileSync(path, script);
      const start = ["run", "--no-check", "--no-lock", "--no-config", "-A", path];
      const deno = shellWords(Deno.execPath(), ...start);
      const { stdout, stderr } = await denoHost().run({
        program: "sh",
        args: ["-c", `PLAIN=é EMPTY= BAD="$(printf 'a\\377')" exec ${deno}`],
        env: { ...Deno.env.toObject(), NO_COLOR: "1", LC_ALL: "C" },
        deadlineMs: 120_000,
        outputCap: 10_000,
      });
      const expected = JSON.stringify([["é", null, null, null, null, null, null], "é", ""]);
      const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      assertEquals([decode(stdout.head), decode(stderr.head)], [`${expected}\n${expected}\n`, ""]);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
