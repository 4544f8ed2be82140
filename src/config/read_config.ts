/** Settings files → what counts: setting by setting, and where the user chooses the keys, entry by entry, the strongest file. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Config, ConfigLayer, ConfigPlace } from "./config_file.ts";
import type { SectionKind } from "./kinds.ts";
import { SETTINGS, type Settings, type Written } from "./schema.ts";

/** `places` are strongest first; without any, the defaults count. A file that cannot be read is named, the others count. */
export async function readConfig(host: Host, places: readonly ConfigPlace[]): Promise<Config> {
  const layers: ConfigLayer[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const place of places) {
    let text: string | undefined;
    try {
      text = host.readText(place.path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const message = `Cannot read settings: ${error.code}`;
      diagnostics.push(diagnose("settings-unreadable", place.path, message));
    }
    if (text === undefined) continue;
    const { readWritten } = await import("./read_written.ts");
    const { written, flaws } = await readWritten(text, place);
    diagnostics.push(...flaws);
    if (written !== undefined) layers.push({ ...place, text, written });
  }
  return { settings: mergeSettings(layers), layers, diagnostics };
}

/** The first file is the strongest; a setting that none of them makes has its default. */
export function mergeSettings(files: readonly { readonly written: Written }[]): Settings {
  return mergeSection(SETTINGS, files.map(({ written }) => written)) as unknown as Settings;
}

function mergeSection({ fields }: SectionKind, files: readonly Fields[]): Fields {
  const merged = Object.entries(fields).map(([name, setting]) => {
    const values = files.map((file) => file[name]).filter((value) => value !== undefined);
    switch (setting.kind) {
      case "section":
        return [name, mergeSection(setting, values as Fields[])];
      case "entries":
        // The strongest comes last and replaces; new keys stand behind those of weaker files.
        return [
          name,
          new Map(values.toReversed().flatMap((map) => [...map as Map<string, unknown>])),
        ];
      case "list":
        return [name, setting.isJoined ? values.flat() : values[0] ?? []];
      default:
        return [name, values[0] ?? setting.default];
    }
  });
  return Object.fromEntries(merged);
}
