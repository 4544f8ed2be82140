/** What `spawn` and `spawn --warm` do with their input: the one place that knows which option becomes which part. */
import type { Strategy } from "../budget/strategy.ts";
import type { Host } from "../host/host.ts";
import { buildPayload, type Payload, type PayloadRequest } from "../payload/build_payload.ts";
import { DEFAULT_FORMAT } from "../payload/output_formats.ts";
import type { Options } from "./options.ts";
import type { SpawnInput } from "./spawn_input.ts";

/**
 * @param input What the options and the task name.
 * @param strategy As named in the call.
 * @param options The verb's options.
 * @param commandContext Lets commands of a skill run; `undefined`: none is run.
 * @param host The machine.
 * @returns The payload.
 */
export async function buildSpawnPayload(
  input: SpawnInput,
  strategy: Strategy | undefined,
  options: Options,
  commandContext: PayloadRequest["commandContext"],
  host: Host,
): Promise<Payload> {
  const { task, picked, values, protocol, projectDir, settings } = input;
  return await buildPayload({
    task,
    skills: picked.skills,
    values,
    protocol,
    strategy,
    outputFormat: options.text("output-format") ?? DEFAULT_FORMAT,
    projectDir,
    limit: settings.subagentLimit,
    estimate: settings.estimate,
    commandContext,
  }, host);
}
