/** One turn of a scripted model, as a line of JSON: what it says, what it calls, and what it must have been shown. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { type Block, messageText, textBlock } from "./events.ts";
import { ModelError, type ModelRequest, type Reply } from "./model.ts";
import { areTexts, type Check, fieldsFlaw, isCount, isText, textsOf } from "./shape.ts";

/** ADD A FIELD OF A TURN: one row. */
const FIELDS: Readonly<Record<string, Check>> = {
  text: isText,
  tools: (value) =>
    Array.isArray(value) && value.every(isCall) ? undefined : 'a list of {"name", "input"}',
  in: isCount,
  summary: isText,
  expect: (value) => fieldsFlaw(value, EXPECTED),
};

/** Of the conversation, and of what the model is told before it. */
const EXPECTED = { contains: areTexts, lacks: areTexts, system: areTexts };

function isCall(value: unknown): boolean {
  return isFields(value) && typeof value.name === "string" && value.name !== "" &&
    isFields(value.input ?? {});
}

/** Why it is no turn; `undefined`: it is one. */
export function turnFlaw(value: unknown): string | undefined {
  return fieldsFlaw(value, FIELDS);
}

/** The turns of a file: a JSON list, or a turn on each line. */
export function readTurns(text: string): readonly Fields[] | { readonly flaw: string } {
  const plain = text.replace(/^\uFEFF/, "");
  const whole = parseJson(plain);
  const lines = plain.split("\n");
  const rows: readonly (readonly [string, unknown])[] = Array.isArray(whole)
    ? whole.map((turn, at) => [`Turn ${at + 1}`, turn])
    : lines.flatMap((line, at) =>
      line.trim() === "" ? [] : [[`Line ${at + 1}`, parseJson(line)] as const]
    );
  for (const [place, turn] of rows) {
    const flaw = turn === undefined ? "one JSON object" : turnFlaw(turn);
    if (flaw !== undefined) return { flaw: `${place}: expected ${flaw}` };
  }
  return rows.map(([, turn]) => turn as Fields);
}

const INPUT_TOKENS = 1000;
const OUTPUT_TOKENS = 20;
/** UTF-16 units of what was shown, in a message about it. */
const LAST_SHOWN = 500;

/**
 * What a turn says.
 *
 * @param number Makes the identifiers, from 1.
 * @throws {ModelError} The model was not shown what the turn expects.
 */
export function replyOf(turn: Fields, number: number, request: ModelRequest): Reply {
  const { text, summary, tools = [], expect = {} } = turn;
  checkShown(expect as Fields, number, request);
  const said = typeof summary === "string" ? summary : text;
  const calls = (tools as readonly Fields[]).map(({ name, input = {} }, at): Block => ({
    type: "tool_use",
    id: `toolu_${number}_${at}`,
    name: String(name),
    input: input as Fields,
  }));
  const usage = { input_tokens: Number(turn.in ?? INPUT_TOKENS), output_tokens: OUTPUT_TOKENS };
  return {
    id: `msg_${number}`,
    content: [...typeof said === "string" && said !== "" ? [textBlock(said)] : [], ...calls],
    usage,
    stopReason: calls.length > 0 ? "tool_use" : "end_turn",
  };
}

/** All of the conversation that a request shows. */
export function shownText({ messages }: Pick<ModelRequest, "messages">): string {
  return messages.map(messageText).join("\n");
}

function checkShown(expect: Fields, number: number, request: ModelRequest): void {
  const shown = shownText(request);
  const places = [
    ["contains", shown, true],
    ["lacks", shown, false],
    ["system", request.system, true],
  ] as const;
  for (const [name, place, isWanted] of places) {
    for (const text of textsOf(expect, name)) {
      if (place.includes(text) === isWanted) continue;
      const what = isWanted ? "was not shown" : "was shown";
      const where = name === "system" ? " in its system prompt" : "";
      throw new ModelError(
        `Turn ${number} of the script: the model ${what} "${text}"${where}; it was last shown: ` +
          place.slice(-LAST_SHOWN),
      );
    }
  }
}
