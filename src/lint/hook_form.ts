/** Whose hooks a file holds. Other agents have events and shapes of their own: our rules are not theirs. */
import { isFields } from "../base/json_type.ts";
import { HOOK_EVENTS, hookEvent } from "../protocol/hook_events.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Events by agent; one that two agents have is told apart by the others. */
const EVENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  Gemini: words(
    "BeforeTool AfterTool BeforeAgent AfterAgent BeforeModel AfterModel BeforeToolSelection PreCompress",
  ),
  Copilot: words(
    "sessionStart sessionEnd userPromptSubmitted preToolUse postToolUse errorOccurred agentStop subagentStop",
  ),
  Cursor: words(
    "beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit " +
      "beforeSubmitPrompt afterAgentResponse afterAgentThought beforeTabFileRead afterTabFileEdit stop preToolUse " +
      "postToolUse postToolUseFailure sessionStart sessionEnd subagentStart subagentStop preCompact workspaceOpen",
  ),
};
/** Agents whose files look like ours: only the directory tells. */
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[/\\])\.?codex(?:-plugin|-hooks\.json)?(?:[/\\]|$)/, "Codex"],
  [/[/\\](?:grok|\.grok|\.factory|\.qwen)[/\\]/, "another agent"],
  [/[/\\]\.gemini[/\\]|[/\\]gemini[/\\]hooks[/\\]/, "Gemini"],
  [/[/\\]\.cursor[/\\]/, "Cursor"],
  [/[/\\]\.windsurf[/\\]/, "Windsurf"],
  [/[/\\]\.github[/\\]/, "Copilot"],
];

/** What only our agent reads: there a name that differs in case alone is a slip. */
const OWN_REGEXP = /[/\\]\.claude[/\\]settings(?:\.local)?\.json$/;
const KNOWN = new RegExp(`^(?:${Object.keys(HOOK_EVENTS).join("|")})$`, "i");

/** The agent whose form it is, where it is another one's. */
export function foreignForm(path: string, hooks: unknown): string | undefined {
  const byPath = PATHS.find(([pattern]) => pattern.test(path))?.[1];
  if (byPath !== undefined || !isFields(hooks)) return byPath;
  const foreign = Object.keys(hooks).filter((event) => hookEvent(event) === undefined);
  if (foreign.length === 0 || foreign.length * 2 < Object.keys(hooks).length) return undefined;
  if (foreign.every((event) => /^(?:pre|post)_[a-z_]+$/.test(event))) return "Windsurf";
  const items = Object.values(hooks).flat().filter(isFields);
  if (items.some(({ bash, powershell }) => bash ?? powershell)) return "Copilot";
  if (OWN_REGEXP.test(path) && foreign.every((event) => KNOWN.test(event))) return undefined;
  return Object.keys(EVENTS).reverse().find((name) =>
    foreign.every((one) => EVENTS[name]!.has(one))
  );
}
