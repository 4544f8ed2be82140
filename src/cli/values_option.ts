/** The values a verb was given: `--set`, `--values` and, weakest, `TI_…` in the environment. */
import { type Host, HostError, type Outcome } from "../host/host.ts";
import {
  type GivenValues,
  valuesFromEnvironment,
  valuesFromJson,
  valuesFromPairs,
} from "../payload/given_values.ts";
import { absolutePath } from "./project_option.ts";
import { failure, type HasText } from "./verb.ts";

/** What came of it. */
export interface ValuesOption {
  readonly values: ReadonlyMap<string, string>;
  /** Whether a file or the environment gave a set of its own: then nothing required is made up. */
  readonly isWholeSet: boolean;
}

/** The values, or the error to end with; `code` is the exit code for a file that cannot be read. */
export function givenValues(
  options: HasText<"values"> & {
    readonly list: (name: "set") => readonly string[];
    readonly misuse: (message: string) => Outcome;
  },
  host: Host,
  code = 1,
): ValuesOption | { error: Outcome } {
  const pairs = valuesFromPairs(options.list("set"));
  if ("problem" in pairs) return { error: options.misuse(pairs.problem) };
  const path = options.text("values");
  const file = path === undefined ? new Map<string, string>() : readValues(path, host);
  if ("problem" in file) return { error: failure(file.problem, code) };
  const environment = valuesFromEnvironment(host.environment());
  return {
    values: new Map([...environment, ...file, ...pairs]),
    isWholeSet: path !== undefined || environment.size > 0,
  };
}

function readValues(path: string, host: Host): GivenValues {
  const cannot = `Cannot read values "${path}"`;
  try {
    const text = host.readText(absolutePath(path, host));
    return text === undefined
      ? { problem: `${cannot}: no such file` }
      : valuesFromJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof HostError) return { problem: `${cannot}: ${error.code}` };
    if (error instanceof SyntaxError) return { problem: `${cannot}: it is not valid JSON` };
    throw error;
  }
}
