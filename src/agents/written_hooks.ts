/** Where any agent's hooks are written, and the handlers in such a file, in groups or without. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import type { AgentFiles } from "./agent.ts";

export interface WrittenHook {
  readonly event: string;
  /** Where it stands, as in `hooks.Stop[0].hooks[1]`. */
  readonly key: string;
  readonly matcher: string | undefined;
  readonly handler: Fields;
}

/** @param file The whole file's value. */
export function writtenHooks(file: unknown): WrittenHook[] {
  const hooks = isFields(file) && isFields(file.hooks) ? file.hooks : {};
  return Object.entries(hooks).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).flatMap((group, at): WrittenHook[] => {
      if (!isFields(group)) return [];
      const key = `hooks.${event}[${at}]`;
      const matcher = asString(group.matcher);
      if (!Array.isArray(group.hooks)) return [{ event, key, matcher, handler: group }];
      return group.hooks.flatMap((handler, index) =>
        isFields(handler) ? [{ event, key: `${key}.hooks[${index}]`, matcher, handler }] : []
      );
    })
  );
}

/** The command line of a handler, by whichever of its agent's words. */
export function writtenLine({ bash, command }: Fields): string | undefined {
  return asString(bash) ?? asString(command);
}

/** The program that a plugin of ours starts; `undefined`: it is another plugin. */
export function pluginProgram(text: string): string | undefined {
  return asString(parseJson(/^const PROGRAM = (".*");$/m.exec(text)?.[1] ?? ""));
}

/** The user's file and the project's, of which some may lack. */
export function writtenPlaces(files: AgentFiles, projectDir: string, host: Host): string[] {
  const directory = files.directory(host);
  const project = joinPath(projectDir, files.project);
  return directory === undefined ? [project] : [joinPath(directory, files.file), project];
}
