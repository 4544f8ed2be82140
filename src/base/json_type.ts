/**
 * Narrow looks at values that came from JSON or YAML. Files and events are written by others: every
 * field is `unknown` until one of these has looked at it.
 */

/** A JSON object of any shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether it is a plain object: not null, not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The string, or `undefined` for any other type. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * The JSON word for a value's type, for messages.
 *
 * @returns `null`, `list`, `object`, `string`, `number`, `boolean` or `undefined`.
 */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value;
}

/**
 * JSON has no `undefined`, so that is free to mean "invalid".
 *
 * @returns The value, or `undefined` when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
