/** Skills that a prompt names by another sign than a slash, as with `$name`: written with a slash, nothing else changes. */

/**
 * @param isSkill Whether a name leads to a skill: `$HOME` and `$1` do not.
 * @returns A text of the same length.
 */
export function slashed(prompt: string, sigil: string, isSkill: (name: string) => boolean): string {
  if (!prompt.includes(sigil)) return prompt;
  const words = new RegExp(
    `(?<=^|[\\s,])\\${sigil}([a-z][\\w-]*(?::[\\w-]+)?)(?=[\\s,.!]|$)`,
    "gi",
  );
  return prompt.replaceAll(words, (word, name: string) => isSkill(name) ? `/${name}` : word);
}
