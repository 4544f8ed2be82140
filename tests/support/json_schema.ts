/** As much of JSON Schema as docs/skillhook.schema.json uses: what an editor would say about a file. */

type Schema = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** One rule for each keyword; one that is not here is an error, so that nothing is passed over. */
const KEYWORDS: Readonly<Record<string, (rule: never, value: unknown, schema: Schema) => boolean>> =
  {
    $schema: () => true,
    title: () => true,
    description: () => true,
    default: () => true,
    enum: (rule: readonly unknown[], value) => rule.includes(value),
    type: (rule: string | string[], value) => [rule].flat().some((type) => TYPES[type]!(value)),
    minimum: (rule: number, value) => typeof value !== "number" || value >= rule,
    maxLength: (rule: number, value) => typeof value !== "string" || value.length <= rule,
    pattern: (rule: string, value) => typeof value !== "string" || new RegExp(rule).test(value),
    anyOf: (rule: readonly Schema[], value) => rule.some((one) => isValid(one, value)),
    items: (rule: Schema, value) =>
      !Array.isArray(value) || value.every((item) => isValid(rule, item)),
    required: (rule: readonly string[], value) =>
      keysOf(value, (keys) => rule.every((key) => keys.includes(key))),
    propertyNames: (rule: Schema, value) =>
      keysOf(value, (keys) => keys.every((key) => isValid(rule, key))),
    properties: (rule: Readonly<Record<string, Schema>>, value) =>
      keysOf(
        value,
        (keys) =>
          keys.every((key) =>
            !Object.hasOwn(rule, key) || isValid(rule[key]!, (value as Schema)[key])
          ),
      ),
    additionalProperties: (rule: Schema | false, value, { properties = {} }) =>
      keysOf(value, (keys) =>
        keys.filter((key) => !Object.hasOwn(properties as Schema, key))
          .every((key) => rule !== false && isValid(rule, (value as Schema)[key]))),
  };

/** @returns Whether the value is what the schema describes. */
export function isValid(schema: Schema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, rule]) => {
    const test = KEYWORDS[keyword];
    if (test === undefined) throw new Error(`Unknown keyword "${keyword}"`);
    return test(rule as never, value, schema);
  });
}

/** What is no object has no keys to be wrong. */
function keysOf(value: unknown, test: (keys: string[]) => boolean): boolean {
  return !TYPES.object!(value) || test(Object.keys(value as object));
}
