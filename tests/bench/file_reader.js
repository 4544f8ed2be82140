// The same, and one look at one file: what no hook that knows a project can be faster than.
AbortSignal.timeout(5000).addEventListener("abort", () => end(1), { once: true });
const stream = globalThis.Deno?.stdin.readable ?? globalThis.Bun.stdin.stream();
stream.getReader().read().then(({ value }) => {
  const { cwd } = JSON.parse(new TextDecoder().decode(value));
  if (globalThis.Deno) Deno.statSync(cwd);
  else module.require("node:fs").statSync(cwd);
  end(0);
});

function end(code) {
  globalThis.Deno?.exit(code);
  globalThis.process.exit(code);
}
