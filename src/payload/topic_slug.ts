/** A title as part of a file name. */

/** UTF-16 units; a file's name has more in it than its topic. */
const MAX_LENGTH = 60;

/**
 * @param title A task's title.
 * @param taskId Its identifier, for a title without letters and digits.
 * @returns Words in lower case with hyphens between them: `hello-world`, or `task-T1`.
 */
export function topicSlug(title: string, taskId: string): string {
  // An accent is no gap between two words.
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, MAX_LENGTH) : `${slug}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    slug = longer;
  }
  return slug === "" ? `task-${taskId}` : slug;
}
