/**
 * All settings of `skillhook.yaml`. ADD A SETTING: one row; the reader, every message, the table in
 * docs/settings.md and the JSON Schema for editors follow (`deno task settings` writes the last two).
 */
import { HOOK_EVENTS } from "../protocol/hook_events.ts";
import type { SectionKind, Setting, ValueOf, WrittenOf } from "./kinds.ts";
import { SUBAGENTS } from "./subagent_settings.ts";
import { DIRECTIVE_PATTERN, SHORTCUT_PATTERN } from "./typed_names.ts";

const A_TEXT = { kind: "text", what: "a text" } as const;

const tokens = (usual: number, help: string) =>
  ({ kind: "whole", of: "tokens", min: 0, default: usual, help }) as const;

const list = (of: string, what: string) =>
  ({ kind: "list", of, item: { kind: "text", what } }) as const;

const word = <const W extends string>(usual: NoInfer<W>, words: readonly W[], help: string) =>
  ({ kind: "word", words, default: usual, help }) as const;

const PATHS = list("paths", "a path");

/** A text of the user's own: both strings of the answer stay under the agent's cap. */
const OWN_TEXT = {
  kind: "record",
  short: "text",
  fields: {
    text: { ...A_TEXT, max: 4_000, isRequired: true, help: "What the model is told" },
    summary: {
      ...A_TEXT,
      help: "The line that you are shown; without it, the first line of the text",
    },
  },
} as const;

const COMMAND_LINE = { kind: "text", what: "a command line", isRequired: true } as const;

const COMMAND = {
  kind: "record",
  short: "command",
  needsApproval: true,
  fields: { command: { ...COMMAND_LINE, help: "The command line, for a shell" } },
} as const;

export const SETTINGS = {
  kind: "section",
  fields: {
    shortcuts: {
      kind: "entries",
      key: "WORD",
      entry: OWN_TEXT,
      canBeOff: true,
      pattern: {
        regexp: SHORTCUT_PATTERN,
        rule: "one word of at most 32 characters that does not begin with / ! # @ or <",
      },
      fixed: {
        "?": "the help shows what is installed and can only be turned off",
        "h?": "the help shows what is installed and can only be turned off",
      },
      help: "Words that stand for a text when they are the whole prompt",
    },
    directives: {
      kind: "entries",
      key: "KEY",
      entry: OWN_TEXT,
      canBeOff: true,
      pattern: {
        regexp: DIRECTIVE_PATTERN,
        rule: "letters, digits, - and _, at most 32, beginning with a letter",
      },
      help: "Keys that stand for a text when a prompt begins with `KEY:`",
    },
    index: {
      kind: "section",
      help: "The list of skills at the start of a session",
      fields: {
        "session-start": {
          kind: "flag",
          help: "List all skills, or none; without it, those that the agent does not list itself",
        },
        budget: tokens(1_000, "Tokens for the list; 0: no limit"),
      },
    },
    budget: {
      kind: "section",
      help: "What skill texts may cost",
      fields: {
        total: tokens(8_000, "Tokens for all skill texts together; 0: no limit"),
        "per-skill": tokens(2_000, "Tokens for each skill; 0: no limit of its own"),
        "subagent-limit": tokens(70_000, "Tokens for the whole payload of a subagent"),
        "subagent-skills": tokens(
          15_000,
          "Tokens for all skills in a payload together; 0: no limit of their own",
        ),
        estimate: word("bytes", ["bytes", "better"], "How tokens are estimated"),
      },
    },
    subagents: SUBAGENTS,
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
      kind: "section",
      needsApproval: true,
      help: 'Where hooks of type "http" may send events',
      fields: {
        allow: {
          ...list("hosts", "a host"),
          isJoined: true,
          help: "Hosts besides this machine; `*.example.com` is every host below that name",
        },
      },
    },
    sandbox: {
      kind: "record",
      short: "use",
      isUsersOnly: true,
      help: "How commands run that you allowed a project (docs/security.md)",
      fields: {
        use: {
          kind: "flag",
          isRequired: true,
          help: "Run them without network, home directory and other processes, or not at all",
        },
        project: word(
          "read-only",
          ["read-only", "writable"],
          "Whether they can write to the project",
        ),
        show: {
          ...PATHS,
          help: "Directories below your home that they can read, such as toolchains",
        },
        pass: {
          ...list("names", "a variable's name"),
          help: "Environment variables that they are given besides the harmless ones",
        },
        only: { ...PATHS, help: "The projects it is for; without it, all" },
        except: { ...PATHS, help: "Projects that it is not for" },
      },
    },
    chain: {
      kind: "section",
      help: "Chains of skills",
      fields: {
        remind: word(
          "once",
          ["off", "once", "always"],
          "How often the model is reminded of a step that it forgot; `always`: twice",
        ),
      },
    },
    log: {
      kind: "flag",
      default: false,
      isUsersOnly: true,
      help: "Write down what was decided about every event that is answered",
    },
  },
} as const satisfies SectionKind;

/** All settings, with the defaults of those that no file makes. */
export type Settings = ValueOf<typeof SETTINGS>;

export type Written = WrittenOf<typeof SETTINGS>;

/** Settings that a project makes only with the user's approval. */
export const APPROVED_KEYS = Object.entries<Setting>(SETTINGS.fields)
  .filter(([, { needsApproval }]) => needsApproval).map(([key]) => key as keyof Settings);

export type AgentSkills = NonNullable<ReturnType<Settings["subagents"]["agents"]["get"]>>;
