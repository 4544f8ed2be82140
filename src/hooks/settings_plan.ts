/** What a settings file would make us do: every handler, however it may be read, and what the file opens for others. */
import { isFields } from "../base/json_type.ts";
import { handlerStep } from "./handler_step.ts";
import type { HookShape } from "./handler.ts";
import { hooksOf, readHooks } from "./read_hooks.ts";
import { makePlan, type Plan, type PlanStep } from "../trust/plan.ts";

/** `--shape` may have any file read in either way. */
const SHAPES: readonly (HookShape | undefined)[] = [undefined, "agent", "flat"];
const REMARK =
  "Commands run in the directory of the event, with your whole environment, keys and " +
  "tokens too, and may do whatever you may";

/** The plan; of a text that is no JSON object, one without steps. */
export function settingsPlan(path: string, text: string): Plan {
  const fields = parse(text);
  if (!isFields(fields)) return makePlan({ file: path, pinned: text, steps: [], remark: REMARK });
  const { hooks = fields } = fields;
  const lists = Array.isArray(hooks)
    ? hooks.filter(isFields).map((item) => isFields(item.hooks) ? item.hooks : item)
    : [hooksOf(fields)];
  const place = { path, scope: "project", needsApproval: true } as const;
  const handlers = lists.flatMap((list) =>
    SHAPES.flatMap((shape) => readHooks(list, { place, isUntrusted: true, shape, diagnostics: [] }))
  );
  const switches = [fields.disableAllHooks ?? null, fields.allowedHttpHookUrls ?? null];
  return makePlan({
    file: path,
    pinned: JSON.stringify([hooks, ...switches]),
    steps: [...handlers.map(handlerStep), ...grants(fields)],
    remark: REMARK,
  });
}

function grants({ allowedHttpHookUrls, disableAllHooks }: Readonly<Record<string, unknown>>) {
  const urls = Array.isArray(allowedHttpHookUrls) ? allowedHttpHookUrls : [];
  const steps: PlanStep[] = urls.filter((url) => typeof url === "string").map((url) => ({
    kind: "grant",
    text: url,
    facts: [["every http hook may send events to such addresses", ""]],
  }));
  if (disableAllHooks !== true) return steps;
  return [
    ...steps,
    { kind: "grant", text: "disableAllHooks", facts: [["no hook runs", ""]] } as const,
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
