/** `skillhook spawn --warm EPIC`: what an epic's tasks will need, read and resolved before anybody waits for it. */
import type { Strategy } from "../budget/strategy.ts";
import type { Host, Outcome } from "../host/host.ts";
import type { Options } from "./options.ts";
import { usageError } from "./verb.ts";

export function warmEpic(
  _options: Options,
  _strategy: Strategy | undefined,
  _host: Host,
): Outcome {
  return usageError("spawn", "not yet");
}
