/** Whether a stub brings its text itself, so that a hook must not bring it a second time. */

const LOAD_REGEXP = /skillhook(?:\.exe)?["']?[ \t]+(?:skill[ \t]+)?load\b/;

/** Whether one of its directives runs `skillhook load`. */
export async function runsLoader(stub: string): Promise<boolean> {
  if (!LOAD_REGEXP.test(stub)) return false;
  const { scan } = await import("../skill/scan.ts");
  return scan(stub).some((segment) =>
    segment.kind === "directive" && LOAD_REGEXP.test(segment.command)
  );
}
