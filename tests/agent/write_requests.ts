/** Keeps what a failed scenario was about: the scratch folder is gone when one reads the difference. */
import type { World } from "./world.ts";

/** Writes every request, and what the agent printed, as plain text. */
export function writeRequests(world: World, index: number): string {
  const folder = `${world.lab.record}/failed`;
  Deno.mkdirSync(folder, { recursive: true });
  const requests = world.api.requests.flatMap(({ number, kind, messages }) => [
    `======== request ${number} (${kind})`,
    ...messages.map(({ role, text }, at) => `---- ${at} ${role}\n${text}`),
  ]);
  const runs = world.runs.flatMap(({ code, stdout, stderr }, at) => [
    `======== run ${at + 1}: exit code ${code}`,
    stdout,
    stderr,
  ]);
  const file = `${folder}/${index}.txt`;
  Deno.writeTextFileSync(file, [...requests, ...runs].join("\n"));
  return file;
}
