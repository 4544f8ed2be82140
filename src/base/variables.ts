/** Known variables in text that is shown; commands get theirs through the environment instead. */

const REFERENCE_REGEXP = /\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;

/** Fills in `${NAME}` of known names, once: what a value holds is not looked at again, and any other `${X}` stays. */
export function substituteVariables(
  text: string,
  variables: Readonly<Record<string, string>>,
): string {
  if (!text.includes("${")) return text;
  return text.replaceAll(
    REFERENCE_REGEXP,
    (written, name: string) => Object.hasOwn(variables, name) ? variables[name]! : written,
  );
}
