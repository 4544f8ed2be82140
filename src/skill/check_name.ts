/** The rule for names that both design document 001 and the Agent Skills specification can live with. */

/** UTF-16 units. */
export const NAME_MAX = 64;
const NAME_REGEXP = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** What is wrong with it, as the end of a sentence about `name`; `undefined` when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name.length > NAME_MAX) {
    return `must be at most ${NAME_MAX} characters: it has ${name.length}`;
  }
  if (NAME_REGEXP.test(name)) return undefined;
  return "must be lower-case words of letters and digits joined by single hyphens, " +
    `the first character a letter: got ${JSON.stringify(name)}`;
}
