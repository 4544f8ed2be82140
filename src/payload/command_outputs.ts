/** Outputs of a payload's commands. A tier is lowered and tried again; a command runs once all the same. */
import type { Host } from "../host/host.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import type { Directive } from "../skill/directive.ts";
import { commandLine } from "../preprocessor/output_text.ts";
import { replaceDirectives, type Replacement } from "../preprocessor/preprocess.ts";

/** What commands do here. */
export type CommandMode =
  /** They run, as far as the text is trusted. */
  | { readonly kind: "run"; readonly context: PreprocessContext; readonly outputs: CommandOutputs }
  /** They are listed and stay as written. */
  | { readonly kind: "list" }
  /** They are text. */
  | { readonly kind: "text" };

/** Runs each command of a file once. */
export class CommandOutputs {
  readonly #known = new Map<string, Replacement>();

  /** What stands in their places, in order. */
  async replace(
    directives: readonly Directive[],
    context: PreprocessContext,
    host: Host,
  ): Promise<Replacement[]> {
    const keyOf = ({ raw }: Directive) => `${context.path}\n${raw}`;
    const fresh = directives.filter((directive) => !this.#known.has(keyOf(directive)));
    const made = fresh.length === 0 ? [] : await replaceDirectives(fresh, context, host);
    for (const [index, directive] of fresh.entries()) {
      this.#known.set(keyOf(directive), made[index]!);
    }
    return directives.map((directive) => this.#known.get(keyOf(directive))!);
  }
}

export function shownCommand(directive: Directive): string {
  return commandLine(directive, {});
}
