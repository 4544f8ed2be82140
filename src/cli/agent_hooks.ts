/** `skillhook hooks list --agent`: what other agents' files hold; how their hooks match is their own affair. */
import { loaderOf } from "../agents/table.ts";
import {
  pluginProgram,
  type WrittenHook,
  writtenHooks,
  writtenLine,
  writtenPlaces,
} from "../agents/written_hooks.ts";
import { groupBy } from "../base/group_by.ts";
import { parseJson } from "../base/json_type.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { agentNames } from "./install_scope.ts";
import { success } from "./verb.ts";

interface ListedHook extends WrittenHook {
  readonly source: string;
}

export async function listAgentHooks(
  names: string,
  project: string,
  isJson: boolean,
  host: Host,
): Promise<Outcome> {
  const found: ListedHook[] = [];
  const problems: string[] = [];
  for (const name of agentNames(names)) {
    const files = (await loaderOf(name)?.())?.files;
    if (files === undefined) continue;
    for (const source of new Set(writtenPlaces(files, project, host))) {
      const text = attempt(() => host.readText(source));
      if (text === undefined) continue;
      const value = files.program === undefined ? parseJson(text) : programHook(text);
      if (value === undefined) {
        problems.push(`${source}: Cannot read the file: it is not valid JSON`);
      }
      found.push(...writtenHooks(value).map((hook) => ({ ...hook, source })));
    }
  }
  const events = groupBy(found, ({ event }) => event);
  if (isJson) {
    const rows = [...events].map(([event, hooks]) => [event, hooks.map(toJson)]);
    const json = { project, events: Object.fromEntries(rows), problems };
    return success(JSON.stringify(json), problems);
  }
  const blocks = [...events].map(([event, hooks]) => [event, ...hooks.flatMap(lines)].join("\n"));
  return success(blocks.join("\n\n") || "No hooks are configured", problems);
}

/** A plugin of ours is one hook of all that it asks about. */
function programHook(text: string) {
  const command = pluginProgram(text);
  return { hooks: command === undefined ? {} : { plugin: [{ command }] } };
}

function toJson({ source, key, matcher, handler }: ListedHook) {
  const { timeout = handler.timeoutSec } = handler;
  return {
    source,
    key,
    type: handler.type ?? "command",
    command: writtenLine(handler) ?? "",
    matcher,
    timeout,
  };
}

function lines({ source, key, matcher, handler }: ListedHook): string[] {
  const filter = matcher === undefined ? "" : `  [matcher "${matcher}"]`;
  return [`  command: ${writtenLine(handler) ?? ""}${filter}`, `      ${source}: ${key}`];
}
