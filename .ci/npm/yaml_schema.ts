/**
 * The schemas of `@std/yaml` for js-yaml 4. The two differ in numbers only: js-yaml 3, and so
 * `@std/yaml`, follows YAML 1.1, where `010` is octal and `_` may group digits.
 *
 * @module
 */

// @ts-types="js-yaml/types"
import { CORE_SCHEMA, DEFAULT_SCHEMA, type Schema, Type } from "js-yaml";

const INT_REGEXP = /^[-+]?(?:0b[01_]*[01]|0x[0-9a-fA-F_]*[0-9a-fA-F]|0[0-7_]*[0-7]|0)$/;
const FLOAT_REGEXP =
  /^(?:[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const int = new Type("tag:yaml.org,2002:int", {
  kind: "scalar",
  resolve: (text: unknown) => typeof text === "string" && INT_REGEXP.test(text),
  construct: constructInt,
});

const float = new Type("tag:yaml.org,2002:float", {
  kind: "scalar",
  resolve: (text: unknown) =>
    typeof text === "string" && FLOAT_REGEXP.test(text) && !text.endsWith("_"),
  construct: constructFloat,
});

/** js-yaml's schemas with the numbers of `@std/yaml`; "core" knows no dates and no merge keys. */
export const SCHEMAS = {
  core: CORE_SCHEMA.extend({ implicit: [int, float] }),
  default: DEFAULT_SCHEMA.extend({ implicit: [int, float] }),
} satisfies Record<string, Schema>;

function constructInt(text: string): number {
  const digits = text.replaceAll("_", "").replace(/^[-+]/, "");
  if (digits === "0") return 0;
  const sign = text.startsWith("-") ? -1 : 1;
  if (digits.startsWith("0b")) return sign * parseInt(digits.slice(2), 2);
  return sign * parseInt(digits, digits.startsWith("0x") ? 16 : 8);
}

function constructFloat(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replaceAll("_", "").toLowerCase().replace(/^[-+]/, "");
  if (digits === ".inf") return sign * Infinity;
  return digits === ".nan" ? NaN : sign * parseFloat(digits);
}
