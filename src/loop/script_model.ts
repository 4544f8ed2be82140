/** Models without a key: a script, deterministic and offline, or a program; a turn of either is one JSON object. */
import { counted } from "../base/fitted_text.ts";
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { endingText } from "../hooks/run.ts";
import { runLine, shellLine } from "../hooks/run_command.ts";
import { messageText, type Model, ModelError, type ModelRequest, textBlock } from "./events.ts";
import { areTexts, type Check, fieldsFlaw, isCount, isText } from "./shape.ts";

/** @param watch Gets every text that the model is shown. */
export function scriptModel(
  turns: readonly Fields[],
  watch?: (request: ModelRequest) => void,
): Model {
  let next = 0;
  return {
    name: "script",
    keySource: "none",
    // deno-lint-ignore require-yield -- a script has its answer whole
    async *ask(request) {
      watch?.(request);
      const turn = turns[next];
      if (request.purpose === "summary" && turn?.summary === undefined) {
        return replyOf({ summary: "The script has no summary here." }, next, request);
      }
      if (turn === undefined) {
        const all = turns.length === 0 ? "is empty" : `has only ${counted(turns.length, "turn")}`;
        throw new ModelError(`The script ${all}, and one more is asked for: add a line to it`);
      }
      return replyOf(turn, ++next, request);
    },
    left() {
      const left = turns.length - next;
      return left === 0 ? undefined : `${counted(left, "turn")} of the script not asked for`;
    },
  };
}

const DEADLINE_MS = 600_000;

/** A model that is a program: it reads the request as JSON and prints one turn. */
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
        outputCap: 16 * 1024 * 1024,
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

/** ADD A FIELD OF A TURN: one row. */
const FIELDS: Readonly<Record<string, Check>> = {
  text: isText,
  tools: (value) => {
    const isCall = (one: unknown) =>
      isFields(one) && !!asString(one.name) && isFields(one.input ?? {});
    return Array.isArray(value) && value.every(isCall) ? undefined : 'a list of {"name", "input"}';
  },
  in: isCount,
  summary: isText,
  expect: (value) => fieldsFlaw(value, EXPECTED),
};

const EXPECTED = { contains: areTexts, lacks: areTexts, system: areTexts };

export function turnFlaw(value: unknown): string | undefined {
  return fieldsFlaw(value, FIELDS);
}

/** The turns of a file: a JSON list, or a turn on each line. */
export function readTurns(text: string): readonly Fields[] | { readonly flaw: string } {
  const plain = text.replace(/^\uFEFF/, "");
  const whole = parseJson(plain);
  const rows = Array.isArray(whole)
    ? whole.map((turn, at) => ({ place: `Turn ${at + 1}`, turn }))
    : plain.split("\n").flatMap((line, at) =>
      line.trim() === "" ? [] : { place: `Line ${at + 1}`, turn: parseJson(line) }
    );
  for (const { place, turn } of rows) {
    const flaw = turn === undefined ? "one JSON object" : turnFlaw(turn);
    if (flaw !== undefined) return { flaw: `${place}: expected ${flaw}` };
  }
  return rows.map(({ turn }) => turn as Fields);
}

/** @throws {ModelError} The model was not shown what the turn expects. */
function replyOf(turn: Fields, number: number, request: ModelRequest) {
  const { text, summary = text, tools = [], expect = {} } = turn;
  const shown = shownText(request);
  for (const [name, texts] of Object.entries(expect as Fields)) {
    const isSystem = name === "system";
    const place = isSystem ? request.system : shown;
    const wrong = [texts].flat().find((text) =>
      place.includes(String(text)) === (name === "lacks")
    );
    if (wrong === undefined) continue;
    const what = `${name === "lacks" ? "was" : "was not"} shown "${wrong}"`;
    const last = place.slice(-500);
    throw new ModelError(
      `Turn ${number} of the script: the model ${what}${
        isSystem ? " in its system prompt" : ""
      }; ` +
        `it was last shown: ${last}`,
    );
  }
  const calls = (tools as readonly Fields[]).map(({ name, input = {} }, at) => ({
    type: "tool_use" as const,
    id: `toolu_${number}_${at}`,
    name: String(name),
    input: input as Fields,
  }));
  return {
    id: `msg_${number}`,
    content: [...summary ? [textBlock(String(summary))] : [], ...calls],
    usage: { input_tokens: Number(turn.in ?? 1000), output_tokens: 20 },
    stopReason: calls.length > 0 ? "tool_use" : "end_turn",
  };
}

export function shownText({ messages }: Pick<ModelRequest, "messages">): string {
  return messages.map(messageText).join("\n");
}
