/** Stable pseudonyms: equal things stay equal, and what skillhook looks at stays. Who has the key could try names out. */
import { isFields } from "../base/json_type.ts";
import { maskSecrets } from "../base/mask_secrets.ts";
import { lastSegment } from "../base/path.ts";
import { wordSet } from "../base/word_set.ts";
import type { Host } from "../host/host.ts";

export interface World {
  readonly project: string | undefined;
  readonly home: string | undefined;
  /** Secret; the same for one recording. */
  readonly key: string;
  readonly platform: string;
}

const PROJECT = "{project}";
const HOME = "{home}";

/** A run of what paths are made of: one class, so that no text is looked at twice. */
const RUN_REGEXP = /[\w.@+~{}\/-]+/g;
const UUID_REGEXP = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const ID_KEYS = ["session_id", "agent_id", "prompt_id", "tool_use_id", "message_id"];
/** Already one of ours; sanitising twice changes nothing. */
const OWN_REGEXP = /^(?:p|id)-[0-9a-f]{8}(?:\.[A-Za-z0-9]{1,8})?$/;
const PLAIN_NAMES = wordSet(`
  ~ . .. .claude .agents skills commands plugins projects settings.json SKILL.md src docs tests plans tmp`);

export async function sanitise(host: Host, world: World, value: unknown): Promise<unknown> {
  const digests = new Map<string, string>();
  const digestOf = (name: string) => {
    if (!digests.has(name)) digests.set(name, "");
    return digests.get(name)!;
  };
  // Two rounds: digests may come late, replacing in a text may not.
  const round = () => mapTexts(value, (text, key) => replace(text, key, world, digestOf));
  round();
  for (const name of digests.keys()) {
    digests.set(name, (await host.sha256(`${world.key}\n${name}`)).slice(0, 8));
  }
  return round();
}

/** The same JSON with its texts changed, each with the key it stands at; in lists there is none. */
export function mapTexts(
  value: unknown,
  change: (text: string, key: string) => string,
  key = "",
): unknown {
  if (typeof value === "string") return change(value, key);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isFields(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, mapTexts(item, change, name)]));
}

function replace(text: string, key: string, world: World, digestOf: (name: string) => string) {
  if (key === "hook_event_name" || text === "") return text;
  if (ID_KEYS.includes(key)) return OWN_REGEXP.test(text) ? text : `id-${digestOf(text)}`;
  const hide = (path: string) => path.split("/").map((name) => pseudonym(name, digestOf)).join("/");
  const placed = placeDirectories(text, world)
    .replaceAll(RUN_REGEXP, (run) => isPath(run) ? hide(run) : run)
    .replaceAll(UUID_REGEXP, (id) => `id-${digestOf(id)}`);
  return maskSecrets(placed);
}

/** Two names with a slash between them; `/skill` alone is a skill. */
function isPath(run: string): boolean {
  const slash = run.indexOf("/", 1);
  return slash > 0 && slash < run.length - 1;
}

/** The project first: it usually lies in the home. The user's name goes wherever it stands as a word. */
function placeDirectories(text: string, { project, home, platform }: World): string {
  let placed = text;
  if (project !== undefined && project.length > 1) placed = placed.replaceAll(project, PROJECT);
  if (home === undefined || home.length < 2) return placed;
  placed = placed.replaceAll(home, HOME);
  const user = lastSegment(home, platform);
  return user.length < 3 ? placed : replaceWord(placed, user, "user");
}

function replaceWord(text: string, word: string, by: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    // A brace before it: that is the pseudonym of a home called so.
    if (/[\w{]/.test(text[at - 1] ?? "") || /\w/.test(text[at + word.length] ?? "")) continue;
    parts.push(text.slice(from, at), by);
    from = at + word.length;
  }
  return parts.join("") + text.slice(from);
}

function pseudonym(segment: string, digestOf: (name: string) => string): string {
  const isPlain = segment === "" || segment === PROJECT || segment === HOME ||
    PLAIN_NAMES.has(segment) || OWN_REGEXP.test(segment);
  if (isPlain) return segment;
  // The extension says what kind of file it is and nothing else.
  const name = segment.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, "");
  const isId = name.replace(UUID_REGEXP, "") === "";
  return `${isId ? "id" : "p"}-${digestOf(name)}${segment.slice(name.length)}`;
}

export function settle(value: unknown, { project = "/", home = "/" }: World): unknown {
  const settled = (text: string) =>
    text.replaceAll(PROJECT, () => project).replaceAll(HOME, () => home);
  return mapTexts(value, settled);
}
