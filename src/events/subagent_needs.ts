/**
 * A subagent has ended, and its answer may ask for a skill or a file: the agent that started it is told the call that
 * brings it. The same wish a third time is only named: bringing it again would change nothing.
 */
import { findConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { readSaid, writeSaid } from "../index/kept_records.ts";
import { loadManifest } from "../payload/manifest.ts";
import { nextCall, readWish, type Wish, wishText } from "../payload/needs.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { projectDirectory } from "./event.ts";
import type { SubagentEnd } from "./subagent_end.ts";

/** The line for the model that started the subagent. */
export async function answerSubagentEnd(end: SubagentEnd, host: Host): Promise<Verdict> {
  const found = await wishOf(end, host);
  if (found === undefined) return SILENCE;
  const { wish, projectDir } = found;
  const { settings, diagnostics = [] } = await findConfig(host, projectDir) ?? {};
  const who = end.description === "" ? "A subagent" : `The subagent "${end.description}"`;
  const isThird = await timesAsked(end.sessionId, wish, host) >= 2;
  const call = nextCall(wish, end, settings?.subagents["by-name"] ?? false);
  let rest = `. The next call that brings it: ${call}`;
  if (isThird) rest = " for the third time: starting it again with the same would change nothing";
  if (call === undefined) rest = "; nothing can be brought";
  return contextVerdict(`skillhook: ${who} asks for ${wishText(wish)}${rest}`, diagnostics);
}

async function wishOf({ answer, sessionId, cwd }: SubagentEnd, host: Host) {
  const projectDir = projectDirectory(host, { cwd }) ?? host.cwd();
  const touched = readTouched(host, sessionId);
  const places = { projectDir, touched, manifest: loadManifest(host, projectDir) };
  const wish = await readWish(host, answer, places);
  return wish === undefined ? undefined : { wish, projectDir };
}

/** How often the session has been told of this wish; it is counted where our state can be written. */
async function timesAsked(session: string | undefined, wish: Wish, host: Host): Promise<number> {
  const state = stateDirectory(host);
  if (session === undefined || state === undefined) return 0;
  const record = await readSaid(host, state, session);
  const own = await host.sha256(`need ${wishText(wish)}`);
  await writeSaid(host, state, session, { ...record, hashes: [...record.hashes, own] });
  return record.hashes.filter((hash) => hash === own).length;
}

/** The same in a line for the user. */
export async function tellUser(end: SubagentEnd, host: Host): Promise<Verdict> {
  const found = await wishOf(end, host);
  if (found === undefined) return SILENCE;
  const who = end.type === "" ? "A subagent" : `A subagent (${end.type})`;
  return contextVerdict("", [], `skillhook: ${who} asks for ${wishText(found.wish)}`);
}
