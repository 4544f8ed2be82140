/**
 * Which variables of the environment a payload may carry. The agent's environment holds keys; a skill
 * that asks for `${AWS_SECRET_ACCESS_KEY}` must not get it into a text that leaves the machine.
 */
import type { Host } from "../host/host.ts";

/** Names that anything may ask for, by their beginning. */
const OPEN_PREFIXES = ["CLAUDE_", "SKILLHOOK_"];
/** Words in a name that mean: this is nobody's business, whoever asks. */
const SECRET_WORDS = [
  "SECRET",
  "TOKEN",
  "PASSWORD",
  "PASSWD",
  "PASSPHRASE",
  "CREDENTIAL",
  "CREDENTIALS",
  "KEY",
  "APIKEY",
  "AUTH",
  "COOKIE",
  "PAT",
];

/** Who allowed more than the prefixes. */
export interface EnvironmentRule {
  /** Names that the task lists under `env`; a task file may be a stranger's, so none that look like a secret. */
  readonly byTask: readonly string[];
  /** Names that the user gave on the command line. */
  readonly byUser: readonly string[];
}

/** Nothing beyond the prefixes. */
export const NO_MORE: EnvironmentRule = { byTask: [], byUser: [] };

/** Its value; `not allowed`, or `no value` when it is not set. */
export function environmentValue(
  host: Pick<Host, "env">,
  name: string,
  rule: EnvironmentRule,
): { readonly value: string } | "not allowed" | "no value" {
  const isOpen = OPEN_PREFIXES.some((prefix) => name.startsWith(prefix)) ||
    rule.byTask.includes(name);
  if (!rule.byUser.includes(name) && (!isOpen || looksSecret(name))) return "not allowed";
  const value = host.env(name);
  return value === undefined ? "no value" : { value };
}

/** Whether it is the name of a secret, as people name them. */
export function looksSecret(name: string): boolean {
  return name.toUpperCase().split("_").some((word) => SECRET_WORDS.includes(word));
}
