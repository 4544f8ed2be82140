/** Names that the agent compares matchers with. ADD A TOOL OF THE AGENT: a word. */

/** Tools of the agent, of today and of earlier versions. A name that is missing here costs a warning, never an error. */
export const TOOLS: ReadonlySet<string> = new Set(
  ("Agent AgentOutputTool AskUserQuestion Bash BashOutput Brief Config CronCreate CronDelete CronList Edit " +
    "EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep KillBash KillShell LS LSP ListAgents " +
    "ListMcpResources ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead PowerShell PushNotification " +
    "REPL Read ReadMcpResource ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup SendMessage " +
    "SendUserFile SendUserMessage Skill Sleep SlashCommand StructuredOutput Task TaskCreate TaskGet TaskList " +
    "TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoRead TodoWrite ToolSearch WaitForMcpServers WebFetch " +
    "WebSearch Workflow Write").split(" "),
);

const words = (text: string): readonly string[] => text.split(" ");

/** What else matchers are compared with, where the agent has a fixed list of it; by event. */
export const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: words("startup resume clear compact fork"),
  SessionEnd: words("clear resume logout prompt_input_exit other bypass_permissions_disabled"),
  Setup: words("init maintenance"),
  PreCompact: words("manual auto"),
  PostCompact: words("manual auto"),
  ConfigChange: words("user_settings project_settings local_settings policy_settings skills"),
  InstructionsLoaded: words("session_start nested_traversal path_glob_match include compact"),
  DirectoryAdded: words("slash_command register_repo_root"),
};
