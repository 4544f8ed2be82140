/**
 * Settings files → handlers. All files are added up, none overrides another. A file that cannot be read is named
 * and the others count; nothing here throws for what a file says.
 */
import { readJson } from "../base/json_tree.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Plan } from "../trust/plan.ts";
import type { Handler, HookPlace, HookScope, HookShape } from "./handler.ts";
import { hooksOf, readHooks } from "./read_hooks.ts";

/** Whether the user has allowed all of a plan for a file of the project. */
export type IsAllowed = (plan: Plan) => Promise<boolean>;

/** What the files say. */
export interface LoadedHooks {
  /** In configuration order. */
  readonly handlers: readonly Handler[];
  readonly diagnostics: Diagnostic[];
  /** Patterns of addresses that `http` handlers may call besides this machine. */
  readonly httpUrls: readonly string[];
}

interface ReadFile {
  readonly place: HookPlace;
  readonly fields: Fields;
  readonly isUntrusted: boolean;
  /** Whether a handler is part of what the user was asked about; absent where the file needs no approval. */
  readonly covers?: (handler: Handler) => boolean;
}

/**
 * @param places In the order their handlers count; absent files are skipped.
 * @param shape Semantics for all handlers; absent: as each one is written.
 */
export async function loadHooks(
  host: Host,
  places: readonly HookPlace[],
  shape: HookShape | undefined,
  isAllowed: IsAllowed,
): Promise<LoadedHooks> {
  const diagnostics: Diagnostic[] = [];
  const files: ReadFile[] = [];
  for (const place of places) {
    const file = await readFile(host, place, isAllowed, diagnostics);
    if (file !== undefined) files.push(file);
  }
  for (const { place: { path }, fields, isUntrusted } of files) {
    if (!isUntrusted || fields.disableAllHooks !== true) continue;
    const message = 'Ignored "disableAllHooks": the file is not approved';
    diagnostics.push(diagnose("hooks-off", { path, key: "disableAllHooks" }, message));
  }
  const counting = files.filter((file) => !isSwitchedOff(file, files, diagnostics));
  const handlers = counting.flatMap(({ place, fields, isUntrusted, covers }) =>
    readHooks(hooksOf(fields), { place, isUntrusted, shape, diagnostics })
      .map((handler) => covers?.(handler) === false ? { ...handler, isUntrusted: true } : handler)
  );
  const httpUrls = counting.filter(({ isUntrusted }) => !isUntrusted)
    .flatMap(({ fields: { allowedHttpHookUrls: urls } }) => Array.isArray(urls) ? urls : [])
    .filter((url) => typeof url === "string");
  return { handlers, diagnostics, httpUrls };
}

async function readFile(
  host: Host,
  place: HookPlace,
  isAllowed: IsAllowed,
  diagnostics: Diagnostic[],
): Promise<ReadFile | undefined> {
  const { path, inline } = place;
  try {
    const text = inline === undefined ? host.readText(path) : JSON.stringify(inline);
    if (text === undefined && place.scope === "settings") {
      diagnostics.push(diagnose("hooks-unreadable", path, "Cannot read hooks: no such file"));
    }
    if (text === undefined || text.trim() === "") return undefined;
    const fields = inline ?? parseObject(text, path, diagnostics);
    if (fields === undefined) return undefined;
    if (!place.needsApproval) return { place, fields, isUntrusted: false };
    const { handlerStep, settingsPlan } = await import("./file_plan.ts");
    // Hooks that fill only a part of a manifest are approved with the whole of it.
    const plan = settingsPlan(path, inline === undefined ? text : host.readText(path) ?? "");
    const covers = (handler: Handler) => plan.permits(handlerStep(handler));
    return { place, fields, isUntrusted: !(await isAllowed(plan)), covers };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    diagnostics.push(diagnose("hooks-unreadable", path, `Cannot read hooks: ${error.code}`));
    return undefined;
  }
}

function parseObject(text: string, path: string, diagnostics: Diagnostic[]): Fields | undefined {
  const read = readJson(text);
  if ("flaw" in read) {
    const { flaw, line, column } = read;
    const message = `Cannot read hooks: it is not valid JSON: ${flaw}`;
    diagnostics.push(diagnose("json-unreadable", { path, line, column }, message));
  } else if (isFields(read.value)) return read.value;
  else {
    const message = `Cannot read hooks: expected a JSON object: got ${jsonType(read.value)}`;
    diagnostics.push(diagnose("json-unreadable", path, message));
  }
  return undefined;
}

/** Strength of a scope's word on switches, strongest first. */
const PRECEDENCE: readonly HookScope[] = ["managed", "settings", "local", "project", "user"];

/** `disableAllHooks` and `allowManagedHooksOnly`. An unapproved project cannot switch the user's own hooks off. */
function isSwitchedOff(
  { place, fields }: ReadFile,
  files: readonly ReadFile[],
  diagnostics: Diagnostic[],
): boolean {
  const managed = files.filter((file) => file.place.scope === "managed");
  const managedOff = managed.find((file) => file.fields.disableAllHooks === true);
  const onlyManaged = managed.find((file) => file.fields.allowManagedHooksOnly === true);
  const by = place.scope === "managed"
    ? managedOff
    : managedOff ?? onlyManaged ?? strongestSwitch(files);
  if (by === undefined || hooksOf(fields) === undefined) return by !== undefined;
  const key = by === onlyManaged && by !== managedOff ? "allowManagedHooksOnly" : "disableAllHooks";
  const message = `Hooks are off: "${key}" in ${by.place.path}`;
  const remedy = "Take that key out, or set it to false";
  diagnostics.push(diagnose("hooks-off", { path: place.path, key }, message, remedy));
  return true;
}

/** The strongest file that says anything about it, if it says that hooks are off. */
function strongestSwitch(files: readonly ReadFile[]): ReadFile | undefined {
  const file = PRECEDENCE.flatMap((scope) => files.filter(({ place }) => place.scope === scope))
    .find(({ fields, isUntrusted }) => !isUntrusted && typeof fields.disableAllHooks === "boolean");
  return file?.fields.disableAllHooks === true ? file : undefined;
}
