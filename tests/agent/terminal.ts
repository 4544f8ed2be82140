/**
 * The agent as people have it: in a terminal, typed into and looked at through tmux, which draws the screen. Each
 * terminal is a server of its own that ends with the scenario.
 */
import { Mismatch, type Seen } from "./check.ts";
import { runProgram } from "./run_program.ts";

/** A terminal with a program in it. */
export interface Terminal {
  /** Types a text into the prompt and sends it. */
  send(text: string): Promise<void>;
  /** Presses a key, by its character or name: `Escape`. */
  press(key: string): Promise<void>;
  /** What is on the screen and above it; blanks and line breaks count as one blank. */
  screen(): Promise<Seen>;
  /**
   * Looks until all texts are on the screen.
   *
   * @throws {Mismatch} They did not come; the message shows the screen.
   */
  see(...texts: readonly string[]): Promise<void>;
  /** Waits until something is so. */
  until(what: string, isSo: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

/** What runs in it. */
export interface TerminalOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A path for tmux's socket. */
  readonly socket: string;
}

/** Milliseconds a text is waited for. */
const PATIENCE = 30_000;
const LOOKS_EVERY = 150;

/** Why there can be no terminal here; `undefined` where there can. */
export async function cannotType(): Promise<string | undefined> {
  try {
    await new Deno.Command("tmux", { args: ["-V"], stdout: "null", stderr: "null" }).output();
    return undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return "tmux, which draws the screen, is not installed";
    }
    throw error;
  }
}

/** Starts a program in a terminal of 200 columns and 60 rows; the caller closes it. */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { program, args, cwd, env, socket } = options;
  async function tmux(...words: readonly string[]): Promise<string> {
    const all = ["-S", socket, "-f", "/dev/null", ...words];
    const { code, stdout, stderr } = await runProgram("tmux", all, { cwd, env, limit: PATIENCE });
    if (code !== 0) throw new Error(`Cannot run tmux ${words.join(" ")}: ${stderr}`);
    return stdout;
  }
  /** What stands behind the last prompt sign. */
  async function inPrompt(): Promise<string> {
    const lines = (await tmux("capture-pane", "-p", "-J")).split("\n");
    return lines.findLast((line) => line.startsWith("❯"))?.slice(1).trim() ?? "";
  }
  async function until(wanted: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while (!await isSo()) {
      if (Date.now() > deadline) {
        const shown = (await tmux("capture-pane", "-p")).replaceAll(/\n\s*\n/g, "\n");
        throw new Mismatch(`expected on the screen:\n${wanted}\nthere was:\n${shown}`);
      }
      await pause(LOOKS_EVERY);
    }
  }
  async function screen(): Promise<string> {
    return (await tmux("capture-pane", "-p", "-S", "-2000")).replaceAll(/\s+/g, " ");
  }
  await tmux(...["new-session", "-d", "-x", "200", "-y", "60"], program, ...args);
  await tmux("set-option", "remain-on-exit", "on");
  return {
    async send(text) {
      await tmux("send-keys", "-l", "--", text);
      await until(text, async () => (await inPrompt()).endsWith(text.slice(-40)));
      // A key that comes with a text is taken for a part of it: pressed until it is heard.
      for (let tries = 0; tries < 20 && (await inPrompt()) !== ""; tries++) {
        await pause(LOOKS_EVERY);
        await tmux("send-keys", "Enter");
        await pause(LOOKS_EVERY);
      }
    },
    async press(key) {
      await tmux("send-keys", key);
      // Escape and what follows it at once are another key.
      await pause(3 * LOOKS_EVERY);
    },
    screen: async () => ({ where: "the screen", text: await screen() }),
    see: (...texts) =>
      until(texts.join("\n"), async () => {
        const there = await screen();
        return texts.every((text) => there.includes(text));
      }),
    until,
    async close() {
      await tmux("kill-server").catch(() => undefined);
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
