/** What is different about a coding agent: its hooks' input and answers, where its skills lie, how one is run. */
import type { Fields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { homeDirectory } from "../catalog/places.ts";
import type { AgentWays, Host } from "../host/host.ts";

type HomeHost = Pick<Host, "env" | "platform">;
/** A directory of the user's; `undefined`: nothing says where. */
type Directory = (host: HomeHost) => string | undefined;

/** Another agent than Claude Code. What it has in common with Claude Code is left out. */
export interface Agent {
  /** Its names of events, and of tools, with Claude Code's. */
  readonly events?: Readonly<Record<string, string>>;
  readonly tools?: Readonly<Record<string, string>>;
  /** The field of its subagent tool that holds the prompt. */
  readonly subagentPrompt?: string;
  /** The variable with the project's directory; absent: it is the event's, whatever the environment says. */
  readonly projectVariable?: string;
  /** Further differences of an event, its event and tool named as Claude Code names them; pure. */
  readonly decode?: (fields: Fields) => Fields;
  /** What an event means to us besides, such as the use of a skill; hooks of others never see that. */
  readonly use?: (fields: Fields, host: Host) => Fields;
  /** Hooks of a plugin are not told where that lies: where ours is, below the home directory, if it is installed. */
  readonly plugin?: string;
  /** It says by an event of its own that a skill was typed. */
  readonly hasExpansion?: true;
  /** When the model hears what is said beside a skill: at the tool's begin or at its end. */
  readonly hears: "PreToolUse" | "PostToolUse";
  readonly ways: (host: HomeHost) => AgentWays;
  readonly answer: AnswerForm;
  readonly files: AgentFiles;
}

/** Where it is told to start us, and how. */
export interface AgentFiles {
  readonly directory: Directory;
  /** The file in there, and from a project's top. */
  readonly file: string;
  readonly project: string;
  /** What the doctor tells a user. */
  readonly advice: string;
  /** Its events that we answer, each with a matcher, or the empty text. */
  readonly events: Readonly<Record<string, string>>;
  /** One entry of the list of an event, for a line of a shell; absent: as Claude Code has it. */
  readonly entry?: (line: string, seconds: number, matcher: string) => Fields;
  /** It runs only hooks that were reviewed: the file in its directory that lists them, and a hook's mark in it. */
  readonly review?: {
    readonly file: string;
    readonly mark: (path: string, event: string, group: number, handler: number) => string;
  };
  /** A timeout that is no whole number makes it drop the file. */
  readonly wholeTimeouts?: true;
  /** What a file holds before there are hooks in it. */
  readonly empty?: string;
  /** The file is a program that we write; takes the words that start us. */
  readonly program?: (words: readonly string[]) => string;
}

/** A directory below the home directory, or where a variable says. */
export const belowHome = (path: string, variable?: string): Directory => (host) => {
  const home = homeDirectory(host);
  return (variable && host.env(variable)) ?? (home && joinPath(home, path));
};

/** Its ways, where a user's skills lie in its directory and in some below the home directory. */
export function waysOf(
  directory: Directory,
  ways: Omit<AgentWays, "userSkills">,
  ...more: readonly string[]
): Agent["ways"] {
  return (host) => {
    const own = directory(host);
    const places = [own && joinPath(own, "skills"), ...more.map((path) => belowHome(path)(host))];
    return { ...ways, userSkills: places.filter((path) => path !== undefined) };
  };
}

/** Its names with Claude Code's, written as `theirs=ours theirs=ours`. */
export function namesOf(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.split(" ").map((pair) => pair.split("=")));
}

/** Events in the order in which they are written, and the matchers of some. */
export function eventsOf(names: string, matchers: AgentFiles["events"] = {}): AgentFiles["events"] {
  return Object.fromEntries(names.split(" ").map((name) => [name, matchers[name] ?? ""]));
}

/** An entry as Claude Code has it: a group with one handler. */
export function grouped(
  command: string,
  timeout: number,
  matcher: string,
  own: Fields = {},
): Fields {
  const hooks = [{ type: "command", ...own, command, timeout }];
  return matcher === "" ? { hooks } : { matcher, hooks };
}

/** How its answers are written. */
export interface AnswerForm {
  /** Where a text for the model stands on top of the answer, instead of in `hookSpecificOutput`. */
  readonly contextKey?: string;
  /** What the end of a turn is answered with instead of `decision: "block"` and a reason. */
  readonly goOnKey?: string;
  /** The only events at whose answer it looks; absent: all of them. */
  readonly listens?: readonly string[];
  /** A permission is said on top of the answer: `decision` and `reason`. */
  readonly decidesOnTop?: true;
  /** The member of `hookSpecificOutput` with another input for a tool; absent: it takes none. */
  readonly inputKey?: "updatedInput" | "tool_input";
  /** Another input counts only beside `permissionDecision: "allow"`. */
  readonly allowsInput?: true;
  /** UTF-8 bytes of one text; absent: Claude Code's limit, in UTF-16 units. */
  readonly capBytes?: number;
  /** Angle brackets reach the model as `&lt;`. */
  readonly noTags?: true;
  /** What is on standard error is shown to the user as the answer when standard output is empty. */
  readonly showsErrors?: true;
  /** It knows no `ask`, or goes ahead where no user can be asked: a gate that asks refuses. */
  readonly cannotAsk?: true;
  /** An answer that says anything it does not know is dropped as a whole. */
  readonly isStrict?: true;
}

/** Calls of a tool that takes a skill's name and no arguments. */
export const calling = (tool: string, field: string) => (skill: string, args: string): string => {
  const call = `${tool}(${field}: ${JSON.stringify(skill)})`;
  const given = JSON.stringify(args);
  return args ? `${call}, and follow its instructions with these arguments: ${given}` : call;
};
