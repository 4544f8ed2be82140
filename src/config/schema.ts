/** All settings of `skillhook.yaml`. ADD A SETTING: one row, then `deno task settings`; reader, messages and documentation follow. */
import { HOOK_EVENTS } from "../protocol/hook_events.ts";
import type { SectionKind, Setting, ValueOf, WrittenOf } from "./kinds.ts";
import { DIRECTIVE_PATTERN, SHORTCUT_PATTERN } from "./typed_names.ts";

const A_TEXT = { kind: "text", what: "a text" } as const;

const flag = (help: string) => ({ kind: "flag", help }) as const;

const tokens = (usual: number, help: string) =>
  ({ kind: "whole", of: "tokens", min: 0, default: usual, help }) as const;

const list = (of: string, what: string, help: string) =>
  ({ kind: "list", of, item: { kind: "text", what }, help }) as const;

const paths = (help: string) => list("paths", "a path", help);

const word = <const W extends string>(usual: NoInfer<W>, words: readonly W[], help: string) =>
  ({ kind: "word", words, default: usual, help }) as const;

const section = <const F>(help: string, fields: F) => ({ kind: "section", help, fields }) as const;

const record = <const S, const F>(short: S, fields: F) =>
  ({ kind: "record", short, fields }) as const;

/** A text of the user's own: both strings of the answer stay under the agent's cap. */
const OWN_TEXTS = {
  kind: "entries",
  entry: record("text", {
    text: { ...A_TEXT, max: 4_000, isRequired: true, help: "What the model is told" },
    summary: { ...A_TEXT, help: "The line that you are shown; else the text's first line" },
  }),
  canBeOff: true,
} as const;

const HELP_IS_OURS = "the help shows what is installed and can only be turned off";

const COMMAND_LINE = { kind: "text", what: "a command line", isRequired: true } as const;
const COMMAND = {
  ...record("command", { command: { ...COMMAND_LINE, help: "The command line, for a shell" } }),
  needsApproval: true,
} as const;

export const SETTINGS = {
  kind: "section",
  fields: {
    shortcuts: {
      ...OWN_TEXTS,
      key: "WORD",
      pattern: {
        regexp: SHORTCUT_PATTERN,
        rule: "one word of at most 32 characters that does not begin with / ! # @ or <",
      },
      fixed: { "?": HELP_IS_OURS, "h?": HELP_IS_OURS },
      help: "Words that stand for a text when they are the whole prompt",
    },
    directives: {
      ...OWN_TEXTS,
      key: "KEY",
      pattern: {
        regexp: DIRECTIVE_PATTERN,
        rule: "letters, digits, - and _, at most 32, beginning with a letter",
      },
      help: "Keys that stand for a text when a prompt begins with `KEY:`",
    },
    index: section("The list of skills at the start of a session", {
      "session-start": flag("List all skills, or none; unset: those that the agent does not"),
      budget: tokens(1_000, "Tokens for the list; 0: no limit"),
    }),
    budget: section("What skill texts may cost", {
      total: tokens(8_000, "Tokens for all skill texts together; 0: no limit"),
      "per-skill": tokens(2_000, "Tokens for each skill; 0: no limit of its own"),
      "subagent-limit": tokens(70_000, "Tokens for the whole payload of a subagent"),
      "subagent-skills": tokens(15_000, "Tokens for all skills of a payload; 0: no limit"),
      estimate: word("bytes", ["bytes", "better"], "How tokens are estimated"),
    }),
    subagents: section("What subagents are given", {
      "fallback-skill": {
        kind: "text",
        what: "a skill's name",
        default: "ct-task-executor",
        help: "The skill for tasks that no other one fits",
      },
      "by-name": {
        kind: "flag",
        default: false,
        help: "Make a whole payload of an Agent prompt that has `Skills: a, b` or `Include: FILE`",
      },
      commands: {
        kind: "entries",
        key: "NAME_CMD",
        pattern: {
          regexp: /^[A-Z][A-Z0-9_]{0,80}_CMD$/,
          rule: "upper case letters, digits and _, ending in _CMD, such as TASK_SHOW_CMD",
        },
        help: "What stands for `{{TASK_SHOW_CMD}}` and the like in skills that tell a subagent " +
          "to use your task tracker; nothing is run",
        entry: record("command", {
          command: { ...A_TEXT, max: 400, isRequired: true, help: "Such as `tracker show`" },
        }),
      },
      agents: {
        kind: "entries",
        key: "TYPE",
        help: 'Skills by an agent\'s type; `"*"` is every other type',
        entry: record("skills", {
          skills: list("names", "a skill's name", "The skills with which these agents begin"),
          strategy: word("standard", ["minimal", "standard", "comprehensive"], "How much of each"),
        }),
      },
    }),
    failure: {
      kind: "entries",
      key: "NAME",
      alone: "default",
      needsApproval: true,
      entry: { kind: "word", words: ["open", "closed", "ask"] },
      known: ["default", ...Object.keys(HOOK_EVENTS)],
      help:
        "What a hook that fails decides, by event, by handler as it is written, or by `default`: " +
        "nothing, a refusal, or a question to you",
    },
    breaker: {
      kind: "whole",
      of: "failures",
      min: 1,
      needsApproval: true,
      flag: { on: 5, off: 0 },
      help: "Failures in a row after which an advisory hook is left out for the session; `true`: 5",
    },
    judge: { ...COMMAND, help: 'Decides for hooks of type "prompt"' },
    agent: { ...COMMAND, help: 'Runs hooks of type "agent"' },
    http: {
      ...section('Where hooks of type "http" may send events', {
        allow: {
          ...list("hosts", "a host", "Hosts besides this one; `*.example.com` is all below it"),
          isJoined: true,
        },
      }),
      needsApproval: true,
    },
    sandbox: {
      ...record("use", {
        use: {
          ...flag("Run them without network, home directory and other processes, or not at all"),
          isRequired: true,
        },
        project: word("read-only", ["read-only", "writable"], "Whether they can write there"),
        show: paths("Directories below your home that they can read, such as toolchains"),
        pass: list("names", "a variable's name", "Variables for them besides harmless ones"),
        only: paths("The projects it is for; without it, all"),
        except: paths("Projects that it is not for"),
      }),
      isUsersOnly: true,
      help: "How commands run that you allowed a project (docs/security.md)",
    },
    chain: section("Chains of skills", {
      remind: word(
        "once",
        ["off", "once", "always"],
        "How often the model is reminded of a step that it forgot; `always`: twice",
      ),
    }),
    log: {
      ...flag("Write down what was decided about every event that is answered"),
      default: false,
      isUsersOnly: true,
    },
  },
} as const satisfies SectionKind;

/** All settings, with the defaults of those that no file makes. */
export type Settings = ValueOf<typeof SETTINGS>;

export type Written = WrittenOf<typeof SETTINGS>;

export const APPROVED_KEYS = Object.entries<Setting>(SETTINGS.fields)
  .filter(([, { needsApproval }]) => needsApproval).map(([key]) => key as keyof Settings);

export type AgentSkills = NonNullable<ReturnType<Settings["subagents"]["agents"]["get"]>>;
