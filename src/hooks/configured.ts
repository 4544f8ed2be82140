/** What is configured for firing here: the hooks of all settings files added up, and the policy. A bad file is only named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { readJson } from "../base/json_tree.ts";
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { findConfig } from "../config/config_file.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Plan } from "../trust/plan.ts";
import { isProjectSettings, projectBoundary, projectFileTest } from "../trust/project_boundary.ts";
import type { Handler, HookPlace, HookScope } from "./handler.ts";
import { NO_POLICY, type Policy } from "./plan.ts";
import { hooksOf, readHooks } from "./read_hooks.ts";

export type IsAllowed = (plan: Plan) => Promise<boolean>;

export type LoadedHooks = Awaited<ReturnType<typeof loadConfigured>>["loaded"];

/** @param settings Files the caller names, in place of all others. */
export async function loadConfigured(
  host: Host,
  { projectDir, cwd = projectDir, settings = [], shape, plugin }: {
    readonly projectDir: string;
    readonly cwd?: string;
    readonly settings?: readonly string[];
    /** Absent: as each handler is written. */
    readonly shape?: Handler["shape"] | undefined;
    /** The root of a plugin that the caller names: wherever it lies, that is the caller's own choice. */
    readonly plugin?: string | undefined;
  },
) {
  const diagnostics: Diagnostic[] = [];
  let boundary: ReturnType<typeof projectBoundary> | undefined;
  const project = () => boundary ??= projectBoundary(host, projectDir);
  const isProjectFile = projectFileTest(host, project);
  const isAllowed: IsAllowed = async (plan) => {
    // The list of approvals is read only when there is something to approve.
    const { planFlaw, unshownFile } = await import("../trust/approval.ts");
    if (await planFlaw(host, plan, project(), "it") !== undefined) return false;
    if (cwd === projectDir) return true;
    // Each command must be as it was shown also where it runs now.
    const path = unshownFile(host, plan, project(), cwd);
    if (path === undefined) return true;
    const message =
      `Not run in "${cwd}": you were not shown "${path}", which a command names there`;
    const remedy = 'Begin the command with `cd "$CLAUDE_PROJECT_DIR" &&`, and allow it again';
    diagnostics.push(diagnose("settings-not-approved", plan.file, message, remedy));
    return false;
  };
  let places = settings.map((path): HookPlace => {
    return { path, scope: "settings", needsApproval: isProjectSettings(host, projectDir, path) };
  });
  if (settings.length === 0) {
    const { configuredPlaces } = await import("./hook_places.ts");
    places = configuredPlaces(host, projectDir, isProjectFile, diagnostics);
  }
  const config = await findConfig(host, projectDir);
  let policy: Policy = NO_POLICY;
  if (config !== undefined) {
    const { approvedPolicy } = await import("./approved_policy.ts");
    policy = await approvedPolicy(config, projectDir, isProjectFile, isAllowed, diagnostics);
  }
  const read: ReadFile[] = [];
  for (const place of places) {
    const isNamed = plugin !== undefined && place.plugin?.root === plugin;
    const needsApproval = place.needsApproval && !isNamed;
    const file = await readFile(host, { ...place, needsApproval }, isAllowed, diagnostics);
    if (file !== undefined) read.push(file);
  }
  const files = switchedOn(read, diagnostics);
  const handlers = files.flatMap(({ place, fields, isUntrusted, covers }) =>
    readHooks(hooksOf(fields), { place, isUntrusted, shape, diagnostics })
      .map((handler) => covers(handler) ? handler : { ...handler, isUntrusted: true })
  );
  // Patterns of addresses that `http` handlers may call besides this machine.
  const httpUrls = files.filter(({ isUntrusted }) => !isUntrusted)
    .flatMap(({ fields: { allowedHttpHookUrls: urls } }) => Array.isArray(urls) ? urls : [])
    .flatMap((url) => asString(url) ?? []);
  return { loaded: { handlers, diagnostics, httpUrls }, policy, project: project() };
}

type ReadFile = NonNullable<Awaited<ReturnType<typeof readFile>>>;

/** `undefined`: absent, or useless. */
async function readFile(
  host: Host,
  place: HookPlace,
  isAllowed: IsAllowed,
  diagnostics: Diagnostic[],
) {
  const { path, inline } = place;
  try {
    const text = inline === undefined ? host.readText(path) : JSON.stringify(inline);
    if (text === undefined && place.scope === "settings") {
      diagnostics.push(diagnose("hooks-unreadable", path, "Cannot read hooks: no such file"));
    }
    if (text === undefined || text.trim() === "") return undefined;
    const fields = inline ?? parseObject(text, path, diagnostics);
    if (fields === undefined) return undefined;
    // `covers`: whether a handler is part of what the user was asked about.
    const own = { place, fields, isUntrusted: false, covers: (_: Handler) => true };
    if (!place.needsApproval) return own;
    const { handlerStep, settingsPlan } = await import("./file_plan.ts");
    // Hooks that fill only a part of a manifest are approved with the whole of it.
    const plan = settingsPlan(path, inline === undefined ? text : host.readText(path) ?? "");
    const covers = (handler: Handler) => plan.permits(handlerStep(handler));
    return { ...own, isUntrusted: !await isAllowed(plan), covers };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    diagnostics.push(diagnose("hooks-unreadable", path, `Cannot read hooks: ${error.code}`));
    return undefined;
  }
}

function parseObject(text: string, path: string, diagnostics: Diagnostic[]): Fields | undefined {
  const read = readJson(text);
  if (!("flaw" in read) && isFields(read.value)) return read.value;
  const [place, why] = "flaw" in read
    ? [{ path, line: read.line, column: read.column }, `it is not valid JSON: ${read.flaw}`]
    : [path, `expected a JSON object: got ${jsonType(read.value)}`];
  diagnostics.push(diagnose("json-unreadable", place, `Cannot read hooks: ${why}`));
  return undefined;
}

/** Strength of a scope's word on switches, strongest first. */
const PRECEDENCE: readonly HookScope[] = ["managed", "settings", "local", "project", "user"];

/** What the two switches leave. An unapproved project cannot switch the user's own hooks off. */
function switchedOn(files: readonly ReadFile[], diagnostics: Diagnostic[]): ReadFile[] {
  const managed = files.filter(({ place }) => place.scope === "managed");
  const allOff = managed.find(({ fields }) => fields.disableAllHooks === true);
  const onlyManaged = managed.find(({ fields }) => fields.allowManagedHooksOnly === true);
  const said = PRECEDENCE.flatMap((scope) => files.filter(({ place }) => place.scope === scope))
    .find(({ fields, isUntrusted }) => !isUntrusted && typeof fields.disableAllHooks === "boolean");
  const othersOff = allOff ?? onlyManaged ?? (said?.fields.disableAllHooks ? said : undefined);
  for (const { place: { path }, fields, isUntrusted } of files) {
    if (!isUntrusted || fields.disableAllHooks !== true) continue;
    const message = 'Ignored "disableAllHooks": the file is not approved';
    diagnostics.push(diagnose("hooks-off", { path, key: "disableAllHooks" }, message));
  }
  return files.filter(({ place: { path, scope }, fields }) => {
    const by = scope === "managed" ? allOff : othersOff;
    if (by === undefined) return true;
    if (hooksOf(fields) === undefined) return false;
    const key = by !== allOff && by === onlyManaged ? "allowManagedHooksOnly" : "disableAllHooks";
    const message = `Hooks are off: "${key}" in ${by.place.path}`;
    const remedy = "Take that key out, or set it to false";
    diagnostics.push(diagnose("hooks-off", { path, key }, message, remedy));
    return false;
  });
}
