/** A skill that was found by name. */
export interface LocatedSkill {
  /** Name of the skill's own folder, or of its file without the ending: `foo`. */
  readonly name: string;
  /** The name that reaches it from anywhere: `plugin:foo`, or `foo` when it is in no plugin. */
  readonly qualified: string;
  /** The folder that holds `foo/` (or `foo.md`), `foo-first-use/` and the shared `reference.md`. */
  readonly skillsDir: string;
  /** The folder its own files lie in: `foo/`, or the one that holds `foo.md`. */
  readonly directory: string;
  readonly textPath: string | undefined;
  readonly pluginRoot: string | undefined;
}

/** The name a flat skill has when it says none. */
export function flatName(fileName: string): string {
  return fileName.endsWith(".md") ? fileName.slice(0, -3) : fileName;
}
