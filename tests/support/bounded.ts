/** Runs many cases a few at a time. */

/**
 * @param width How many at once.
 * @param run Runs one; the first failure fails all.
 */
export async function bounded<T>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const ahead = [...items];
  async function lane(): Promise<void> {
    for (let item = ahead.shift(); item !== undefined; item = ahead.shift()) await run(item);
  }
  await Promise.all(Array.from({ length: width }, lane));
}
