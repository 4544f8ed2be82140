/** `skillhook hooks list`: everything that is configured, by event; of other agents, how hooks match is their own affair. */
import {
  pluginProgram,
  writtenHooks,
  writtenLine,
  writtenPlaces,
} from "../agents/written_hooks.ts";
import { formatDiagnostic } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { parseJson } from "../base/json_type.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { actionText, type Handler } from "../hooks/handler.ts";
import { handlerJson } from "../hooks/report.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { namedAgents } from "./install_scope.ts";
import { projectOption, settingsOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

interface Row {
  readonly event: string;
  readonly json: unknown;
  readonly lines: readonly string[];
}

export async function hooksVerb(options: Given<"hooks list">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const problems: string[] = [];
  const rows: Row[] = [];
  const agents = options.text("agent");
  if (agents === undefined) {
    const settings = settingsOption(options, host);
    const { loaded } = await loadConfigured(host, { projectDir, settings });
    problems.push(...loaded.diagnostics.map(formatDiagnostic));
    rows.push(...loaded.handlers.map(configuredRow));
  } else {
    for (const [, agent] of await namedAgents(agents)) {
      const places = agent === undefined ? [] : writtenPlaces(agent.files, projectDir, host);
      for (const source of new Set(places)) {
        const text = attempt(() => host.readText(source));
        if (text === undefined) continue;
        const value = agent?.files.program === undefined ? parseJson(text) : programHook(text);
        rows.push(...writtenHooks(value).map((hook) => writtenRow(source, hook)));
        if (value !== undefined) continue;
        problems.push(`${source}: Cannot read the file: it is not valid JSON`);
      }
    }
  }
  const events = [...groupBy(rows, ({ event }) => event)];
  if (options.flag("json")) {
    const shown = events.map(([event, own]) => [event, own.map(({ json }) => json)]);
    const json = { project: projectDir, events: Object.fromEntries(shown), problems };
    return success(JSON.stringify(json), problems);
  }
  const blocks = events.map(([event, own]) => [event, ...own.flatMap(({ lines }) => lines)]);
  const text = blocks.map((block) => block.join("\n")).join("\n\n");
  return success(text || "No hooks are configured", problems);
}

function configuredRow(handler: Handler): Row {
  const { event, action, matcher, condition, origin, shape, isUntrusted } = handler;
  const filters = [
    ...matcher === undefined ? [] : [`matcher "${matcher.text}"`],
    ...condition === undefined ? [] : [`if "${condition.text}"`],
    ...shape === "flat" ? ["flat"] : [],
    ...isUntrusted ? ["not approved, does not run"] : [],
  ];
  const suffix = filters.length === 0 ? "" : `  [${filters.join(", ")}]`;
  const lines = [
    `  ${action.type}: ${actionText(action)}${suffix}`,
    `      ${origin.path}: ${origin.key} (${origin.scope})`,
  ];
  return { event, json: handlerJson(handler), lines };
}

function writtenRow(source: string, hook: ReturnType<typeof writtenHooks>[number]): Row {
  const { event, key, matcher, handler } = hook;
  const { type = "command", timeout = handler.timeoutSec } = handler;
  const command = writtenLine(handler) ?? "";
  const filter = matcher === undefined ? "" : `  [matcher "${matcher}"]`;
  return {
    event,
    json: { source, key, type, command, matcher, timeout },
    lines: [`  command: ${command}${filter}`, `      ${source}: ${key}`],
  };
}

function programHook(text: string) {
  const command = pluginProgram(text);
  return { hooks: command === undefined ? {} : { plugin: [{ command }] } };
}
