/** The settings under `subagents`: a part of the schema, which has no room for them. */

export const SUBAGENTS = {
  kind: "section",
  help: "What subagents are given",
  fields: {
    "fallback-skill": {
      kind: "text",
      what: "a skill's name",
      default: "ct-task-executor",
      help: "The skill for tasks that no other one fits",
    },
    "by-name": {
      kind: "flag",
      default: false,
      help:
        "Make a whole payload of a prompt for the Agent tool that has a line `Skills: a, b` or " +
        "`Include: FILE`",
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
      entry: {
        kind: "record",
        short: "command",
        fields: {
          command: {
            kind: "text",
            what: "a text",
            max: 400,
            isRequired: true,
            help: "The words, such as `tracker show`",
          },
        },
      },
    },
    agents: {
      kind: "entries",
      key: "TYPE",
      help: 'Skills by an agent\'s type; `"*"` is every other type',
      entry: {
        kind: "record",
        short: "skills",
        fields: {
          skills: {
            kind: "list",
            of: "names",
            item: { kind: "text", what: "a skill's name" },
            help: "The skills whose texts agents of this type begin with",
          },
          strategy: {
            kind: "word",
            words: ["minimal", "standard", "comprehensive"],
            default: "standard",
            help: "How much of each skill",
          },
        },
      },
    },
  },
} as const;
