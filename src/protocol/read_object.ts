/** One JSON object from standard input, which its writer may leave open. */
import type { Host } from "../host/host.ts";
import { isWholeObject, JsonScanner, MAX_DEPTH } from "./json_scanner.ts";

/** What to wait for. */
export interface ObjectLimits {
  readonly deadlineMs: number;
  /** A prompt with a pasted 10 MB log must pass; a stream without end must not fill the memory. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** The text: an object, or whatever was there up to the end; or a flaw: why reading was given up. */
export async function readObject(
  host: Pick<Host, "readStdin">,
  { deadlineMs, maxBytes = MAX_BYTES }: ObjectLimits,
): Promise<{ readonly text: string } | { readonly flaw: string }> {
  let scanner: JsonScanner | undefined;
  const { bytes, end } = await host.readStdin({ deadlineMs, maxBytes }, (chunk) => {
    if (scanner === undefined && isWholeObject(chunk)) return true;
    scanner ??= new JsonScanner();
    return scanner.push(chunk);
  });
  if (end === "deadline") return { flaw: `no whole JSON object within ${deadlineMs / 1000} s` };
  if (end === "too-large") return { flaw: `more than ${maxBytes / 1024 / 1024} MB` };
  if (scanner?.isTooDeep) return { flaw: `more than ${MAX_DEPTH} lists and objects in each other` };
  return { text: new TextDecoder().decode(bytes.subarray(0, scanner?.length)) };
}
