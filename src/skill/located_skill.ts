/** A skill that was found by name: where it lies, and what it is called wherever it is called from. */

/** Where a skill's files are. */
export interface LocatedSkill {
  /** Name of the skill's own folder, or of its file without the ending: `foo`. */
  readonly name: string;
  /** The name that reaches it from anywhere: `plugin:foo`, or `foo` when it is in no plugin. */
  readonly qualified: string;
  /** The folder that holds `foo/` (or `foo.md`), `foo-first-use/` and the shared `reference.md`. */
  readonly skillsDir: string;
  /** The folder its own files lie in: `foo/`, or the one that holds `foo.md`. */
  readonly directory: string;
  /** The file with its instructions; `undefined`: it has none. */
  readonly textPath: string | undefined;
  /** Root of the plugin it belongs to, if any. */
  readonly pluginRoot: string | undefined;
}
