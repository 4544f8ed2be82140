/** Places that the hooks file names when it starts us: variables that a project's settings set cannot move them. */
import { AGENT_VARIABLE, isAgentName } from "../agents/table.ts";
import type { Host } from "../host/host.ts";

const PINS: ReadonlyMap<string, string> = new Map([
  ["--home", "HOME"],
  ["--config", "CLAUDE_CONFIG_DIR"],
  ["--agent", AGENT_VARIABLE],
]);

/** @returns The host with these values in place of the environment's; `undefined` when there are other words. */
export function pinnedHost(host: Host, words: readonly string[]): Host | undefined {
  if (words.length === 0) return host;
  const values: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 2) {
    const [name, value] = [PINS.get(words[at]!), words[at + 1]];
    if (name === undefined || value === undefined || value === "") return undefined;
    if (name === AGENT_VARIABLE && !isAgentName(value)) return undefined;
    values[name] = value;
  }
  const pinned: Partial<Host> = {
    env: (name) => Object.hasOwn(values, name) ? values[name] : host.env(name),
    environment: () => ({ ...host.environment(), ...values }),
    pinned: new Set(Object.keys(values)),
  };
  return Object.assign(Object.create(host) as Host, pinned);
}

export function pinWords(host: Host, config: string): string[] {
  const home = host.env("HOME");
  return [...home === undefined ? [] : ["--home", home], "--config", config];
}
