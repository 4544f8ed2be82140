/** A model that follows a script: deterministic, offline, without a key. */
import { counted } from "../base/fitted_text.ts";
import type { Fields } from "../base/json_type.ts";
import { type Model, ModelError, type ModelRequest } from "./model.ts";
import { replyOf } from "./script_turn.ts";

/** What a compaction leaves where the script has no words for it. */
const UNWRITTEN = "The script has no summary here.";

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
      const isSummary = request.purpose === "summary";
      if (isSummary && turn?.summary === undefined) {
        return replyOf({ summary: UNWRITTEN }, next, request);
      }
      if (turn === undefined) {
        const all = turns.length === 0 ? "is empty" : `has only ${counted(turns.length, "turn")}`;
        throw new ModelError(`The script ${all}, and one more is asked for: add a line to it`);
      }
      next++;
      return replyOf(turn, next, request);
    },
    left() {
      const left = turns.length - next;
      return left === 0 ? undefined : `${counted(left, "turn")} of the script not asked for`;
    },
  };
}
