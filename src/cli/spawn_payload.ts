/** What `spawn` and `spawn --warm` do with their input: the one place that knows which option becomes which part. */
import type { Host } from "../host/host.ts";
import { buildPayload, type Payload, type PayloadRequest } from "../payload/build_payload.ts";
import type { SpawnInput } from "./spawn_input.ts";
import type { SpawnOptions } from "./spawn_task.ts";

/** The payload; without `commandContext` no command of a skill is run. */
export async function buildSpawnPayload(
  input: SpawnInput,
  options: SpawnOptions,
  commandContext: PayloadRequest["commandContext"],
  host: Host,
): Promise<Payload> {
  const { task, picked, values, protocol, projectDir, settings } = input;
  return await buildPayload({
    task,
    skills: picked.skills,
    values,
    protocol,
    strategy: options.text("strategy"),
    outputFormat: options.text("output-format"),
    projectDir,
    limit: settings.subagentLimit,
    estimate: settings.estimate,
    commandContext,
  }, host);
}
