/** The manifests of plugins and marketplaces: what the agent needs of them, and whether the files they name are there. */
import { diagnose, type Diagnostic, placeOf } from "../base/diagnostic.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import { placeOfKey, readJsonTree } from "../base/json_tree.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

/** Keys of a plugin that may name files. */
const FILES = ["commands", "agents", "skills", "hooks", "mcpServers", "lspServers"] as const;

export function checkManifest(host: Host, path: string, text: string): Diagnostic[] {
  const tree = readJsonTree(text);
  if ("flaw" in tree) {
    const at = { path, ...placeOf(text, tree.offset) };
    return [diagnose("json-unreadable", at, `Cannot read the manifest: ${tree.flaw}`)];
  }
  const value = parseJson(text.replace(/^\ufeff/, ""));
  const fields = isFields(value) ? value : {};
  const flaws: Diagnostic[] = [];
  const report = (key: string, message: string) =>
    flaws.push(diagnose("manifest-field", { path, key, ...placeOfKey(text, key) }, message));
  const root = parentPath(parentPath(path) ?? "") ?? "";
  const named = (key: string, file: unknown) => {
    if (typeof file !== "string" || /^[a-z]+:|^[^./]+\//.test(file)) return;
    const isThere = attempt(() => host.stat(joinPath(root, file))) !== undefined;
    if (!isThere) report(key, `"${file}" is not there: the agent loads nothing of it`);
  };
  const wants = (owner: typeof fields, key: string) => {
    if (typeof owner.name === "string" && owner.name !== "") return;
    report(`${key}name`, `"${key}name" is required: the agent does not load it without`);
  };
  wants(fields, "");
  for (const key of FILES) [fields[key]].flat().forEach((file) => named(key, file));
  const plugins: unknown[] = Array.isArray(fields.plugins) ? fields.plugins : [];
  for (const [at, plugin] of plugins.entries()) {
    const key = `plugins[${at}]`;
    wants(isFields(plugin) ? plugin : {}, `${key}.`);
    if (isFields(plugin)) named(`${key}.source`, plugin.source);
  }
  return flaws;
}
