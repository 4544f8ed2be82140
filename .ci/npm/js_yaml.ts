/**
 * js-yaml 3, part by part: its entry module would load the writer and a JavaScript parser, too. The last
 * version before limits of its own, which `@std/yaml` does not have and ours come before.
 *
 * @module
 */

export { default as loader } from "npm:js-yaml@3.14.2/lib/js-yaml/loader.js";
export { default as Schema } from "npm:js-yaml@3.14.2/lib/js-yaml/schema.js";
export { default as safe } from "npm:js-yaml@3.14.2/lib/js-yaml/schema/default_safe.js";
export { default as Type } from "npm:js-yaml@3.14.2/lib/js-yaml/type.js";
export { default as float } from "npm:js-yaml@3.14.2/lib/js-yaml/type/float.js";
export { default as int } from "npm:js-yaml@3.14.2/lib/js-yaml/type/int.js";
export { default as nil } from "npm:js-yaml@3.14.2/lib/js-yaml/type/null.js";
export { default as omap } from "npm:js-yaml@3.14.2/lib/js-yaml/type/omap.js";
