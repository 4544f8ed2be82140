/** The manifests of plugins and marketplaces, as the agent validates them, and files that are not there. ADD A FIELD: a word. */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { placeOfKey } from "../base/json_tree.ts";
import { type Fields, isFields, jsonType, parseJson } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

type Words = Readonly<Record<string, string>>;

/** JSON type → the fields of which the agent insists on it; in a marketplace and its entries there are more. */
const PLUGIN: Words = {
  string: "version description homepage license repository",
  list: "keywords",
  object: "author",
};
const MARKETPLACE: Words = {
  string: `${PLUGIN.string} category`,
  list: "keywords tags plugins",
  object: "author owner",
  boolean: "strict",
};
/** Fields that may name files, and how such a file's name ends. */
const FILES = "commands agents skills hooks mcpServers lspServers outputStyles".split(" ");
const ENDS: Words = { agents: ".md", hooks: ".json" };
/** Known and not looked into; `categories` is an editor's. */
const OTHERS =
  "$schema name source displayName dependencies userConfig channels monitors themes workflows settings " +
  "experimental icon id categories engines defaultEnabled metadata renames";
const KNOWN = [...Object.values(MARKETPLACE), OTHERS].join(" ").split(" ").concat(FILES);
/** Kinds of places elsewhere, with what each must say. */
const SOURCES: Words = { github: "repo", url: "url", npm: "package", "git-subdir": "url path" };
/** What can stand on either side of `plugin@marketplace`. */
const NAME_REGEXP = /^[A-Za-z0-9][\w.-]*$/;

type Say = (key: string, what: string, remedy?: string, code?: DiagnosticCode) => void;
type IsThere = (file: string) => boolean;

/** @param path Of a `plugin.json` or `marketplace.json`. That a text is no JSON, the reader of its hooks says. */
export function checkManifest(host: Host, path: string, text: string): Diagnostic[] {
  const fields = parseJson(text.replace(/^\ufeff/, ""));
  if (!isFields(fields)) return [];
  const flaws: Diagnostic[] = [];
  const say: Say = (key, what, remedy, code = "manifest-field") => {
    flaws.push(diagnose(code, { path, key, ...placeOfKey(text, key) }, `${key}: ${what}`, remedy));
  };
  const root = parentPath(parentPath(path) ?? "") ?? "";
  const place = (file: string) => joinPath(root, file.replace(/^\.\/?/, ""));
  const isThere: IsThere = (file) => attempt(() => host.stat(place(file))) !== undefined;
  if (path.endsWith("plugin.json")) {
    checkFields(fields, "", PLUGIN, /^\S+$/, say);
    checkFiles(fields, "", say, isThere);
    return flaws;
  }
  checkFields(fields, "", MARKETPLACE, NAME_REGEXP, say);
  for (const key of ["owner", "plugins"].filter((key) => fields[key] === undefined)) {
    say(key, "It is required: the agent refuses the marketplace");
  }
  const { plugins, metadata } = fields;
  const names = new Set<unknown>();
  const hasRoot = isFields(metadata) && metadata.pluginRoot !== undefined;
  for (const [at, item] of (Array.isArray(plugins) ? plugins as unknown[] : []).entries()) {
    const key = `plugins[${at}]`;
    const entry = isFields(item) ? item : {};
    const { name, source, version } = entry;
    checkFields(entry, `${key}.`, MARKETPLACE, NAME_REGEXP, say);
    checkFiles(entry, `${key}.`, say, () => true);
    if (name !== undefined && names.has(name)) say(`${key}.name`, `"${name}" is there twice`);
    names.add(name);
    const isPath = typeof source === "string";
    // A bare name is below the directory that the marketplace sets.
    if (source === "." || hasRoot && isPath && !source.startsWith("./")) continue;
    const flaw = isPath ? pathFlaw(source, isThere) : awayFlaw(source);
    if (flaw !== undefined) say(`${key}.source`, flaw);
    if (!isPath || version === undefined) continue;
    const manifest = joinPath(place(source), ".claude-plugin/plugin.json");
    const own = parseJson(attempt(() => host.readText(manifest)) ?? "");
    const counts = isFields(own) ? own.version ?? version : version;
    if (counts === version) continue;
    const what = `The plugin's own manifest says "${counts}", and that one counts`;
    say(`${key}.version`, what, "Write the same, or leave it out", "manifest-version");
  }
  return flaws;
}

function checkFields(fields: Fields, owner: string, types: Words, names: RegExp, say: Say): void {
  const { name } = fields;
  if (typeof name !== "string" || !names.test(name)) {
    const what = name === undefined ? "It is required" : `${JSON.stringify(name)} is no name`;
    say(`${owner}name`, `${what}: the agent refuses it`, 'Write one like "my-plugin"');
  }
  for (const [key, value] of Object.entries(fields)) {
    const type = jsonType(value);
    const wanted = Object.keys(types).find((one) => types[one]!.split(" ").includes(key)) ?? type;
    if (type !== wanted) say(owner + key, `It must be of the type ${wanted}: got ${type}`);
    if (/^(?:author|owner)$/.test(key) && isFields(value) && value.name === undefined) {
      say(`${owner}${key}.name`, "It is required: the agent refuses the manifest");
    }
    const near = KNOWN.includes(key) ? undefined : nearestWord(key, KNOWN);
    if (near === undefined || Object.hasOwn(fields, near)) continue;
    say(owner + key, "The agent ignores this key", didYouMean(near), "manifest-key");
  }
}

function checkFiles(fields: Fields, owner: string, say: Say, isThere: IsThere): void {
  for (const kind of FILES) {
    const { [kind]: end = "" } = ENDS;
    const isList = Array.isArray(fields[kind]);
    for (const [at, file] of [fields[kind]].flat().entries()) {
      // Servers may be bundles that are fetched.
      if (typeof file !== "string" || /^https?:/.test(file)) continue;
      const flaw = file.endsWith(end)
        ? pathFlaw(file, isThere)
        : `"${file}" must be a file whose name ends in ${end}: the agent refuses it`;
      if (flaw !== undefined) say(`${owner}${kind}${isList ? `[${at}]` : ""}`, flaw);
    }
  }
}

function awayFlaw(source: unknown): string | undefined {
  if (!isFields(source)) return 'It is required: where the plugin is, such as "./plugins/mine"';
  const kind = String(source.source);
  if (!Object.hasOwn(SOURCES, kind)) {
    return `The agent has no source "${kind}": it has ${Object.keys(SOURCES).join(", ")}`;
  }
  const missing = SOURCES[kind]!.split(" ").find((key) => typeof source[key] !== "string");
  return missing === undefined ? undefined : `A source "${kind}" needs "${missing}"`;
}

function pathFlaw(file: string, isThere: IsThere): string | undefined {
  if (!file.startsWith("./")) return `"${file}" must begin with "./": the agent refuses it`;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(file)) return `"${file}" holds "..": the agent refuses it`;
  return isThere(file) ? undefined : `"${file}" is not there: the agent loads nothing of it`;
}
