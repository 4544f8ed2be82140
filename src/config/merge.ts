/** What several files say → what counts. The first file is the strongest; a setting that nobody made has its default. */
import type { Fields } from "../base/json_type.ts";
import type { SectionKind } from "./kinds.ts";
import { SETTINGS, type Settings, type Written } from "./schema.ts";

/** Merges files, setting by setting, and where the user chooses the keys, entry by entry. */
export function mergeSettings(files: readonly { readonly written: Written }[]): Settings {
  return mergeSection(SETTINGS, files.map(({ written }) => written)) as unknown as Settings;
}

function mergeSection({ fields }: SectionKind, files: readonly Fields[]): Fields {
  const merged: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(fields)) {
    const values = files.map((file) => file[name]).filter((value) => value !== undefined);
    switch (setting.kind) {
      case "section":
        merged[name] = mergeSection(setting, values as Fields[]);
        break;
      case "entries":
        // The strongest comes last and replaces; new keys stand behind those of weaker files.
        merged[name] = new Map(
          values.toReversed().flatMap((map) => [...map as Map<string, unknown>]),
        );
        break;
      case "list":
        merged[name] = setting.isJoined ? values.flat() : values[0] ?? [];
        break;
      default:
        merged[name] = values[0] ?? setting.default;
    }
  }
  return merged;
}
