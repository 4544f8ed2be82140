/** The program's version: one source, `deno.json`. */
import configuration from "../deno.json" with { type: "json" };

/** Semantic version, such as `0.2.0`. */
export const VERSION: string = configuration.version;
