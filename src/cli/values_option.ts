/** The values a verb was given: `--set`, `--values` and, weakest, `TI_…` in the environment. */
import type { Host } from "../host/host.ts";
import {
  type GivenValues,
  valuesFromEnvironment,
  valuesFromJson,
  valuesFromPairs,
} from "../payload/given_values.ts";
import { parseNamed, readNamed } from "./named_input.ts";
import { type HasText, VerbError } from "./verb.ts";

/** The values; `code` is the exit code for a file that cannot be read. */
export function givenValues(
  options: HasText<"values"> & {
    readonly list: (name: "set") => readonly string[];
    readonly misuse: (message: string) => VerbError;
  },
  host: Host,
  code = 1,
) {
  const pairs = valuesFromPairs(options.list("set"));
  if ("problem" in pairs) throw options.misuse(pairs.problem);
  const path = options.text("values");
  const file = path === undefined ? new Map<string, string>() : readValues(path, host, code);
  if ("problem" in file) throw new VerbError(file.problem, code);
  const environment = valuesFromEnvironment(host.environment());
  return {
    values: new Map([...environment, ...file, ...pairs]),
    // Then nothing required is made up.
    isWholeSet: path !== undefined || environment.size > 0,
  };
}

function readValues(path: string, host: Host, code: number): GivenValues {
  const text = readNamed(host, path, { what: "values", code });
  return valuesFromJson(parseNamed(text, `values "${path}"`, code));
}
