/**
 * Runs an `http` handler: POSTs the event. Only to this machine and to hosts the user has listed; redirects are
 * never followed, so that a listed host cannot pass the event on.
 */
import { matchesWildcard } from "../base/glob.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { HookAction } from "./handler.ts";
import { type HandlerRun, makeRun } from "./run.ts";

/** The web's own function, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where requests may go besides this machine. */
export interface HttpAllowance {
  /** Host names, `*` as a wild card, with a port if one is written. */
  readonly hosts: readonly string[];
  /** Whole addresses with `*`, as in the agent's `allowedHttpHookUrls`. */
  readonly urls: readonly string[];
}

const MAX_BODY = 1024 * 1024;

/**
 * Runs an `http` handler.
 *
 * @param fetch Sends the request.
 * @param action The handler's action.
 * @param event The event.
 * @param allowance Where it may go.
 * @param env Looks up variables that header values name.
 * @param deadlineMs Milliseconds for request and answer together.
 * @param now A clock in milliseconds.
 * @returns `answered` with the body of a 2xx answer, or how it failed.
 */
export async function runHttpHandler(
  fetch: Fetch,
  action: Extract<HookAction, { type: "http" }>,
  event: FiredEvent,
  allowance: HttpAllowance,
  env: (name: string) => string | undefined,
  deadlineMs: number,
  now: () => number,
): Promise<HandlerRun> {
  const url = new URL(action.url);
  if (!isAllowedUrl(url, allowance)) {
    const how = `add it to "http: { allow: [${url.host}] }" in your skillhook.yaml`;
    return makeRun("failed", {
      reason: `"${url.host}" is not this machine nor listed: ${how}`,
    });
  }
  const began = now();
  const took = () => ({ durationMs: now() - began });
  try {
    const response = await fetch(action.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headersOf(action, env) },
      body: event.text,
      redirect: "manual",
      signal: AbortSignal.timeout(deadlineMs),
    });
    const body = await readBody(response);
    if (body === undefined) {
      return makeRun("failed", { reason: "the answer is too long", ...took() });
    }
    if (response.ok) return makeRun("answered", { stdout: body, ...took() });
    return makeRun("failed", { reason: `HTTP status ${response.status}`, stderr: body, ...took() });
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const reason = error instanceof Error ? error.message : String(error);
    return makeRun(isLate ? "timeout" : "failed", { reason, ...took() });
  }
}

/**
 * @param url An address.
 * @param allowance Where requests may go.
 * @returns Whether it is this machine or listed.
 */
export function isAllowedUrl(url: URL, { hosts, urls }: HttpAllowance): boolean {
  if (isLoopback(url.hostname)) return true;
  return hosts.some((host) =>
    matchesWildcard(host.toLowerCase(), host.includes(":") ? url.host : url.hostname)
  ) || urls.some((pattern) => isAllowedByPattern(pattern, url));
}

/** The host part is compared by itself: a wild card in a pattern's path must never reach back into it. */
function isAllowedByPattern(pattern: string, url: URL): boolean {
  const [, scheme, host, path] = /^(https?):\/\/([^/?#]+)(.*)$/i.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return false;
  const wanted = host.includes(":") ? url.host : url.hostname;
  return url.protocol === `${scheme.toLowerCase()}:` && url.username === "" &&
    matchesWildcard(host.toLowerCase(), wanted) &&
    (path === "" || path === undefined || matchesWildcard(path, url.pathname + url.search));
}

/** The URL parser has already turned `127.1` and `0x7f000001` into four numbers. */
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** `$NAME` and `${NAME}` in header values, for the names the handler lists; others become empty. */
function headersOf(
  { headers, allowedEnv }: Extract<HookAction, { type: "http" }>,
  env: (name: string) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_whole, braced, bare) => {
        const variable: string = braced ?? bare;
        return allowedEnv.includes(variable) ? env(variable) ?? "" : "";
      }).replaceAll(/[\r\n\0]/g, ""),
    ]),
  );
}

async function readBody(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_BODY) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
