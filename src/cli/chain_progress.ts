/** `skillhook chain status`, `resume`, `skip`, `cancel`, `list`: how far chains have come, and what is to become of them. */
import { loaderOf } from "../agents/table.ts";
import { minuteText, oneLine } from "../base/fitted_text.ts";
import { slashText } from "../continuation/chain.ts";
import type { AgentWays, Host, Outcome } from "../host/host.ts";
import { isUnfinished, keep, type Progress, recordPath } from "../progress/progress.ts";
import { callText, userLine } from "../progress/progress_text.ts";
import { chainOf, type ProjectChain, projectChains } from "../progress/session_chain.ts";
import { projectOption, sessionOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

type Options = Given<"chain status">;

const MARKS = { open: "[ ]", begun: "[~]", done: "[x]", skipped: "[-]" } as const;

export async function chainStatus(options: Options, host: Host): Promise<Outcome> {
  const found = await findChain(options, host);
  const isJson = options.flag("json");
  if (found === undefined) return success(isJson ? "null" : "There is no chain");
  const ways = await waysOf(found.progress, host);
  return success(isJson ? JSON.stringify(toJson(found, ways)) : statusText(found.progress, ways));
}

export function chainChange(is: "resumed" | "skipped" | "cancelled") {
  return async (options: Options, host: Host): Promise<Outcome> => {
    const found = await findChain(options, host);
    if (found === undefined || !isUnfinished(found.progress)) {
      throw new VerbError("There is no unfinished chain: `skillhook chain list` lists all");
    }
    const { next, steps } = found.progress;
    if (is === "skipped" && next >= steps.length) {
      throw new VerbError("Cannot skip a step: all have begun: `skillhook chain cancel` ends it");
    }
    const [flaw] = keep(host, found.path, [is === "skipped" ? { is, step: next } : { is }]);
    if (flaw !== undefined) throw new VerbError(flaw.message);
    return await chainStatus(options, host);
  };
}

export async function chainList(options: Given<"chain list">, host: Host): Promise<Outcome> {
  const chains = projectChains(host, projectOption(options, host));
  if (options.flag("json")) {
    const rows = chains.map(async (chain) => toJson(chain, await waysOf(chain.progress, host)));
    return success(JSON.stringify(await Promise.all(rows)));
  }
  const lines = chains.map(({ session, progress }) => {
    const { at, state } = progress;
    const chain = `${state.padEnd(9)}  ${userLine(progress)}`;
    return `${minuteText(at)} UTC  ${chain}  (session ${session})`;
  });
  return success(lines.join("\n") || "There is no chain");
}

/** How the agent that runs it runs skills; `undefined`: it is Claude Code. */
async function waysOf({ agent = "" }: Progress, host: Host): Promise<AgentWays | undefined> {
  return (await loaderOf(agent)?.())?.ways(host);
}

async function findChain(options: Options, host: Host): Promise<ProjectChain | undefined> {
  const session = sessionOption(options, host);
  if (session === undefined) {
    const chains = projectChains(host, projectOption(options, host));
    return chains.find(({ progress }) => isUnfinished(progress));
  }
  const progress = await chainOf(host, session);
  const path = await recordPath(host, session);
  return progress && { session, path: path!, progress };
}

function statusText(progress: Progress, ways: AgentWays | undefined): string {
  const { next, steps, state } = progress;
  const lines = steps.map((step) => `${MARKS[step.state]} ${oneLine(slashText(step), 200)}`);
  if (!isUnfinished(progress)) return [...lines, `The chain is ${state}`].join("\n");
  if (state === "suspended") lines.push("Suspended: r in a prompt goes on with it");
  const call = next < steps.length
    ? callText(progress, next, ways)
    : "nothing, this is the last step";
  return [...lines, `Next: ${call}`].join("\n");
}

function toJson({ session, progress }: ProjectChain, ways: AgentWays | undefined): unknown {
  const { steps, state, project, current, next } = progress;
  const isOpen = isUnfinished(progress) && next < steps.length;
  const call = isOpen ? callText(progress, next, ways) : null;
  return { session, project, state, position: current + 1, steps, next: call };
}
