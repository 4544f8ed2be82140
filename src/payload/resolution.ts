/** What resolving a text brings beside the text: what was left as written and why, which files went in, what failed. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { TokenName } from "./tokens.ts";

/** A token that stays as written, or whose output is missing. */
export interface LeftToken {
  readonly kind: TokenName;
  /** As it stands in the text, one line. */
  readonly raw: string;
  readonly name: string;
  readonly why: "no value" | "not allowed" | "unreadable" | "refused" | "too deep" | "failed";
}

/** A file that went in by reference. */
export interface IncludedFile {
  /** Real path. */
  readonly path: string;
  /** The token that asked for it. */
  readonly by: string;
  readonly text: string;
}

/** A resolved text. */
export interface Resolution {
  readonly text: string;
  readonly left: readonly LeftToken[];
  readonly included: readonly IncludedFile[];
  /** Commands that were found and, in a dry run, not run. */
  readonly commands: readonly string[];
  /** What must be said; the text can be used. */
  readonly warnings: readonly Diagnostic[];
  /** Why the text cannot be used, such as a circle of references. */
  readonly failures: readonly Diagnostic[];
}
