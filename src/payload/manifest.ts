/** `skills/manifest.json`: what is known of a project's skills without reading them. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields, isFields, jsonType, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";

export const MANIFEST_PLACES = ["skills/manifest.json", ".claude/skills/manifest.json"];

export interface ManifestEntry {
  readonly name: string;
  readonly version: string | undefined;
  /** From the directory that holds `skills/`. */
  readonly path: string;
  /** Words and phrases that call for it. */
  readonly triggers: readonly string[];
  /** All of it: `version`, `description`, `token_budget` and `tier` are right where they are there. */
  readonly fields: Fields;
}

export interface Manifest {
  readonly path: string;
  readonly byName: ReadonlyMap<string, ManifestEntry>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The project's manifest; `undefined` when it has none. */
export function loadManifest(host: Host, projectDir: string): Manifest | undefined {
  for (const place of MANIFEST_PLACES) {
    const path = joinPath(projectDir, place);
    try {
      const text = host.readText(path);
      if (text !== undefined) return readManifest(text, path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const message = `Cannot read the manifest: ${error.code}`;
      const diagnostics = [diagnose("manifest-unreadable", path, message)];
      return { path, byName: new Map(), diagnostics };
    }
  }
  return undefined;
}

/** Reads a manifest's text in one go. An entry with a flaw is named and left out; the others count. */
export function readManifest(text: string, path: string): Manifest {
  const diagnostics: Diagnostic[] = [];
  const byName = new Map<string, ManifestEntry>();
  const flaw = (message: string) => diagnostics.push(diagnose("manifest-entry", path, message));
  const list = entriesOf(text, flaw);
  for (const [index, value] of list.entries()) {
    const problems: string[] = [];
    const entry = readEntry(value, problems);
    const place = `skills[${index}]${entry === undefined ? "" : ` "${entry.name}"`}`;
    for (const problem of problems) flaw(`Cannot use ${place}: ${problem}`);
    if (entry === undefined || problems.length > 0) continue;
    if (byName.has(entry.name)) {
      flaw(`Cannot use ${place}: the name is there twice, the first counts`);
    } else byName.set(entry.name, entry);
  }
  return { path, byName, diagnostics };
}

function entriesOf(text: string, flaw: (message: string) => void): readonly unknown[] {
  const value = parseJson(text);
  if (isFields(value) && Array.isArray(value.skills)) return value.skills;
  const got = jsonType(isFields(value) ? value.skills : value);
  flaw(
    value === undefined
      ? "Cannot read the manifest: it is not valid JSON"
      : `Cannot read the manifest: expected {"skills": [...]}: got ${got}`,
  );
  return [];
}

function readEntry(value: unknown, problems: string[]): ManifestEntry | undefined {
  if (!isFields(value)) {
    problems.push(`expected an object: got ${jsonType(value)}`);
    return undefined;
  }
  const name = asString(value.name) ?? "";
  if (!/^[^\s/\\]{1,200}$/.test(name) || name.startsWith(".")) {
    problems.push(`"name" must be one word: got ${JSON.stringify(value.name ?? null)}`);
  }
  const path = (asString(value.path) ?? "").replace(/\/SKILL\.md$/, "");
  if (path === "") problems.push(`"path" must be a text: got ${jsonType(value.path)}`);
  for (const key of ["version", "description"]) {
    const field = value[key] ?? "";
    if (typeof field !== "string") problems.push(`"${key}" must be a text: got ${jsonType(field)}`);
  }
  for (const key of ["token_budget", "tier"]) {
    const field = value[key] ?? 0;
    if (!Number.isSafeInteger(field) || (field as number) < 0) {
      problems.push(`"${key}" must be a whole number: got ${JSON.stringify(field)}`);
    }
  }
  const capabilities = value.capabilities ?? {};
  if (!isFields(capabilities)) {
    problems.push(`"capabilities" must be an object: got ${jsonType(capabilities)}`);
  }
  texts(value.references, "references", problems);
  const { dispatch_triggers: triggers } = isFields(capabilities) ? capabilities : {};
  return {
    name,
    version: asString(value.version) || undefined,
    path,
    triggers: texts(triggers, "capabilities.dispatch_triggers", problems),
    fields: value,
  };
}

function texts(value: unknown, key: string, problems: string[]): string[] {
  const list = value ?? [];
  if (Array.isArray(list) && list.every((one) => typeof one === "string")) return list;
  problems.push(`"${key}" must be a list of texts: got ${jsonType(value)}`);
  return [];
}
