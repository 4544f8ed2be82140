/** Which skill texts may run commands. */
import type { Host } from "../host/host.ts";

/** The judgement, with its reason. */
export type TrustVerdict =
  | { readonly kind: "trusted"; readonly why: string }
  | { readonly kind: "untrusted"; readonly howToAllow: string; readonly why: string };

/** A skill text and where it belongs. */
export interface TrustSubject {
  /** The skill file; links are resolved inside. */
  readonly file: string;
  /** Its whole content, as read. */
  readonly text: string;
  readonly projectDir: string | undefined;
  /** Roots of enabled plugins, and the root the caller named. */
  readonly pluginRoots: readonly string[];
}

/**
 * Judges whether the commands of a skill text may run.
 *
 * @param _host The machine.
 * @param _subject The text.
 * @returns The verdict.
 */
export function judgeTrust(
  _host: Host,
  _subject: TrustSubject,
): Promise<TrustVerdict> | TrustVerdict {
  return { kind: "trusted", why: "trust is not checked yet" };
}
