/** How to approve a file, for a person to paste into a shell. */

export function allowHint(path: string, projectDir: string | undefined): string {
  const project = projectDir === undefined ? "" : ` --project ${shellQuote(projectDir)}`;
  return `skillhook allow ${shellQuote(path)}${project}`;
}

/** One word for a person to paste into a shell. */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
