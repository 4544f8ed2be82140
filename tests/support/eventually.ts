/** Waiting for what another process does: as long as it takes, with a limit that only a hang reaches. */

/** A thousand times what is expected, even on a busy machine. */
const HANG_MS = 60_000;
const PAUSE_MS = 20;

/** Waits until a condition holds. @returns Whether it did before a minute had passed. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < HANG_MS; waited += PAUSE_MS) {
    if (holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return holds();
}
