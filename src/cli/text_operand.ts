/** The text a verb works on: its operand, or standard input. */
import type { Host } from "../host/host.ts";

const MAX_BYTES = 256 * 1024 * 1024;
/** A person may be typing, a pipe may be slow: a quarter of an hour. */
const DEADLINE_MS = 900_000;

/** The operand, or all of standard input when it is `-` or absent. */
export async function textOperand(operand: string | undefined = "-", host: Host): Promise<string> {
  return operand === "-" ? await readAllStdin(host) : operand;
}

/**
 * Standard input to its end, decoded as UTF-8, without a BOM.
 *
 * @throws {RangeError} There is too much of it, or no end in sight.
 */
export async function readAllStdin(host: Host): Promise<string> {
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES };
  const { bytes, end } = await host.readStdin(limits, () => false);
  if (end === "too-large") throw new RangeError("Cannot read standard input: more than 256 MB");
  if (end === "deadline") throw new RangeError("Cannot read standard input: it does not end");
  return new TextDecoder().decode(bytes);
}
