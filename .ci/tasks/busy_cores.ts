/** Programs that keep every core at work until they are stopped, or until whoever started them is gone. */

/** Standard input ends with us, however we end. */
const LOOP = `
Deno.stdin.read(new Uint8Array(1)).then(() => Deno.exit());
for (;;) {
  for (const end = Date.now() + 20; Date.now() < end;);
  await new Promise((wake) => setTimeout(wake));
}`;

/** One program per core, at work from the start. */
export class BusyCores {
  readonly count = navigator.hardwareConcurrency;
  #loops = Array.from({ length: this.count }, () =>
    new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", LOOP],
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn());

  /** Ends them. */
  stop(): void {
    for (const loop of this.#loops.splice(0)) loop.kill("SIGKILL");
  }
}
