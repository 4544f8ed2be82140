/** One skill as a part of a payload, at one of four depths. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { parentPath } from "../base/path.ts";
import { withClosedFence } from "../budget/cut.ts";
import type { Strategy } from "../budget/strategy.ts";
import type { Host } from "../host/host.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { type Resolution, type ResolveContext, resolveText } from "./resolve_text.ts";
import {
  readPlain,
  type SkillBundle,
  type SkillPiece,
  type SkillReference,
} from "./skill_bundle.ts";

/** How much of a skill goes in; the strategies, and below them the name and description alone. */
export type Depth = Strategy | "metadata";

export type SkillContext = Omit<ResolveContext, "path" | "file" | "bases">;

/** A rendered skill: heading and text, and what resolving it brought. */
export interface SkillSection extends Resolution {
  /** The skill's own text without heading and references: what may be cut. */
  readonly body: string;
  /** What stands before and behind the body. */
  readonly frame: { readonly before: string; readonly behind: string };
  readonly references: readonly (SkillReference & { readonly text: string })[];
}

export async function skillSection(
  bundle: SkillBundle,
  depth: Depth,
  context: SkillContext,
  host: Host,
): Promise<SkillSection> {
  const asText: SkillContext = { ...context, commands: { kind: "text" } };
  const resolved: Resolution[] = [];
  for (const { text, hasCommands } of piecesAt(depth, bundle)) {
    resolved.push(await resolve(text, bundle.path, hasCommands ? context : asText, host));
  }
  const bodies = depth === "metadata" ? [bundle.description] : resolved.map(({ text }) => text);
  const references = [];
  const broken: Diagnostic[] = [];
  for (const { name, path } of depth === "comprehensive" ? bundle.references : []) {
    const text = readPlain(host, path);
    if (text === undefined) {
      const message = "Cannot include the reference: it cannot be read";
      broken.push(diagnose("reference-unreadable", path, message));
      continue;
    }
    // A reference is a document: what looks like a command in it is an example.
    const result = await resolve(text, path, asText, host);
    resolved.push(result);
    references.push({ name, path, text: result.text });
  }
  const body = withClosedFence(bodies.map((text) => text.trimEnd()).join("\n"));
  const frame = { before: head(bundle, depth), behind: tail(bundle, depth, references) };
  return {
    text: `${frame.before}${body}${frame.behind}`,
    body,
    frame,
    references,
    included: resolved.flatMap(({ included }) => included),
    left: resolved.flatMap(({ left }) => left),
    commands: resolved.flatMap(({ commands }) => commands),
    warnings: [...broken, ...resolved.flatMap(({ warnings }) => warnings)],
    failures: resolved.flatMap(({ failures }) => failures),
  };
}

/** Of a minimal one, the first lines over all pieces, as if they were one text. */
function piecesAt(depth: Depth, { pieces }: SkillBundle): readonly SkillPiece[] {
  if (depth === "metadata") return [];
  if (depth !== "minimal") return pieces;
  let left = minimalText(pieces).text.length;
  const kept: SkillPiece[] = [];
  for (const piece of pieces) {
    if (left <= 0) break;
    kept.push({ ...piece, text: piece.text.slice(0, left) });
    left -= piece.text.length;
  }
  return kept;
}

async function resolve(
  text: string,
  path: string,
  context: SkillContext,
  host: Host,
): Promise<Resolution> {
  const file = host.realPath(path) ?? path;
  const directory = parentPath(file);
  const bases = [...(directory === undefined ? [] : [directory]), ...context.roots];
  return await resolveText(text, { ...context, path, file, bases: [...new Set(bases)] }, host);
}

/** The directory is named so that a subagent can read what was not inlined. */
function head({ name, version, directory }: SkillBundle, depth: Depth): string {
  const shown = version === undefined ? "" : ` (v${version.replace(/^v/, "")})`;
  const note = depth === "metadata"
    ? " (only its description is here; SKILL.md in it has the rest)"
    : "";
  return `### ${name}${shown}\n\nSKILL_ROOT: ${directory}${note}\n\n`;
}

function tail(
  bundle: SkillBundle,
  depth: Depth,
  references: SkillSection["references"],
): string {
  const parts = references.map(({ name, text }) => `#### ${name}\n\n${withClosedFence(text)}`);
  if (depth === "minimal") {
    const { leftOut } = minimalText(bundle.pieces);
    if (leftOut > 0) parts.push(`[skillhook: ${leftOut} more lines in "${bundle.path}"]`);
  }
  if (depth === "comprehensive" && bundle.scripts.length > 0) {
    const list = bundle.scripts.map((name) => `- ${name}`).join("\n");
    parts.push(`#### scripts\n\nNot inlined; they lie below SKILL_ROOT:\n\n${list}`);
  }
  return parts.map((part) => `\n\n${part}`).join("");
}

const MINIMAL_LINES = 50;

/** The beginning of a text, all of it when the body is no longer; and how many lines are not in it. */
function minimalText(pieces: readonly SkillPiece[]): { text: string; leftOut: number } {
  const text = pieces.map((piece) => piece.text).join("");
  let end = bodyOffset(text);
  for (let line = 0; line < MINIMAL_LINES && end < text.length; line++) {
    const feed = text.indexOf("\n", end);
    end = feed < 0 ? text.length : feed + 1;
  }
  const rest = text.slice(end);
  if (rest.trim() === "") return { text, leftOut: 0 };
  return { text: text.slice(0, end), leftOut: rest.replace(/\n$/, "").split("\n").length };
}
