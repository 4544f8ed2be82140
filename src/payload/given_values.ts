/** Values for `{{NAME}}` as people give them, and which variables of the environment a payload may carry. */
import { isFields, jsonType } from "../base/json_type.ts";
import { MASK, maskSecrets } from "../base/mask_secrets.ts";
import { nearestWord } from "../base/nearest.ts";
import type { Host } from "../host/host.ts";
import { KNOWN_VALUES } from "./known_values.ts";

export type GivenValues = ReadonlyMap<string, string> | { readonly problem: string };

const NAME_REGEXP = /^[A-Z0-9_]+$/;

export function valuesFromPairs(pairs: readonly string[]): GivenValues {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 0) return { problem: `Cannot set "${pair}": expected NAME=VALUE` };
    const name = pair.slice(0, equals);
    if (!NAME_REGEXP.test(name)) return { problem: badName(name) };
    values.set(name, pair.slice(equals + 1));
  }
  return values;
}

/** Reads an object of texts, numbers and truth values; null counts as absent, a list is joined with commas. */
export function valuesFromJson(value: unknown): GivenValues {
  if (!isFields(value)) {
    return { problem: `Cannot read values: expected an object: got ${jsonType(value)}` };
  }
  const values = new Map<string, string>();
  for (const [written, one] of Object.entries(value)) {
    const name = written.replace(/^TI_/, "");
    if (!NAME_REGEXP.test(name)) return { problem: badName(name) };
    if (one === null) continue;
    const text = textOf(one);
    if (text === undefined) {
      return { problem: `Cannot read values: "${name}" must be a text: got ${jsonType(one)}` };
    }
    values.set(name, text);
  }
  return values;
}

/** Of variables such as `TI_TASK_ID`: scripts written for shell functions export their values so. */
export function valuesFromEnvironment(environment: Readonly<Record<string, string>>) {
  const rows = Object.entries(environment).filter(([key]) => /^TI_[A-Z0-9_]+$/.test(key));
  return new Map(rows.map(([key, value]) => [key.slice(3), value]));
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!Array.isArray(value)) return undefined;
  const parts = value.map(textOf);
  return parts.includes(undefined) ? undefined : parts.join(", ");
}

function badName(name: string): string {
  const upper = name.toUpperCase().replaceAll("-", "_");
  const near = NAME_REGEXP.test(upper) ? upper : nearestWord(name, Object.keys(KNOWN_VALUES));
  const hint = near === undefined ? "" : `: did you mean "${near}"?`;
  const cannot = `Cannot set "${name.slice(0, 80)}"`;
  return `${cannot}: a name has upper case letters, digits and underscores${hint}`;
}

// A skill that asks for `${AWS_SECRET_ACCESS_KEY}` must not get it into a text that leaves the machine.

/** Names that anything may ask for, by their beginning. */
const OPEN_PREFIXES = ["CLAUDE_", "SKILLHOOK_"];
const SECRET_REGEXP =
  /SECRET|TOKEN|PASS|PWD.|.PWD|CRED|API_?KEY|PRIVATE|COOKIE|AUTH(?!ORS?(?:_|$))|WEBHOOK|CONNECTION|MNEMONIC|(?:^|_)(?:KEY\d*|PAT|JWT|OTP|PIN|SK|DSN|SALT|SEED)(?:_|$)/;

/** Who allowed more: the task's `env`, maybe a stranger's file, so nothing that looks secret counts; and the user. */
export interface EnvironmentRule {
  readonly byTask?: readonly string[];
  readonly byUser?: readonly string[];
}

export function environmentValue(host: Host, name: string, rule: EnvironmentRule = {}) {
  const { byTask = [], byUser = [] } = rule;
  const isOpen = OPEN_PREFIXES.some((prefix) => name.startsWith(prefix)) || byTask.includes(name);
  const isAsked = byUser.includes(name);
  if (!isAsked && (!isOpen || looksSecret(name))) return { isRefused: true };
  const value = host.env(name);
  // An address with a password in it may have any name.
  const isSecret = !isAsked && maskSecrets(value ?? "").includes(MASK);
  return isSecret ? { isRefused: true } : { value, isRefused: false };
}

export function looksSecret(name: string): boolean {
  return SECRET_REGEXP.test(name.toUpperCase());
}
