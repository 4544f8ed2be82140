/** `skillhook hooks list --agent`: what other agents' files hold; how their hooks match is their own affair. */
import { loaderOf } from "../agents/table.ts";
import { type WrittenHook, writtenHooks } from "../agents/written_hooks.ts";
import { groupBy } from "../base/group_by.ts";
import { asString, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
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
    const directory = files.directory(host);
    const paths = [
      ...directory === undefined ? [] : [joinPath(directory, files.file)],
      joinPath(project, files.project),
    ];
    for (const source of new Set(paths)) {
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
  const [, program] = /^const PROGRAM = (".*");$/m.exec(text) ?? [];
  return { hooks: program === undefined ? {} : { plugin: [{ command: JSON.parse(program) }] } };
}

function commandOf({ handler: { command, bash } }: WrittenHook): string {
  return asString(bash) ?? asString(command) ?? "";
}

function toJson(hook: ListedHook) {
  const { source, key, matcher, handler } = hook;
  const { timeout = handler.timeoutSec } = handler;
  return {
    source,
    key,
    type: handler.type ?? "command",
    command: commandOf(hook),
    matcher,
    timeout,
  };
}

function lines(hook: ListedHook): string[] {
  const { source, key, matcher } = hook;
  const filter = matcher === undefined ? "" : `  [matcher "${matcher}"]`;
  return [`  command: ${commandOf(hook)}${filter}`, `      ${source}: ${key}`];
}
