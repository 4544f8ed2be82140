/** The shapes of what people write for a rehearsal: one table of checks for each kind of object. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearHint } from "../base/nearest.ts";

/** What a field must be, when it is not. */
export type Check = (value: unknown) => string | undefined;

export const isText: Check = (value) => typeof value === "string" ? undefined : "a string";
export const isFlag: Check = (value) => typeof value === "boolean" ? undefined : "true or false";
export const isObject: Check = (value) => isFields(value) ? undefined : "an object";
export const isList: Check = (value) => Array.isArray(value) ? undefined : "a list";
export const isCount: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : "a whole number";
export const areTexts: Check = (value) =>
  [value].flat().every((one) => typeof one === "string") ? undefined : "a string or strings";

/** A text or several, where {@linkcode areTexts} has looked. */
export function textsOf(fields: Fields, name: string): string[] {
  return [fields[name] ?? []].flat().map(String);
}

/** Why a value is not an object of these fields, from `expected` on; `undefined`: it is. */
export function fieldsFlaw(value: unknown, checks: Readonly<Record<string, Check>>) {
  if (!isFields(value)) return `an object: got ${jsonType(value)}`;
  const names = Object.keys(checks);
  for (const [name, one] of Object.entries(value)) {
    if (!Object.hasOwn(checks, name)) {
      return `no field "${name}"${nearHint(name, names)}: it may have ${names.join(", ")}`;
    }
    const wanted = checks[name]!(one);
    if (wanted !== undefined) return `"${name}" to be ${wanted}`;
  }
  return undefined;
}
