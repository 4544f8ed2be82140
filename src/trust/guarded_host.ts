/**
 * The machine as a project's content may see it. A repository is a stranger's: a link in it can lead to your keys
 * or to `/proc/self/environ`, and a file can be a pipe or have no end. Handlers and verbs have no other host.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { findSecrets, MASK, secretMasked } from "../base/mask_secrets.ts";
import { isInside, joinPath } from "../base/path.ts";
import { configDirectory } from "../catalog/places.ts";
import { type Host, HostError } from "../host/host.ts";
import { allowHint, linkStep, stepKey } from "./plan.ts";
import { isMachine, MAX_PROJECT_BYTES, projectBoundary, realPathOf } from "./project_boundary.ts";
import type { ProjectBoundary } from "./project_boundary.ts";
import { openTrust } from "./trust_store.ts";

/** What a project may link to in the user's own directory. */
const USERS = ["skills", "commands", "agents", "plugins"];

/** What {@linkcode guardHost} gives: the host, what it refused or hid, and what hides the projects' secrets in a text. */
export type Guarded = ReturnType<typeof guardHost>;

/** Files of these projects that are not regular, inside and of a sane size fail with `EOUTSIDE` or `EFBIG`. */
export function guardHost(host: Host, projects: () => readonly (string | undefined)[]) {
  const flaws = new Map<string, Diagnostic>();
  const secrets = secretMask(flaws);
  let boundaries: readonly ProjectBoundary[] | undefined;

  /** Whether the file is a project's. */
  function check(path: string): boolean {
    boundaries ??= [...new Set(projects())].filter((one) => one !== undefined && one !== "")
      .map((project) => projectBoundary(host, project));
    let isProjects = false;
    for (const boundary of boundaries) {
      const place = boundary.placeOf(path);
      if (place === undefined) continue;
      isProjects = true;
      const flaw = leavingFlaw(host, boundary, path, place);
      if (flaw !== undefined) refuse("EOUTSIDE", path, flaw);
      const size = host.stat(place.real)?.size ?? 0;
      if (size > MAX_PROJECT_BYTES) refuse("EFBIG", path, tooLarge(path));
    }
    return isProjects;
  }

  function refuse(code: string, path: string, flaw: Diagnostic): never {
    flaws.set(path, flaw);
    throw new HostError(code, path, `Cannot read "${path}": ${code}`);
  }

  const own: Pick<Host, "readText" | "readBytes" | "say"> = {
    say: (text) => host.say(secrets.mask(text)),
    readText(path) {
      const isProjects = check(path);
      const text = host.readText(path);
      if (isProjects && text !== undefined) secrets.remember(path, text);
      return text;
    },
    readBytes(path, start, length) {
      check(path);
      return host.readBytes(path, start, length);
    },
  };
  const guarded = Object.assign(Object.create(host) as Host, own);
  return { host: guarded, flaws: () => [...flaws.values()], mask: secrets.mask };
}

/** Why a link of the project's is not followed; `undefined`: it stays inside, or may lead there. */
export function leavingFlaw(
  host: Host,
  boundary: ProjectBoundary,
  path: string,
  place = boundary.placeOf(path),
): Diagnostic | undefined {
  if (!place?.leaves) return undefined;
  const { real } = place;
  const message = `Not read: it is a link that leaves the project, to "${real}"`;
  const flaw = (remedy: string) => diagnose("link-leaves-project", path, message, remedy);
  if (isMachine(host, real)) return flaw("Remove it: no approval opens this");
  if (isUsers(host, boundary, real)) return undefined;
  const link = leavingLink(host, boundary, path);
  if (isApproved(host, boundary, link)) return undefined;
  return flaw(`If you trust that, run: ${allowHint(link, boundary.root)}`);
}

function isUsers(host: Host, boundary: ProjectBoundary, target: string): boolean {
  const directory = configDirectory(host);
  if (directory === undefined || boundary.movedTrust() !== undefined) return false;
  return USERS.map((name) => joinPath(directory, name)).some((place) => {
    const real = realPathOf(host, place);
    return real !== undefined && !boundary.holds(place) && isInside(real, target, host.platform);
  });
}

function isApproved(host: Host, boundary: ProjectBoundary, link: string): boolean {
  const target = realPathOf(host, link);
  const store = openTrust(host, boundary);
  if (target === undefined || "flaw" in store) return false;
  const wanted = stepKey(linkStep(link, target));
  return store.all().entries.some(({ project, steps }) =>
    project === boundary.root && steps.some((step) => stepKey(step) === wanted)
  );
}

export function tooLarge(path: string): Diagnostic {
  const message = `Not read: it is over ${MAX_PROJECT_BYTES / 1024 / 1024} MB`;
  return diagnose("file-too-large", path, message);
}

/** The first link on the way that leaves the project, by the same name however the project is reached. */
export function leavingLink(host: Host, boundary: ProjectBoundary, path: string): string {
  let end = path.indexOf("/", 1);
  while (end > 0 && !boundary.placeOf(path.slice(0, end))?.leaves) end = path.indexOf("/", end + 1);
  const link = end > 0 ? path.slice(0, end) : path;
  const slash = link.lastIndexOf("/");
  const real = realPathOf(host, link.slice(0, slash) || "/");
  return real === undefined ? link : joinPath(real, link.slice(slash + 1));
}

/** Every secret is at least as long: they are looked up by how they begin, so that many cost no more than few. */
const PREFIX = 8;

/** Secrets seen in a project's files, and the texts they are taken out of before those are handed on. */
function secretMask(flaws: Map<string, Diagnostic>) {
  const byPrefix = new Map<string, { value: string; path: string; kind: string }[]>();
  const read = new Map<string, string>();
  return {
    remember(path: string, text: string): void {
      if (read.get(path) === text) return;
      read.set(path, text);
      const found = findSecrets(text).flatMap(({ kind, values }) =>
        values.map((value) => ({ value, path, kind }))
      );
      for (const secret of found) {
        const prefix = secret.value.slice(0, PREFIX);
        const seen = byPrefix.get(prefix) ?? [];
        if (!seen.some(({ value }) => value === secret.value)) seen.push(secret);
        byPrefix.set(prefix, seen);
      }
    },

    mask(text: string): string {
      if (byPrefix.size === 0) return text;
      let masked = "";
      let from = 0;
      for (let at = 0; at + PREFIX <= text.length; at++) {
        const found = byPrefix.get(text.slice(at, at + PREFIX))
          ?.find(({ value }) => text.startsWith(value, at));
        if (found === undefined) continue;
        const { value, path, kind } = found;
        masked += text.slice(from, at) + MASK;
        from = at + value.length;
        at = from - 1;
        flaws.set(`${path}\n${kind}`, secretMasked(path, kind));
      }
      return masked + text.slice(from);
    },
  };
}
