/** What the agent says about the hooks it ran: its `--include-hook-events` output. */

/** One hook, from its start to its end. */
export interface HookRun {
  readonly event: string;
  /** What it printed. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** The agent's verdict: `success`, `error`, `cancelled`. */
  readonly outcome: string;
}

/**
 * Finds the hooks in what the agent printed.
 *
 * @returns The hooks in the order in which they ended.
 */
export function hookRuns(stdout: string): HookRun[] {
  const lines = stdout.split("\n").filter((line) => line.includes('"hook_response"'));
  return lines.map((line) => JSON.parse(line)).filter(({ subtype }) => subtype === "hook_response")
    .map((said) => ({
      event: said.hook_event,
      stdout: said.stdout ?? "",
      stderr: said.stderr ?? "",
      exitCode: said.exit_code,
      outcome: said.outcome,
    }));
}

/** Every string that a hook's answer would put before the model or the user. */
export function answeredTexts({ stdout }: HookRun): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(stdout, (key, value) => {
      // What a tool is given is not cut.
      if (typeof value === "string" && key !== "prompt") texts.push(value);
      return value;
    });
    return texts;
  } catch (error) {
    if (error instanceof SyntaxError) return [stdout];
    throw error;
  }
}
