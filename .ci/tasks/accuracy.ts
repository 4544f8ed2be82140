/**
 * `deno task accuracy -- [FILE.jsonl] [--corrections FILE] [--json]`: what the parser and the tiers make
 * of a corpus of prompts, and where that differs from what its readers say. Always beside it: the
 * adversarial set and the chain set. Without FILE this is a gate: exit 1 for a false positive, or when
 * 5 % of the chains are missed. A file of somebody's own is only reported on: its labels may be wrong.
 */
import { reportText } from "../../tests/accuracy/report_text.ts";
import {
  type Accuracy,
  fileReport,
  generatedReports,
  passes,
} from "../../tests/accuracy/report.ts";
import { inProject } from "./project.ts";

const DEV_CORPUS = inProject("../shared/corpus/prompts_dev.jsonl");
const DEV_CORRECTIONS = inProject("tests/accuracy/corrections.jsonl");

const args = Deno.args.filter((arg) => arg !== "--");
const json = args.includes("--json");
const corrections = valueOf("--corrections");
const [file, ...others] = args.filter((arg, at) =>
  !arg.startsWith("--") && args[at - 1] !== "--corrections"
);
const strange = args.find((arg) =>
  arg.startsWith("--") && !/^--(?:json|corrections(?:=.*)?)$/.test(arg)
);
if (strange !== undefined || others.length > 0) {
  console.error(`Unexpected argument "${strange ?? others[0]}"`);
  console.error("Usage: deno task accuracy [FILE.jsonl] [--corrections FILE] [--json]");
  Deno.exit(64);
}

const reports: Accuracy[] = [];
try {
  if (file !== undefined) reports.push(await fileReport(file, corrections));
  else if (isThere(DEV_CORPUS)) {
    reports.push(await fileReport(DEV_CORPUS, corrections ?? DEV_CORRECTIONS));
  } else console.error("No corpus: ../shared is not here, and no file was named");
} catch (error) {
  console.error(`Cannot read the corpus: ${error instanceof Error ? error.message : error}`);
  Deno.exit(1);
}
reports.push(...await generatedReports());
for (const { flaws } of reports) for (const flaw of flaws) console.error(flaw);
if (json) {
  console.log(
    JSON.stringify(reports.map(({ report, flaws }) => ({ ...report, flaws }))),
  );
} else console.log(reports.map(({ report }) => reportText(report)).join("\n"));
const judged = file === undefined ? reports : reports.slice(1);
if (!judged.every(({ report }) => passes(report))) Deno.exitCode = 1;

function valueOf(name: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return undefined;
  return args[at] === name ? args[at + 1] : args[at]!.slice(name.length + 1);
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
