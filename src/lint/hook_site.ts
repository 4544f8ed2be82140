/** What a rule about hooks is: a row of a table; and what it looks at: one group or one handler of a hooks file. */
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import type { HookPlace } from "../hooks/handler.ts";
import type { Host } from "../host/host.ts";
import { type HookEvent, hookEvent } from "../protocol/hook_events.ts";

/** A hooks file, and where its paths lead. */
export interface HookFile {
  readonly place: HookPlace;
  readonly text: string;
  /** What `$CLAUDE_PROJECT_DIR` is; `undefined`: unknown. */
  readonly projectDir: string | undefined;
}

export interface HookSite {
  readonly event: string;
  readonly row: HookEvent;
  /** Such as `hooks.PreToolUse[0].hooks[1]`. */
  readonly key: string;
  readonly item: Fields;
  readonly group: Fields;
  /** All of the group; a handler that stands in none is its own group. */
  readonly handlers: readonly Fields[];
  readonly file: HookFile;
  readonly host: Host;
}

/** One value of a JSON file to be other than it is; `undefined`: gone. */
export type Change = { readonly key: string; readonly value: unknown };

/** What a rule found, with what says it better than its row. */
export interface Found {
  readonly what: string;
  readonly key?: string;
  readonly reason?: string;
  readonly remedy?: string | undefined;
  /** Keys are below the item, such as `.matcher`. */
  readonly fix?: readonly Change[] | undefined;
}

/** A rule. How bad it is, the code says. */
export interface HookRule {
  readonly code: DiagnosticCode;
  readonly at: "group" | "handler" | "both";
  /** What it looks at, below the item. */
  readonly key: string;
  readonly reason: string;
  readonly remedy: string;
  readonly find: (site: HookSite) => Found | undefined;
}

/** All groups and handlers that have the right shape; the rest is the reader's to name. */
export function sitesOf(
  hooks: unknown,
  file: HookFile,
  host: Host,
): Record<HookRule["at"], HookSite[]> {
  const sites = { group: [] as HookSite[], handler: [] as HookSite[], both: [] as HookSite[] };
  for (const [event, list] of Object.entries(isFields(hooks) ? hooks : {})) {
    const row = hookEvent(event);
    if (row === undefined || !Array.isArray(list)) continue;
    for (const [index, group] of list.entries()) {
      if (!isFields(group)) continue;
      const key = `hooks.${event}[${index}]`;
      const inner: unknown[] = Array.isArray(group.hooks) ? group.hooks : [];
      const handlers = group.hooks === undefined ? [group] : inner.filter(isFields);
      const site = { event, row, group, handlers, file, host, key, item: group };
      sites.group.push(site);
      if (group.hooks === undefined) sites.handler.push(site);
      for (const [at, item] of inner.entries()) {
        if (isFields(item)) sites.handler.push({ ...site, key: `${key}.hooks[${at}]`, item });
      }
    }
  }
  // What stands in no group is its own.
  sites.both = [...new Set([...sites.group, ...sites.handler])];
  return sites;
}
