/** Names from outside, checked first: a skill's becomes part of a path, a session's a place in the marker tree. */

/** As long as a directory's name may be on the usual file systems, with `-first-use` behind it. */
const NAME_MAX = 200;
const SESSION_MAX = 1_000;
const CONTROL_REGEXP = /\p{Cc}/u;

export interface SkillName {
  /** The part before the colon: a plugin, or a directory such as `pkg/b`. */
  readonly plugin: string | undefined;
  readonly name: string;
}

/** Takes `foo` or `plugin:foo` apart; one leading slash is fine. Else why it cannot be a skill's name. */
export function readSkillName(written: string): SkillName | string {
  const text = written.startsWith("/") ? written.slice(1) : written;
  const colon = text.indexOf(":");
  const plugin = colon < 0 ? undefined : text.slice(0, colon);
  const name = text.slice(colon + 1);
  for (const part of plugin === undefined ? [name] : [...plugin.split("/"), name]) {
    const problem = problemOf(part);
    if (problem !== undefined) return `the skill's name ${problem}`;
  }
  return { plugin, name };
}

export function qualifiedName({ plugin, name }: SkillName): string {
  return plugin === undefined ? name : `${plugin}:${name}`;
}

export function identifierProblem(kind: "session" | "agent", value: string): string | undefined {
  if (value.trim() === "") return `the ${kind} is blank: say --${kind} ID`;
  if (value.length > SESSION_MAX) return `the ${kind} is longer than ${SESSION_MAX} characters`;
  return CONTROL_REGEXP.test(value) ? `the ${kind} holds a control character` : undefined;
}

function problemOf(part: string): string | undefined {
  if (part.trim() === "") return "is blank";
  if (part.length > NAME_MAX) return `is longer than ${NAME_MAX} characters`;
  if (CONTROL_REGEXP.test(part)) return "holds a control character";
  if (/[/\\:]/.test(part)) return 'must be one name, without "/", "\\" or a second ":"';
  if (part.startsWith(".") || part.includes("..")) return 'must not begin with "." or hold ".."';
  return undefined;
}
