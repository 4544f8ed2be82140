/** Marketplaces that are a directory of this machine: when that is moved, their plugins are gone without a word. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory } from "../catalog/places.ts";
import { look, Sources } from "../catalog/sources.ts";
import type { Host } from "../host/host.ts";

export function checkMarketplaces(host: Host): Diagnostic[] {
  const config = configDirectory(host);
  if (config === undefined) return [];
  const file = joinPath(config, "plugins/known_marketplaces.json");
  const known = new Sources(host).readJson(file, []) ?? {};
  return Object.entries(known).flatMap(([name, entry]) => {
    const source = isFields(entry) && isFields(entry.source) ? entry.source : {};
    const path = source.source === "directory" ? asString(source.path) : undefined;
    if (!path || look(host, path) !== undefined) return [];
    const message = `Marketplace "${name}" was in "${path}" and is not there: its plugins are gone`;
    const again = `"claude plugin marketplace remove ${name}", then "... add" with its new place`;
    return [diagnose("marketplace-moved", { path: file, key: name }, message, `Run ${again}`)];
  });
}
