/** A settings file on the disk: read exactly, written through links, never over a file that is protected. */
import { parentPath } from "../base/path.ts";
import type { TextPlace } from "../base/diagnostic.ts";
import { type Host, HostError } from "../host/host.ts";

/** Why a file is left alone. No diagnostic: only the verb knows what was to be done, and says both in one sentence. */
export class Refusal extends Error {
  constructor(reason: string, readonly at: Partial<TextPlace> = {}) {
    super(reason);
  }
}

export interface SettingsFile {
  readonly path: string;
  /** Where it really lies: links stay links. */
  readonly real: string;
  /** `undefined`: there is none yet. */
  readonly text: string | undefined;
  readonly mode: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const OWNER_WRITE = 0o200;
/** What the agent itself gives settings of its user. */
const NEW_MODE = 0o600;

/** @throws {Refusal} It must be left alone. */
export function readSettingsFile(host: Host, path: string): SettingsFile {
  try {
    const real = host.realPath(path);
    if (real === undefined) {
      if (host.linkStat(path) !== undefined) throw new Refusal("it is a link that leads nowhere");
      return { path, real: path, text: undefined, mode: NEW_MODE };
    }
    const stat = host.stat(real);
    if (stat?.kind !== "file") throw new Refusal("it is not a regular file");
    if (stat.size > MAX_BYTES) throw new Refusal(`it is over ${MAX_BYTES / 1024 / 1024} MB`);
    if (host.userId() >= 0 && (stat.mode & OWNER_WRITE) === 0) {
      const hint = real === path ? "" : ` (it is a link to "${real}")`;
      throw new Refusal(`it is read-only${hint}: make it writable if you want it changed`);
    }
    const bytes = host.readBytes(real, 0, stat.size);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, real, text, mode: stat.mode & 0o777 };
  } catch (error) {
    if (error instanceof HostError) throw new Refusal(error.code);
    if (error instanceof TypeError) throw new Refusal("it is not UTF-8 text");
    throw error;
  }
}

/** @throws {Refusal} It has changed since it was read. */
export function assertUnchanged(host: Host, { path, real, text }: SettingsFile): void {
  const now = readSettingsFile(host, path);
  if (now.text === text && now.real === real) return;
  throw new Refusal("another program has just changed it: try again");
}

/** @throws {Refusal} It was not written, or has changed since it was read. */
export function writeSettingsFile(host: Host, file: SettingsFile, text: string): void {
  assertUnchanged(host, file);
  orRefuse(() => {
    if (file.text === undefined) host.makeDirectory(parentPath(file.real)!);
    host.writeText(file.real, text, { mode: file.mode });
  });
}

/** What `act` gives. @throws {Refusal} The machine refused. */
export function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof HostError) throw new Refusal(`${error.code} at "${error.path}"`);
    throw error;
  }
}
