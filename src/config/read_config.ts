/** Settings files → what counts. Each file is read and parsed once; one that cannot be is named, the others count. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Config, ConfigLayer, ConfigPlace } from "./config_file.ts";
import { mergeSettings } from "./merge.ts";

/** @param places Strongest first; without any, the defaults count. */
export async function readConfig(
  host: Pick<Host, "readText">,
  places: readonly ConfigPlace[],
): Promise<Config> {
  const layers: ConfigLayer[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const place of places) {
    const text = readText(host, place.path, diagnostics);
    if (text === undefined) continue;
    const { readWritten } = await import("./read_written.ts");
    const { written, flaws } = await readWritten(text, place);
    diagnostics.push(...flaws);
    if (written !== undefined) layers.push({ ...place, text, written });
  }
  return { settings: mergeSettings(layers), layers, diagnostics };
}

function readText(
  host: Pick<Host, "readText">,
  path: string,
  diagnostics: Diagnostic[],
): string | undefined {
  try {
    return host.readText(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const message = `Cannot read settings: ${error.code}`;
    diagnostics.push(diagnose("settings-unreadable", path, message));
    return undefined;
  }
}
