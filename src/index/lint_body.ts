/** The linter's rules for a skill's text. */
import type { Report } from "../base/diagnostic.ts";
import { inside, literalRanges } from "../base/markdown_ranges.ts";
import { joinPath } from "../base/path.ts";
import { estimateTokens } from "../budget/estimate.ts";
import { type Host, HostError } from "../host/host.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { scan } from "../skill/scan.ts";
import { judgeTrust } from "../trust/judge_trust.ts";
import type { LintedSkill } from "./lint_frontmatter.ts";

/** The specification's advice for one file. */
const LINES_MAX = 500;
const TOKENS_MAX = 5_000;
const MAX_TARGET = 300;
/** The length is bounded because an expression would look for the end of each opening anew. */
const LINK_REGEXP = /\]\(([^)\r\n]{0,600})\)/g;

export async function lintBody(
  host: Host,
  skill: LintedSkill,
  projectDir: string | undefined,
  report: Report,
): Promise<void> {
  const { text, body, form, dir } = skill;
  if (form === "manifest" || splitFrontmatter(text) === "unclosed") return;
  if (body === "") report("body-empty", "There are no instructions behind the frontmatter");
  const lines = lineAt(body);
  const tokens = estimateTokens(body);
  if (lines > LINES_MAX || tokens > TOKENS_MAX) {
    const message = `The text has ${lines} lines and about ${tokens} tokens: keep it under ` +
      `${LINES_MAX} lines and ${TOKENS_MAX} tokens, move details to files it names`;
    report("body-length", message);
  }
  const bodyOffset = Math.max(0, text.lastIndexOf(body));
  for (const { target, offset } of localLinks(body)) {
    if (isAbsent(host, joinPath(dir, target))) {
      const message = `The text names a file that is not there: "${target}"`;
      report("broken-reference", message, { line: lineAt(text, bodyOffset + offset) });
    }
  }
  for (const { 1: written, index } of body.matchAll(/`([^`\s]{1,300})`/g)) {
    const target = fileOf(written!);
    const [folder, ...rest] = target?.split("/") ?? [];
    if (rest.length === 0 || isAbsent(host, joinPath(dir, folder!))) continue;
    if (isAbsent(host, joinPath(dir, target!))) {
      const message = `The text names a file that is not in its folder: "${written}"`;
      report("broken-path", message, { line: lineAt(text, bodyOffset + index) });
    }
  }
  if (text.includes("!")) await lintDirectives(host, skill, projectDir, report);
}

async function lintDirectives(
  host: Host,
  { path, text, pluginRoot, fields }: LintedSkill,
  projectDir: string | undefined,
  report: Report,
): Promise<void> {
  const directives: { command: string; line: number }[] = [];
  let line = 1;
  for (const segment of scan(text)) {
    if (segment.kind === "directive") directives.push({ command: segment.command.trim(), line });
    if (segment.kind === "unclosed") {
      report("directive-unclosed", "The block of commands has no closing fence", { line });
    }
    line += lineAt(segment.raw) - 1;
  }
  const [first] = directives;
  if (first === undefined) return;
  const pluginRoots = pluginRoot === undefined ? [] : [pluginRoot];
  const trust = await judgeTrust(host, { file: path, text, projectDir, pluginRoots });
  if (trust.kind === "untrusted") {
    const count = directives.length === 1 ? "its command" : `its ${directives.length} commands`;
    const message = `skillhook would not run ${count}: ${trust.why}; to allow: ${trust.howToAllow}`;
    report("directive-untrusted", message, { line: first.line });
  }
  const allowed = fields["allowed-tools"];
  const tools = typeof allowed === "string" ? allowed.split(/[\s,]+/) : [allowed].flat();
  const isBash = tools.some((tool) => String(tool).trim().startsWith("Bash"));
  for (const { command, line } of directives) {
    const shown = JSON.stringify(command.split("\n", 1)[0]!.slice(0, 60));
    if (command.includes("$(")) {
      const message = `The agent refuses ${shown}: it cannot check a command inside $(…), ` +
        "and then shows nothing of the skill";
      report("directive-nested", message, { line });
    } else if (!isBash) {
      const message = `The agent runs ${shown} only where its settings allow it: ` +
        `name it in "allowed-tools", such as Bash(${command.split(/\s/, 1)[0]} *)`;
      report("directive-permission", message, { line });
    }
  }
}

function isAbsent(host: Host, path: string): boolean {
  try {
    return host.stat(path) === undefined;
  } catch (error) {
    // Out of reach is not the same as absent.
    if (error instanceof HostError) return false;
    throw error;
  }
}

/** From 1. */
function lineAt(text: string, end = text.length): number {
  return text.slice(0, end).split("\n").length;
}

/** `[text](target)` outside of code that can be nothing but a file: relative, with an ending; `offset` in UTF-16 units. */
export function localLinks(text: string): { target: string; offset: number }[] {
  const isLiteral = inside(literalRanges(text));
  return [...text.matchAll(LINK_REGEXP)].flatMap(({ 1: written, index }) => {
    const target = isLiteral(index) ? undefined : fileOf(written!);
    return target === undefined ? [] : [{ target, offset: index + 2 }];
  });
}

function fileOf(written: string): string | undefined {
  const [target = ""] = written.split("#", 1);
  const isOdd = target.length > MAX_TARGET || /^[/@~]|[\s<>{}$*?|"'\\:…]|\.\.\./.test(target);
  const name = target.slice(target.lastIndexOf("/") + 1);
  return !isOdd && /^[^.].*\.[A-Za-z0-9]{1,8}$/.test(name) ? target : undefined;
}
