/** Names for the temporary file of an atomic write; shared so that both hosts leave the same traces. */

/**
 * Says where to write before the rename: in the target's own directory, because a rename is atomic only
 * within one file system. The target's name is not part of it, so that a name of 255 bytes still works.
 *
 * @param path The target.
 * @param processId Our process, so that a left-over file tells its owner.
 * @param random Hexadecimal digits, so that two writes of one process differ.
 * @returns A path beside the target whose name starts with a dot.
 */
export function temporaryPath(path: string, processId: number, random: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return `${path.slice(0, end)}.skillhook-${processId}-${random}.tmp`;
}
