/** `skillhook chain corpus`: the user's own prompts with a `/` from the agent's transcripts, masked, and what we make of them. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { loadConfig } from "../config/config_file.ts";
import { type Extraction, extractPrompts } from "../corpus/extract.ts";
import { makeReport, type Report } from "../corpus/report.ts";
import { reportText } from "../corpus/report_text.ts";
import type { Host, Outcome } from "../host/host.ts";
import { loadRegistry } from "../catalog/load.ts";
import { mergeShortcuts } from "../shortcuts/merge.ts";
import { configDirectory } from "../catalog/places.ts";
import { writeNamed } from "./named_input.ts";
import { projectOption } from "./project_option.ts";
import type { CHAIN_VERBS } from "./chain_verbs.ts";
import { type Options, success, VerbError } from "./verb.ts";

/** Only the user may read what they once typed. */
const OUT_MODE = 0o600;

type Given = Options<typeof CHAIN_VERBS["chain corpus"]>;

/** The report, as text or JSON, or the prompts as JSON lines; exit 1 when there is nothing to read. */
export async function corpusVerb(options: Given, host: Host): Promise<Outcome> {
  const configDir = configDirectory(host);
  const root = options.operands[0] ?? (configDir && joinPath(configDir, "projects"));
  if (root === undefined) {
    throw new VerbError("Cannot find transcripts: there is no home directory");
  }
  const home = host.env("HOME") ?? host.env("USERPROFILE");
  const extraction = await extractPrompts(host, root, home);
  if (extraction === undefined) throw new VerbError(`Cannot read "${root}": no such directory`);
  const notes: (string | Diagnostic)[] = [...extraction.diagnostics];
  const jsonLines = extraction.prompts.map((prompt) => JSON.stringify(prompt) + "\n").join("");
  const out = options.text("out");
  if (out !== undefined) {
    writeNamed(host, out, jsonLines, { mode: OUT_MODE });
    notes.push(
      `${extraction.prompts.length} prompts written to ${out}: read it before you give it away`,
    );
  }
  const stdout = options.flag("jsonl")
    ? jsonLines
    : await reported(extraction, options, host, notes);
  return success(stdout, notes);
}

async function reported(
  extraction: Extraction,
  options: Given,
  host: Host,
  notes: (string | Diagnostic)[],
): Promise<string> {
  const projectDir = projectOption(options, host);
  const { registry } = await loadRegistry(host, { projectDir });
  const { settings, diagnostics } = await loadConfig(host, projectDir);
  const shortcuts = mergeShortcuts(settings);
  notes.push(...diagnostics);
  // What somebody typed as a command is installed, wherever it was typed.
  const typed = extraction.prompts.flatMap(({ text }) => firstName(text));
  const installed = [...Object.keys(registry.skills), ...Object.keys(registry.qualified), ...typed];
  const prompts = extraction.prompts.map((prompt) => ({
    ...prompt,
    truth: { label: "(none)", expect: undefined, mid: undefined, mentioned: [] },
  }));
  const report: Report = await makeReport(prompts, {
    name: "your prompts with a /",
    shortcuts,
    installed,
  });
  const { transcripts, repeated } = extraction;
  if (options.flag("json")) return JSON.stringify({ transcripts, repeated, ...report });
  return `${transcripts} transcripts read, ${repeated} repeated prompts left out\n` +
    `Installed: cooperative skills of this project and yours, and every command you ever typed\n\n` +
    reportText(report);
}

/** The command a prompt begins with, if it looks like one. */
function firstName(text: string): string[] {
  const name = /^\/([A-Za-z][\w-]{0,63}(?::[\w-]{1,63})?)(?=[\s,]|$)/.exec(text)?.[1];
  return name === undefined ? [] : [name];
}
