/** The estimates users can choose. ADD AN ESTIMATE: one entry. */
import { BETTER } from "./better_estimate.ts";
import { BYTES, type Estimate } from "./estimate.ts";

/** All there are; the first is the default. */
export const ESTIMATES: readonly [Estimate, ...Estimate[]] = [BYTES, BETTER];

/** The estimate of that name, or `undefined`. */
export function estimateNamed(name: string): Estimate | undefined {
  return ESTIMATES.find((estimate) => estimate.name === name);
}
