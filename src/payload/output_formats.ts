/** What a subagent is asked to hand back. ADD A FORMAT: one row; any other text is passed on as it stands. */

const MANIFEST_LINE = "Then append one line of JSON to `{{MANIFEST_PATH}}`: " +
  '`{"task", "date", "file", "title", "summary", "status"}`.';
const FILE_LINE = "Write the result to `{{OUTPUT_DIR}}/{{DATE}}_{{TOPIC_SLUG}}.md`.";

/** Lines by name of the format; tokens in them are filled in. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  "manifest+file": [
    FILE_LINE,
    MANIFEST_LINE,
    "Answer with the file's path and a summary of at most five sentences.",
  ],
  file: [FILE_LINE, "Answer with the file's path and a summary of at most five sentences."],
  manifest: [MANIFEST_LINE, "Answer with the summary."],
  text: ["Answer with the result itself."],
  json: ["Answer with one JSON document and nothing around it."],
};

/**
 * @param format A format's name, or what is wanted in somebody's own words.
 * @param fill Fills values in.
 * @returns The section, with its heading.
 */
export function outputSection(format: string, fill: (text: string) => string): string {
  const lines = Object.hasOwn(FORMATS, format) ? FORMATS[format]!.map(fill) : [];
  const list = lines.map((line) => `\n- ${line}`).join("");
  return `## Output Requirements\n\nFormat: ${format}\n${list}`.trimEnd();
}
