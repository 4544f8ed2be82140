/** What the commands of a text run with: the caller's half of {@linkcode preprocess}. */
import type { DirectivePolicy } from "../trust/directive_policy.ts";
import type { CommandArguments } from "./run_directive.ts";
import type { TrustVerdict } from "../trust/judge_trust.ts";

/** What the commands of a text run with. */
export interface PreprocessContext {
  /** Directory commands run in: the project, else the skill's directory. */
  readonly cwd: string;
  /** Known variables; exported to commands, filled in as `${NAME}` in plain text, never pasted into a command. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether this text may run commands; from `judgeTrust`. */
  readonly trust: TrustVerdict;
  /** The author's choices; from `readDirectivePolicy`. */
  readonly policy: DirectivePolicy;
  /** Where slow results and last good outputs may be kept; `undefined`: nowhere. */
  readonly stateDir: string | undefined;
  /** Milliseconds for the whole text. */
  readonly deadlineMs: number;
  /** The skill file, for error blocks. */
  readonly path: string;
  /** The skill's arguments: `$ARGUMENTS` and `$0` to `$9` in commands, through the environment. */
  readonly arguments?: CommandArguments;
  /** Fills variables (and arguments) into plain text; {@linkcode substituteVariables} unless told. */
  readonly expandText?: (text: string) => string;
}
