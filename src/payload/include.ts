/**
 * Puts files in the place of references, and of the references in those; nothing else in an included text is looked at.
 * What counts is a file's real path: neither `..` nor a link leads out of the allowed roots.
 */
import { normalize } from "@std/path/posix/normalize";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { isAbsolutePath, isInside, joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { expandGlob } from "../trust/find_files.ts";
import { findTokens, replaceTokens, type Token } from "./tokens.ts";

const MAX_DEPTH = 5;
const MAX_BYTES = 2 * 1024 * 1024;
/** UTF-16 units of all files together: ten references to ten references to ten… must end somewhere. */
const MAX_UNITS = 4 * 1024 * 1024;
const MAX_FILES = 1_000;

export interface LeftToken extends Pick<Token, "kind" | "raw" | "name"> {
  /** Of a variable of the environment: it may not be asked for. */
  readonly isRefused?: boolean;
}

export interface IncludedFile {
  readonly path: string;
  readonly by: string;
  readonly text: string;
}

/**
 * Follows the references of one text, which may lead into `roots` only; `own`: how many files at the beginning of a
 * trail are the text itself. All paths of directories are real ones.
 */
export function includer(host: Host, roots: readonly string[], own: number) {
  const left: LeftToken[] = [];
  const included: IncludedFile[] = [];
  const warnings: Diagnostic[] = [];
  const failures: Diagnostic[] = [];
  let units = 0;
  return { left, included, warnings, failures, resolve };

  /** `undefined`: it stays as written. The first base that has it counts; `trail`: the files around it, from outside. */
  function resolve(
    token: Token,
    bases: readonly string[],
    trail: readonly string[],
    place: string,
  ): string | undefined {
    if (token.isEnclosed) {
      const reason = "a reference must be a word of its own, with a blank before and behind it";
      return leave(token, place, reason);
    }
    const found = bases.map((base) => locateReference(host, base, token.name, roots));
    const files = found.find((one) => typeof one === "object");
    if (files === undefined) {
      const isRefused = found.every((one) => one === "refused");
      const absent = token.kind === "glob" ? "no file matches" : "there is no such file";
      const reason = isRefused ? "it leaves the allowed directories" : absent;
      return leave(token, place, reason, isRefused);
    }
    // A pattern that matches the file it stands in means the others.
    const others = token.kind === "glob" ? files.filter((file) => file !== trail.at(-1)) : files;
    const texts = others.flatMap((file) => read(token, file, trail, place) ?? []);
    return texts.length === 0 ? undefined : texts.join("\n\n");
  }

  function read(token: Token, file: string, trail: readonly string[], place: string) {
    const cannot = (reason: string) => leave(token, place, reason);
    if (trail.includes(file)) {
      failures.push(diagnose("include-circle", place, circle(token, file, trail)));
      return undefined;
    }
    if (trail.length - own >= MAX_DEPTH) {
      return cannot(`references may be nested ${MAX_DEPTH} deep`);
    }
    let whole: string | undefined;
    try {
      const size = host.stat(file)?.size ?? 0;
      if (size > MAX_BYTES || units > MAX_UNITS || included.length >= MAX_FILES) {
        return cannot(`too much text: "${file}" is left out`);
      }
      whole = host.readText(file);
    } catch (error) {
      if (error instanceof HostError) return cannot(error.code);
      throw error;
    }
    if (whole === undefined) return cannot("there is no such file");
    units += whole.length;
    // A value on a line of its own must not bring a second line end; a BOM is no text.
    const text = whole.replace(/^\ufeff/, "").replace(/\r?\n$/, "");
    included.push({ path: file, by: token.raw, text });
    const base = parentPath(file);
    if (!text.includes("@") || base === undefined) return text;
    const nested = (one: Token): string | undefined => resolve(one, [base], [...trail, file], file);
    return replaceTokens(text, findTokens(text, ["file", "glob"]), nested);
  }

  function leave(token: Token, path: string, reason: string, isRefused = false): undefined {
    const { kind, raw, name } = token;
    left.push({ kind, raw, name });
    const verb = isRefused ? "Refused" : "Cannot include";
    const code = isRefused ? "token-refused" : "token-unresolved";
    warnings.push(diagnose(code, path, `${verb} "${raw}": ${reason}; it stays as written`));
    return undefined;
  }
}

/** `Cannot include "@a.md": it includes itself: a.md → b.md → a.md`. */
function circle(token: Token, file: string, trail: readonly string[]): string {
  const root = parentPath(file) ?? "/";
  const prefix = root.endsWith("/") ? root : `${root}/`;
  const shown = [...trail.slice(trail.indexOf(file)), file]
    .map((step) => step.startsWith(prefix) ? step.slice(prefix.length) : step);
  return `Cannot include "${token.raw}": it includes itself: ${shown.join(" → ")}`;
}

/** Reads files, or what patterns match, with their own references; names are relative to `roots` and stay in them. */
export function attachFiles(host: Host, names: readonly string[], roots: readonly string[]) {
  const { resolve, warnings, failures } = includer(host, roots, 0);
  const attached = [...new Set(names)].flatMap((path) => {
    const kind = path.includes("*") ? "glob" : "file";
    const token = { kind, start: 0, end: 0, raw: `@${path}`, name: path } as const;
    const text = resolve(token, roots, [], "the task");
    return text === undefined ? [] : [{ path, text }];
  });
  return { attached, flaws: [...failures, ...warnings] };
}

export function realRoots(host: Host, directories: readonly string[]): string[] {
  const found = directories.flatMap((directory) => attempt(() => host.realPath(directory)) ?? []);
  return [...new Set(found)];
}

/** Real paths of what `written`, with a `*` a pattern, leads to, in name order; `refused`: it leaves the roots. */
function locateReference(host: Host, base: string, written: string, roots: readonly string[]) {
  const holds = (path: string) => roots.some((root) => isInside(root, path, host.platform));
  // The user's home is no directory of a reference; without this, a folder called "~" would be one.
  if (written.startsWith("~")) return "refused";
  const path = lexicalPath(base, written, host.platform);
  if (written.includes("*")) {
    const fixed = path.slice(0, path.indexOf("*"));
    if (!holds(fixed.slice(0, fixed.lastIndexOf("/")))) return "refused";
    const files = expandGlob(host, "", path, holds);
    return files.length === 0 ? "absent" : files;
  }
  if (!holds(path)) return "refused";
  const real = attempt(() => host.realPath(path));
  if (real === undefined) return "absent";
  return holds(real) ? [real] : "refused";
}

/** Joins and takes `.` and `..` out of the result, as text; `..` above the root stays at the root. */
export function lexicalPath(base: string, written: string, platform: string): string {
  const whole = isAbsolutePath(written, platform) ? written : joinPath(base, written);
  const path = platform === "windows" ? whole.replaceAll("\\", "/") : whole;
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  const clean = normalize(`/${path.slice(drive.length)}`);
  return drive + (clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean);
}
