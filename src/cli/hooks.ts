/** `skillhook hooks list`: everything that is configured, by event, with its origin and its problems. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { actionText, type Handler } from "../hooks/handler.ts";
import { handlerJson } from "../hooks/report.ts";
import type { Host, Outcome } from "../host/host.ts";
import { absolutePath, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** Handlers by event; problems on standard error, in JSON among the output. */
export async function hooksVerb(options: Given<"hooks list">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const settings = options.list("settings").map((path) => absolutePath(path, host));
  const { loaded } = await loadConfigured(host, { projectDir, settings, shape: undefined });
  const problems = [...loaded.diagnostics.map(formatDiagnostic), ...remarks(loaded.handlers)];
  const events = Map.groupBy(loaded.handlers, ({ event }) => event);
  if (options.flag("json")) {
    const rows = [...events].map(([event, handlers]) => [event, handlers.map(handlerJson)]);
    const json = { project: projectDir, events: Object.fromEntries(rows), problems };
    return success(JSON.stringify(json), problems);
  }
  const blocks = [...events].map(([event, handlers]) => [event, ...handlers.flatMap(lines)]);
  const text = blocks.map((block) => block.join("\n")).join("\n\n");
  return success(text === "" ? "No hooks are configured" : text, problems);
}

function lines({ action, matcher, condition, origin, shape, isUntrusted }: Handler): string[] {
  const filters = [
    ...matcher === undefined ? [] : [`matcher "${matcher.text}"`],
    ...condition === undefined ? [] : [`if "${condition.text}"`],
    ...shape === "flat" ? ["flat"] : [],
    ...isUntrusted ? ["not approved, does not run"] : [],
  ];
  const suffix = filters.length === 0 ? "" : `  [${filters.join(", ")}]`;
  return [
    `  ${action.type}: ${actionText(action)}${suffix}`,
    `      ${origin.path}: ${origin.key} (${origin.scope})`,
  ];
}

/** What is no flaw but may surprise. */
function remarks(handlers: readonly Handler[]): string[] {
  return handlers.filter(({ isOnce, shape }) => isOnce && shape === "agent").map(({ origin }) =>
    `${origin.path}: ${origin.key}.once: the agent itself honours "once" only in a skill's frontmatter`
  );
}
