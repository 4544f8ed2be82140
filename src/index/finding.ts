/** What the linter says about a skill. */

/** One remark. */
export interface Finding {
  /** An error breaks a rule of the format; a warning is a likely mistake or a cost. */
  readonly severity: "error" | "warning";
  /** What to look it up by: kebab-case. */
  readonly rule: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Takes a remark about one file. */
export type Report = (
  severity: Finding["severity"],
  rule: string,
  message: string,
  place?: { readonly line?: number | undefined; readonly column?: number | undefined },
) => void;
