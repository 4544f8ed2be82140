/** Which names can stand in a chain; alone here, because every chain asks and none needs what reads skill files. */

/**
 * Whether a name can be typed after a slash and written into a `[CONTINUATION: …]` suffix: not the empty one, and
 * without white space, control characters and `/ \ [ ] , : " ' ` ` `.
 */
export function isTypable(name: string): boolean {
  return name !== "" && !/[\s\p{Cc}\p{Cf}/\\[\],:"'`]/u.test(name);
}
