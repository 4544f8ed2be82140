/**
 * What `@std/yaml` reads differently from js-yaml 3: a number has no colons (`1:30`), a tag needs a
 * value behind it, and `!!int` takes no decimal digits.
 *
 * @module
 */

import { float, int, nil, omap, safe, Schema, Type } from "./js_yaml.ts";

/** js-yaml's `Type`, as far as it matters here. */
interface YamlType {
  readonly tag: string;
  readonly kind: string;
  readonly resolve: (given: unknown) => boolean;
  readonly construct: (given: unknown) => unknown;
}

/** The schema that reads untrusted text as `@std/yaml` does by default. */
export const SCHEMA: unknown = new Schema({
  include: [safe],
  implicit: [
    narrowed(int, (text) => /^[-+]?0/.test(required(text) as string)),
    narrowed(float, (text) => !String(text).includes(":")),
    narrowed(nil, (text) => text !== null),
  ],
  explicit: [narrowed(omap, (items) => required(items) !== null)],
});

function narrowed(type: YamlType, accepts: (given: unknown) => boolean): YamlType {
  const resolve = (given: unknown) => accepts(given) && type.resolve(given);
  return new Type(type.tag, { kind: type.kind, resolve, construct: type.construct });
}

/** `@std/yaml` fails over an explicit tag that has nothing behind it. */
function required(given: unknown): unknown {
  if (given === null) throw new TypeError("Cannot resolve a tag without a value");
  return given;
}
