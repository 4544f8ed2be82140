/** `skillhook preprocess`: a text with directives → the text with their outputs, for scripts. */
import type { Host, Outcome } from "../host/host.ts";
import { preprocess } from "../preprocessor/preprocess.ts";
import { commandContext } from "./command_context.ts";
import { fileOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { success } from "./verb.ts";

/** Exit 1 when a directive has no output, with a line for each on standard error. */
export async function preprocessVerb(options: Given<"preprocess">, host: Host): Promise<Outcome> {
  const text = await fileOperand(options, host);
  const [operand = "-"] = options.operands;
  const { context, diagnostics } = await commandContext(host, {
    text,
    file: operand === "-" ? undefined : absolutePath(operand, host),
    projectDir: projectOption(options, host),
    isTrusted: options.flag("trust"),
    stdinRemedy: "skillhook preprocess --trust",
    pluginRoot: options.text("plugin-root"),
    session: options.text("session"),
  });
  const result = await preprocess(text, context, host);
  return success(result.text, [...diagnostics, ...result.diagnostics], result.failed > 0 ? 1 : 0);
}
