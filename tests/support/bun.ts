/** The engine we ship, for tests that run a program of their own under it: found as the build finds it. */
import { type BunCommand, findBun } from "../../.ci/tasks/bun.ts";

/** How to start Bun; `undefined`, with a printed notice, where it cannot be had. */
export const BUN: BunCommand | undefined = await find();

async function find(): Promise<BunCommand | undefined> {
  try {
    return await findBun();
  } catch (error) {
    console.warn(
      `notice: ${error instanceof Error ? error.message : error}: its tests are ignored`,
    );
    return undefined;
  }
}
