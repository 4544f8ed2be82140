/**
 * The machine as a project's content may see it. A repository is a stranger's: a link in it can lead to your keys
 * or to `/proc/self/environ`, and a file can be a pipe or have no end. Handlers and verbs get this host, so that
 * there is no other way to read; what is refused is named, once.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { isInside, joinPath } from "../base/path.ts";
import { configDirectory } from "../catalog/places.ts";
import { type Host, HostError } from "../host/host.ts";
import { allowHint, linkStep, stepKey } from "./plan.ts";
import { MAX_PROJECT_BYTES } from "./moved_trust.ts";
import {
  isMachine,
  type ProjectBoundary,
  projectBoundary,
  type ProjectPlace,
  realPathOf,
} from "./project_boundary.ts";
import { SecretMask } from "./secret_mask.ts";
import { openTrust } from "./trust_store.ts";

/** What a project may link to in the user's own directory. */
const USERS = ["skills", "commands", "agents", "plugins"];

export interface Guarded {
  readonly host: Host;
  /** What was refused or hidden, each once. */
  readonly flaws: () => Diagnostic[];
  /** Hides secrets of the project's files in a text that is handed on. */
  readonly mask: (text: string) => string;
}

/**
 * The same machine, but files of these projects are read only where they are their own: regular, inside, and not without
 * end; others fail with `EOUTSIDE` or `EFBIG`.
 */
export function guardHost(host: Host, projects: () => readonly (string | undefined)[]): Guarded {
  const flaws = new Map<string, Diagnostic>();
  const secrets = new SecretMask();
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
      if (flaw !== undefined) refuse("EOUTSIDE", flaw);
      if ((host.stat(place.real)?.size ?? 0) > MAX_PROJECT_BYTES) refuse("EFBIG", tooLarge(path));
    }
    return isProjects;
  }

  function refuse(code: string, diagnostic: Diagnostic): never {
    const path = diagnostic.path!;
    flaws.set(path, diagnostic);
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
  return {
    host: Object.assign(Object.create(host) as Host, own),
    flaws: () => [...flaws.values(), ...secrets.flaws()],
    mask: (text) => secrets.mask(text),
  };
}

/** Why a link of the project's is not followed; `undefined`: it stays inside, or may lead there. */
export function leavingFlaw(
  host: Host,
  boundary: ProjectBoundary,
  path: string,
  place: ProjectPlace | undefined = boundary.placeOf(path),
): Diagnostic | undefined {
  return place?.leaves && !isFine(host, boundary, path, place.real)
    ? leaving(host, boundary, path, place.real)
    : undefined;
}

/** A place of the user's for skills, or a link that the user has approved; never what the system shows as files. */
function isFine(host: Host, boundary: ProjectBoundary, path: string, target: string): boolean {
  if (isMachine(host, target)) return false;
  const directory = configDirectory(host);
  const users = directory === undefined ? [] : USERS.map((name) => joinPath(directory, name));
  const isUsers = boundary.movedTrust() === undefined && users.some((place) => {
    const real = realPathOf(host, place);
    return real !== undefined && !boundary.holds(place) && isInside(real, target, host.platform);
  });
  return isUsers || isApproved(host, boundary, path);
}

export function tooLarge(path: string): Diagnostic {
  const message = `Not read: it is over ${MAX_PROJECT_BYTES / 1024 / 1024} MB`;
  return diagnose("file-too-large", path, message);
}

function isApproved(host: Host, boundary: ProjectBoundary, path: string): boolean {
  const link = leavingLink(host, boundary, path);
  const target = realPathOf(host, link);
  const store = openTrust(host, boundary);
  if (target === undefined || "flaw" in store) return false;
  const wanted = stepKey(linkStep(link, target));
  return store.all().entries.some(({ project, steps }) =>
    project === boundary.root && steps.some((step) => stepKey(step) === wanted)
  );
}

/** The first link on the way that leaves the project. */
export function leavingLink(host: Host, boundary: ProjectBoundary, path: string): string {
  for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) {
    const part = path.slice(0, end);
    if (boundary.placeOf(part)?.leaves) return withRealParent(host, part);
  }
  return withRealParent(host, path);
}

/** With the real path of its directory: the same name however the project is reached. */
function withRealParent(host: Host, path: string): string {
  const slash = path.lastIndexOf("/");
  const real = realPathOf(host, path.slice(0, slash) || "/");
  return real === undefined ? path : joinPath(real, path.slice(slash + 1));
}

function leaving(host: Host, boundary: ProjectBoundary, path: string, target: string): Diagnostic {
  const link = leavingLink(host, boundary, path);
  const message = `Not read: it is a link that leaves the project, to "${target}"`;
  if (isMachine(host, target)) {
    return diagnose("link-leaves-project", path, message, "Remove it: no approval opens this");
  }
  const remedy = `If you trust that, run: ${allowHint(link, boundary.root)}`;
  return diagnose("link-leaves-project", path, message, remedy);
}
