/** `skillhook replay`: runs recorded events again and shows what is answered differently. Nothing is written. */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import type { Host, Outcome } from "../host/host.ts";
import { answer } from "../runner.ts";
import { sanitise, settle } from "../trace/pseudonyms.ts";
import {
  readRecorded,
  type Recorded,
  recordedAnswer,
  recordedNames,
  worldOf,
} from "../trace/recording.ts";
import { watchingHost } from "../trace/watching_host.ts";
import { absolutePath, projectOption, writeNamed } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** A state directory that is nowhere: what is loaded where begins anew with the first event. */
const STATE = "/skillhook-replay";

interface Replayed {
  readonly file: string;
  readonly event: string;
  readonly same: boolean;
  readonly diff: string;
}

/** One line for each event and what differs; exit 1 when something does. */
export async function replayVerb(options: Given<"replay">, host: Host): Promise<Outcome> {
  const named = options.operand("DIR");
  const directory = absolutePath(named, host);
  const names = recordedNames(host, directory);
  if (names.length === 0) {
    throw new VerbError(
      `Cannot find recorded events in "${named}": make some with "skillhook hook --record DIR"`,
    );
  }
  const project = projectOption(options, host);
  const world = worldOf(host, project);
  const environment = { CLAUDE_PROJECT_DIR: project, CLAUDE_PLUGIN_DATA: STATE };
  const { host: watched } = watchingHost(host, environment);
  const isUpdate = options.flag("update");
  const results: Replayed[] = [];
  const foreign: string[] = [];
  for (const file of names) {
    const path = joinPath(directory, file);
    const recorded = readRecorded(host.readText(path) ?? "");
    if (recorded === undefined) {
      foreign.push(`${path}: Left out: it is not a recorded event`);
      continue;
    }
    const settled = settle(recorded.event, world);
    const outcome = recordedAnswer(await answer(JSON.stringify(settled), watched));
    const now = await sanitise(watched, world, outcome) as Recorded["answer"];
    const diff = unifiedDiff(pretty(recorded.answer), pretty(now), ["recorded", "now"]);
    const event = isFields(settled) ? String(settled.hook_event_name ?? "") : "";
    results.push({ file, event, same: diff === "", diff });
    if (isUpdate && diff !== "") {
      const text = JSON.stringify({ version: 1, event: recorded.event, answer: now }, null, 1);
      writeNamed(host, path, `${text}\n`, { mode: 0o600 });
    }
  }
  const all = results.length;
  const differing = results.filter(({ same }) => !same).length;
  const code = differing > 0 && !isUpdate ? 1 : 0;
  if (options.flag("json")) {
    const json = { same: all - differing, differing, events: results };
    return success(JSON.stringify(json), foreign, code);
  }
  const lines = results.map(({ file, same, diff }) =>
    same ? `same     ${file}` : `differs  ${file}\n${diff.trimEnd()}`
  );
  const sum = differing === 0
    ? `All ${all} answers are the same`
    : `${differing} of ${all} answers differ`;
  return success([...lines, sum].join("\n"), foreign, code);
}

/** Texts line by line, so that a difference in one line of a context is one line. */
function pretty(answer: Recorded["answer"]): string {
  return JSON.stringify(answer, null, 1).replaceAll("\\n", "\n") + "\n";
}
