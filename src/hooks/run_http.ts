/**
 * Runs an `http` handler: POSTs the event. Only to this machine and to hosts the user has listed; redirects are
 * never followed, so that a listed host cannot pass the event on.
 */
import { matchesWildcard } from "../base/glob.ts";
import type { Host } from "../host/host.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { HookAction } from "./handler.ts";
import { type HandlerRun, makeRun } from "./run.ts";

interface HttpAllowance {
  /** Host names, `*` as a wild card, with a port if one is written. */
  readonly hosts: readonly string[];
  /** Whole addresses with `*`, as in the agent's `allowedHttpHookUrls`. */
  readonly urls: readonly string[];
}

type HttpAction = Extract<HookAction, { type: "http" }>;

const MAX_BODY = 1024 * 1024;

/** `answered` with the body of a 2xx answer, or how it failed. */
export async function runHttpHandler(
  host: Host,
  action: HttpAction,
  event: FiredEvent,
  allowance: HttpAllowance,
  deadlineMs: number,
): Promise<HandlerRun> {
  const url = new URL(action.url);
  if (!isAllowedUrl(url, allowance)) {
    const how = `add it to "http: { allow: [${url.host}] }" in your skillhook.yaml`;
    const reason = `"${url.host}" is not this machine nor listed: ${how}`;
    return makeRun("failed", { reason });
  }
  const began = host.monotonic();
  const headers = { "content-type": "application/json", ...headersOf(action, host) };
  const sent = { url: action.url, headers, body: event.text };
  const answer = await host.post({ ...sent, deadlineMs, maxBytes: MAX_BODY });
  const durationMs = host.monotonic() - began;
  if (answer.kind === "timeout") return makeRun("timeout", { durationMs });
  if (answer.kind !== "answered") {
    const reason = answer.kind === "unreachable" ? answer.reason : "the answer is too long";
    return makeRun("failed", { reason, durationMs });
  }
  const { status, text } = answer;
  if (status >= 200 && status < 300) return makeRun("answered", { stdout: text, durationMs });
  return makeRun("failed", { reason: `HTTP status ${status}`, stderr: text, durationMs });
}

export function isAllowedUrl(url: URL, { hosts, urls }: HttpAllowance): boolean {
  if (isLoopback(url.hostname)) return true;
  return hosts.some((host) =>
    matchesWildcard(host.toLowerCase(), host.includes(":") ? url.host : url.hostname)
  ) || urls.some((pattern) => isAllowedByPattern(pattern, url));
}

/** The host part is compared by itself: a wild card in a pattern's path must never reach back into it. */
function isAllowedByPattern(pattern: string, url: URL): boolean {
  const [, scheme, host, path = ""] = /^(https?):\/\/([^/?#]+)(.*)$/i.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return false;
  const wanted = host.includes(":") ? url.host : url.hostname;
  return url.protocol === `${scheme.toLowerCase()}:` && url.username === "" &&
    matchesWildcard(host.toLowerCase(), wanted) &&
    (path === "" || matchesWildcard(path, url.pathname + url.search));
}

/** The URL parser has already turned `127.1` and `0x7f000001` into four numbers. */
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** `$NAME` and `${NAME}` in header values, for the names the handler lists; others become empty. */
function headersOf({ headers, allowedEnv }: HttpAction, host: Host): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_whole, braced, bare) => {
        const variable: string = braced ?? bare;
        return allowedEnv.includes(variable) ? host.env(variable) ?? "" : "";
      }).replaceAll(/[\r\n\0]/g, ""),
    ]),
  );
}
