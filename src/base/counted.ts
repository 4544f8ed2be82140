/** A number of things, for messages. */

/** Such as `1 skill` or `2 skills`; `what` is the singular. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
