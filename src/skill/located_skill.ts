/** A skill that was found by name: where it lies, and what it is called wherever it is called from. */

/** Where a skill's folders are. */
export interface LocatedSkill {
  /** Name of the skill's own folder: `foo`. */
  readonly name: string;
  /** The name that reaches it from anywhere: `plugin:foo`, or `foo` when it is in no plugin. */
  readonly qualified: string;
  /** The folder that holds `foo/`, `foo-first-use/` and the shared `reference.md`. */
  readonly skillsDir: string;
  /** Root of the plugin it belongs to, if any. */
  readonly pluginRoot: string | undefined;
}
