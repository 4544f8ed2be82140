/** What a file of a project would make us do: shown by `trust allow`, compared before some of it is run. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import { isLinkEntry, linkPlan, makePlan, type Plan, type PlanStep } from "../trust/plan.ts";
import { projectBoundary, realPathOf } from "../trust/project_boundary.ts";
import type { TrustEntry } from "../trust/trust_store.ts";
import { type Handler, wholeActionText } from "./handler.ts";
import { hooksOf, readHooks } from "./read_hooks.ts";

/** `--shape` may have any file read in either way. */
const SHAPES: readonly (Handler["shape"] | undefined)[] = [undefined, "agent", "flat"];
export const REMARK =
  "Commands run in the directory of the event, with your whole environment, keys and " +
  "tokens too, and may do whatever you may";

export async function filePlan(path: string, text: string): Promise<Plan> {
  if (path.endsWith(".json")) return settingsPlan(path, text);
  if (/(?:^|[/\\])skillhook\.yaml$/.test(path)) {
    const { policyPlan } = await import("./approved_policy.ts");
    const { readWritten } = await import("../config/read_written.ts");
    // What cannot be read says nothing, here as where it is used.
    const { written = {} } = await readWritten(text, { path, scope: "project" });
    return policyPlan(path, text, written);
  }
  const { skillPlan } = await import("../trust/directive_policy.ts");
  return await skillPlan(path, text);
}

/** Every handler of a settings file, however it may be read, and what the file opens for others. */
export function settingsPlan(path: string, text: string): Plan {
  const read = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const isObject = isFields(read);
  const fields: Fields = isObject ? read : {};
  const { hooks = fields, allowedHttpHookUrls: urls = null, disableAllHooks = null } = fields;
  const lists = Array.isArray(hooks)
    ? hooks.filter(isFields).map((item) => isFields(item.hooks) ? item.hooks : item)
    : [hooksOf(fields)];
  const place = { path, scope: "project", needsApproval: true } as const;
  const handlers = lists.flatMap((list) =>
    SHAPES.flatMap((shape) => readHooks(list, { place, isUntrusted: true, shape, diagnostics: [] }))
  );
  return makePlan({
    file: path,
    pinned: isObject ? JSON.stringify([hooks, disableAllHooks, urls]) : text,
    steps: [
      ...handlers.map(handlerStep),
      ...(Array.isArray(urls) ? urls : []).flatMap((url) => asString(url) ?? [])
        .map((url) => grant(url, "every http hook may send events to such addresses")),
      ...disableAllHooks === true ? [grant("disableAllHooks", "no hook runs")] : [],
    ],
    remark: REMARK,
  });
}

export function grant(text: string, fact: string, value = ""): PlanStep {
  return { kind: "grant", text, facts: [[fact, value]] };
}

type Fact = PlanStep["facts"][number];

/** All that its running depends on: not where it is written, nor whether it is approved. */
export function handlerStep(handler: Handler): PlanStep {
  const { action, event, matcher, condition, timeoutMs, isOnce, blocksOnFailure } = handler;
  const facts: Fact[] = [
    ["on", event],
    ...matcher ? [["matcher", matcher.text] as const] : [],
    ...condition ? [["if", condition.text] as const] : [],
    ...actionFacts(action),
    ["time limit", timeoutMs === undefined ? "the agent's" : `${timeoutMs / 1000} s`],
  ];
  if (isOnce) facts.push(["once in a session", ""]);
  if (blocksOnFailure) facts.push(["blocks when it fails", ""]);
  const kind = action.type === "command" ? "run" : action.type === "http" ? "send" : "ask";
  return { kind, text: wholeActionText(action), facts };
}

function actionFacts(action: Handler["action"]): Fact[] {
  switch (action.type) {
    case "command": {
      const { command, args, shell = "sh", isAsync } = action;
      const how: Fact = args === undefined
        ? ["shell", shell]
        : ["program with arguments", JSON.stringify([command, ...args])];
      return isAsync ? [how, ["goes on in the background", ""]] : [how];
    }
    case "http":
      return [
        ["sends the whole event", ""],
        ...Object.entries(action.headers).map(([name, value]): Fact => [`header ${name}`, value]),
        ...action.allowedEnv.map((name): Fact => ["sends the environment variable", name]),
      ];
    case "prompt":
    case "agent":
      return [["as", action.type]];
    case "mcp_tool":
      return [["server", action.server], ["tool", action.tool]];
    default:
      return action satisfies never;
  }
}

export async function approvalState(host: Host, entry: TrustEntry) {
  const { changedSince, currentApproval } = await import("../trust/approval.ts");
  const gone = { state: "gone", changed: [entry.path] } as const;
  try {
    const { path } = entry;
    const text = isLinkEntry(entry) ? realPathOf(host, path) : host.readText(path);
    if (text === undefined) return gone;
    const plan = isLinkEntry(entry) ? linkPlan(path, text) : await filePlan(path, text);
    const project = projectBoundary(host, entry.project || undefined);
    const now = await currentApproval(host, plan, project);
    if (now === undefined) return gone;
    const changed = changedSince(entry, now.entry);
    return { state: changed.length === 0 ? "allowed" : "changed", changed } as const;
  } catch (error) {
    if (error instanceof HostError) return gone;
    throw error;
  }
}
