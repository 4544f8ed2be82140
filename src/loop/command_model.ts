/** A model that is a program: it reads the request as JSON and prints one turn, as a line of a script has it. */
import { isFields, parseJson } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { endingText } from "../hooks/run.ts";
import { runLine, shellLine } from "../hooks/run_command.ts";
import { type Model, ModelError } from "./events.ts";
import { replyOf, turnFlaw } from "./script_model.ts";

const DEADLINE_MS = 600_000;
const OUTPUT_CAP = 16 * 1024 * 1024;

export function commandModel(host: Host, command: string, cwd: string): Model {
  let number = 0;
  return {
    name: "command",
    keySource: "none",
    // deno-lint-ignore require-yield -- a program has its answer whole
    async *ask(request) {
      const run = await runLine(host, shellLine(host, command), {
        cwd,
        env: host.environment(),
        stdin: `${JSON.stringify(request)}\n`,
        deadlineMs: DEADLINE_MS,
        outputCap: OUTPUT_CAP,
      });
      if (run.kind !== "exited" || run.code !== 0) {
        const why = [endingText(run, DEADLINE_MS), run.stderr.trim()].filter(Boolean).join(": ");
        throw new ModelError(`The model command failed: ${why}`);
      }
      const last = run.stdout.split("\n").findLast((line) => line.trim() !== "") ?? "";
      const turn = parseJson(last);
      const flaw = turn === undefined ? "a line of JSON" : turnFlaw(turn);
      if (flaw !== undefined || !isFields(turn)) {
        throw new ModelError(`The model command printed no turn: expected ${flaw}`);
      }
      return replyOf(turn, ++number, request);
    },
  };
}
