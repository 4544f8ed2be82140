/** Texts from files of the project, for a line of output: they must not act on a terminal. */

/**
 * @param max Characters the result may have.
 * @returns The text on one line, without control characters, cut with an ellipsis.
 */
export function oneLine(text: string, max = 120): string {
  const plain = text.slice(0, 4 * max).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll(/ {2,}/g, " ").trim();
  const characters = [...plain];
  return characters.length <= max ? plain : characters.slice(0, max - 1).join("") + "…";
}
