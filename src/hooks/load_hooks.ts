/**
 * Settings files → handlers. All files are added up, none overrides another (protocol section 2.1). A file
 * that cannot be read is named and the others count; nothing here throws for what a file says.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Handler, HookPlace, HookScope, HookShape } from "./handler.ts";
import { hooksOf, readHooks } from "./read_hooks.ts";
import type { Plan } from "../trust/plan.ts";
import { handlerStep } from "./handler_step.ts";

/** Whether the user has allowed all of a plan for a file of the project. */
export type IsAllowed = (plan: Plan) => Promise<boolean>;

/** How to read. */
export interface LoadOptions {
  /** Semantics for all handlers; absent: as each one is written. */
  readonly shape: HookShape | undefined;
  readonly isAllowed: IsAllowed;
}

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
  /** What the user was asked about, where a file needs approval. */
  readonly plan: Plan | undefined;
}

/**
 * Reads hooks from files.
 *
 * @param places The files, in the order their handlers count; absent ones are skipped.
 */
export async function loadHooks(
  host: Pick<Host, "readText">,
  places: readonly HookPlace[],
  options: LoadOptions,
): Promise<LoadedHooks> {
  const diagnostics: Diagnostic[] = [];
  const files: ReadFile[] = [];
  for (const place of places) {
    const file = await readFile(host, place, options, diagnostics);
    if (file !== undefined) files.push(file);
  }
  for (const { place: { path }, fields, isUntrusted } of files) {
    if (!isUntrusted || fields.disableAllHooks !== true) continue;
    const message = 'Ignored "disableAllHooks": the file is not approved';
    diagnostics.push(diagnose("hooks-off", { path, key: "disableAllHooks" }, message));
  }
  const counting = files.filter((file) => !isSwitchedOff(file, files, diagnostics));
  const handlers = counting.flatMap(({ place, fields, isUntrusted, plan }) =>
    readHooks(hooksOf(fields), { place, isUntrusted, shape: options.shape, diagnostics })
      .map((handler) =>
        plan?.permits(handlerStep(handler)) === false ? { ...handler, isUntrusted: true } : handler
      )
  );
  const httpUrls = counting.filter(({ isUntrusted }) => !isUntrusted)
    .flatMap(({ fields }) => strings(fields.allowedHttpHookUrls));
  return { handlers, diagnostics, httpUrls };
}

async function readFile(
  host: Pick<Host, "readText">,
  place: HookPlace,
  { isAllowed }: LoadOptions,
  diagnostics: Diagnostic[],
): Promise<ReadFile | undefined> {
  const { path } = place;
  let text: string | undefined;
  try {
    text = place.inline === undefined ? host.readText(path) : JSON.stringify(place.inline);
    if (text === undefined && place.scope === "settings") {
      diagnostics.push(diagnose("hooks-unreadable", path, "Cannot read hooks: no such file"));
    }
    if (text === undefined || text.trim() === "") return undefined;
    const fields = place.inline ?? parseObject(text, path, diagnostics);
    if (fields === undefined) return undefined;
    if (!place.needsApproval) return { place, fields, isUntrusted: false, plan: undefined };
    const { settingsPlan } = await import("./settings_plan.ts");
    // Hooks that fill only a part of a manifest are approved with the whole of it.
    const whole = place.inline === undefined ? text : host.readText(path) ?? "";
    const plan = settingsPlan(path, whole);
    return { place, fields, isUntrusted: !(await isAllowed(plan)), plan };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    diagnostics.push(diagnose("hooks-unreadable", path, `Cannot read hooks: ${error.code}`));
    return undefined;
  }
}

function parseObject(text: string, path: string, diagnostics: Diagnostic[]): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    if (isFields(value)) return value;
    const message = `Cannot read hooks: expected a JSON object: got ${jsonType(value)}`;
    diagnostics.push(diagnose("json-unreadable", path, message));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [reason = ""] = error.message.split("\n", 1);
    const message = `Cannot read hooks: it is not valid JSON: ${reason}`;
    diagnostics.push(diagnose("json-unreadable", path, message));
  }
  return undefined;
}

/** Strength of a scope's word on switches, strongest first. */
const PRECEDENCE: readonly HookScope[] = ["managed", "settings", "local", "project", "user"];

/**
 * `disableAllHooks` and `allowManagedHooksOnly` (protocol section 2.2). An unapproved project cannot switch
 * the user's own hooks off.
 */
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
  const at = { path: place.path, key };
  const remedy = "Take that key out, or set it to false";
  diagnostics.push(diagnose("hooks-off", at, message, remedy));
  return true;
}

function strongestSwitch(files: readonly ReadFile[]): ReadFile | undefined {
  const speaking = files.filter(({ place, fields, isUntrusted }) =>
    !isUntrusted && place.scope !== "plugin" && typeof fields.disableAllHooks === "boolean"
  );
  for (const scope of PRECEDENCE) {
    const file = speaking.find(({ place }) => place.scope === scope);
    if (file !== undefined) return file.fields.disableAllHooks === true ? file : undefined;
  }
  return undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
