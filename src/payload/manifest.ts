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
  readonly triggers: readonly string[];
  /** All of it; `version`, `description`, `token_budget` and `tier` have the right type. */
  readonly fields: Fields;
}

export interface Manifest {
  readonly path: string;
  readonly byName: ReadonlyMap<string, ManifestEntry>;
  readonly diagnostics: readonly Diagnostic[];
}

export function loadManifest(host: Host, projectDir: string): Manifest | undefined {
  for (const place of MANIFEST_PLACES) {
    const path = joinPath(projectDir, place);
    try {
      const text = host.readText(path);
      if (text !== undefined) return readManifest(text, path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const flaw = diagnose("manifest-unreadable", path, `Cannot read the manifest: ${error.code}`);
      return { path, byName: new Map(), diagnostics: [flaw] };
    }
  }
  return undefined;
}

/** An entry with a flaw is named and left out; the others count. */
export function readManifest(text: string, path: string): Manifest {
  const diagnostics: Diagnostic[] = [];
  const byName = new Map<string, ManifestEntry>();
  const flaw = (message: string) => diagnostics.push(diagnose("manifest-entry", path, message));
  const value = parseJson(text);
  const list = isFields(value) ? value.skills : undefined;
  if (!Array.isArray(list)) {
    const wrong = `expected {"skills": [...]}: got ${jsonType(isFields(value) ? list : value)}`;
    flaw(`Cannot read the manifest: ${value === undefined ? "it is not valid JSON" : wrong}`);
    return { path, byName, diagnostics };
  }
  for (const [index, one] of list.entries()) {
    if (!isFields(one)) {
      flaw(`Cannot use skills[${index}]: expected an object: got ${jsonType(one)}`);
      continue;
    }
    const { problems, ...entry } = readEntry(one);
    const { name } = entry;
    if (byName.has(name)) problems.push("the name is there twice, the first counts");
    for (const problem of problems) flaw(`Cannot use skills[${index}] "${name}": ${problem}`);
    if (problems.length === 0) byName.set(name, entry);
  }
  return { path, byName, diagnostics };
}

function readEntry(fields: Fields): ManifestEntry & { problems: string[] } {
  const name = asString(fields.name) ?? "";
  const path = (asString(fields.path) ?? "").replace(/\/SKILL\.md$/, "");
  const capabilities = fields.capabilities ?? {};
  const triggers = isFields(capabilities) ? capabilities.dispatch_triggers ?? [] : [];
  const problems: string[] = [];
  const must = (key: string, isRight: boolean, expected: string, got: string) => {
    if (!isRight) problems.push(`"${key}" must be ${expected}: got ${got}`);
  };
  const isWord = /^[^\s/\\]{1,200}$/.test(name) && !name.startsWith(".");
  must("name", isWord, "one word", JSON.stringify(fields.name ?? null));
  must("path", path !== "", "a text", jsonType(fields.path));
  for (const key of ["version", "description"]) {
    must(key, typeof (fields[key] ?? "") === "string", "a text", jsonType(fields[key]));
  }
  for (const key of ["token_budget", "tier"]) {
    const count = fields[key] ?? 0;
    const isCount = Number.isSafeInteger(count) && Number(count) >= 0;
    must(key, isCount, "a whole number", JSON.stringify(count));
  }
  must("capabilities", isFields(capabilities), "an object", jsonType(capabilities));
  const lists = { references: fields.references ?? [], "capabilities.dispatch_triggers": triggers };
  for (const [key, list] of Object.entries(lists)) {
    must(key, areTexts(list), "a list of texts", jsonType(list));
  }
  const version = asString(fields.version) || undefined;
  return { name, version, path, triggers: areTexts(triggers) ? triggers : [], fields, problems };
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
