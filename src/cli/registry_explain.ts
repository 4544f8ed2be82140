/** `skillhook chain skills --explain`: where the registry came from, in words. */
import type { LoadRecord } from "../catalog/load.ts";

/** One line per fact. */
export function explainLines(record: LoadRecord): string[] {
  const { cache, reason, snapshot, notWritten, skills, checked } = record;
  const lines = [cache === "hit" ? "cache: hit" : `cache: ${cache}, ${reason}`];
  if (snapshot !== undefined) {
    lines.push(`snapshot: ${cache === "hit" ? "read" : "wrote"} ${snapshot}`);
  } else if (cache === "miss") lines.push(`snapshot: not written, ${notWritten}`);
  lines.push(`skills: ${skills} files${checked === 0 ? "" : `, ${checked} sources compared`}`);
  lines.push(`time: ${timesOf(record)}`);
  return lines;
}

function timesOf({ cache, checkMs, buildMs, writeMs }: LoadRecord): string {
  if (cache === "hit") return `${milliseconds(checkMs)} to read and compare`;
  const build = `${milliseconds(buildMs)} to build`;
  if (cache === "off") return build;
  return `${milliseconds(checkMs)} to look for a snapshot, ${build}, ${
    milliseconds(writeMs)
  } to write`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
