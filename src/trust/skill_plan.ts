/** What a skill text would make us run: the commands of every part that a reader of it may cut out. */
import { scan } from "../skill/scan.ts";
import { splitTags } from "../skill/tags.ts";
import { stripHead } from "../skill/strip_head.ts";
import { directiveStep, readPolicyOf } from "./directive_policy.ts";
import { makePlan, type Plan } from "./plan.ts";

const REMARK = "Commands run in the project, with a short list of environment variables " +
  "(docs/preprocessor.md), and may do whatever you may";

export async function skillPlan(file: string, text: string): Promise<Plan> {
  const { policy } = await readPolicyOf(text, file);
  const steps = skillParts(text).flatMap(scan).flatMap((segment) =>
    segment.kind === "directive" ? directiveStep(segment.command, policy) : []
  );
  return makePlan({ file, pinned: text, steps, remark: REMARK });
}

/**
 * The same text holds other commands when it is cut in another way: what is a comment in the whole file may begin
 * inside a part of it. So each part is scanned for itself, with the functions that the loader cuts with.
 */
function skillParts(text: string): string[] {
  const { body } = stripHead(text);
  const output = splitTags(body)?.output;
  return [...new Set([text, body, ...output === undefined ? [] : [output]])];
}
