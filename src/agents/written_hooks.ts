/** The handlers in a hooks file of any agent, in groups or without. */
import { asString, type Fields, isFields } from "../base/json_type.ts";

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
