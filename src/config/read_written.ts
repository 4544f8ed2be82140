/** The text of one settings file → what it says, with everything that is wrong by line and column. */
import { diagnose, type Diagnostic, placeOf } from "../base/diagnostic.ts";
import { isFields, jsonType } from "../base/json_type.ts";
import { loadYaml, yamlFlaw } from "../skill/yaml.ts";
import type { ConfigPlace } from "./config_file.ts";
import { type SettingPath, ValueReader } from "./read_value.ts";
import { SETTINGS, type Written } from "./schema.ts";

/** A stranger's project may have a file with nothing right in it. */
const MAX_FLAWS = 100;

/** `written` is absent where there is nothing in it, or nothing can be read. */
export async function readWritten(
  text: string,
  { path, scope }: Pick<ConfigPlace, "path" | "scope">,
): Promise<{ readonly written?: Written; readonly flaws: readonly Diagnostic[] }> {
  const unreadable = (why: string, at: { line?: number; column?: number } = {}) => ({
    flaws: [diagnose("settings-unreadable", { path, ...at }, `Cannot read settings: ${why}`)],
  });
  const parseYaml = await loadYaml();
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (error) {
    const { reason, ...place } = yamlFlaw(error, 1);
    return unreadable(reason, place);
  }
  if (value === null) return { flaws: [] };
  if (!isFields(value)) return unreadable(`expected "key: value" lines: got a ${jsonType(value)}`);
  const found: (readonly [SettingPath, Diagnostic])[] = [];
  const reader = new ValueReader(scope === "user", (code, at, message, remedy) => {
    found.push([at, diagnose(code, path, message, remedy)]);
  });
  const written = reader.section(SETTINGS, value, []) as Written;
  if (found.length === 0) return { written, flaws: [] };
  const { offsetOf } = await import("../base/json_tree.ts");
  const { readYamlTree } = await import("../skill/yaml_tree.ts");
  const { root } = readYamlTree(text);
  const flaws: Diagnostic[] = found.slice(0, MAX_FLAWS)
    .map(([at, flaw]) => ({ offset: offsetOf(root, at) ?? 0, flaw }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, flaw }) => ({ ...flaw, ...placeOf(text, offset) }));
  const more = found.length - flaws.length;
  if (more > 0) flaws.push(diagnose("settings-more", path, `${more} more flaws of this file`));
  return { written, flaws };
}
