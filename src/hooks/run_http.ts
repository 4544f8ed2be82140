/** POSTs the event for an `http` handler, to this machine and listed hosts only; redirects are never followed. */
import { matchesWildcard } from "../base/glob.ts";
import type { Host } from "../host/host.ts";
import type { HookAction } from "./handler.ts";
import type { Firing } from "./plan.ts";
import { type HandlerRun, makeRun } from "./run.ts";

type HttpAction = Extract<HookAction, { type: "http" }>;

/** `answered` with the body of a 2xx answer, or how it failed. */
export async function runHttpHandler(
  { host, event, policy, httpUrls }: Firing,
  action: HttpAction,
  deadlineMs: number,
): Promise<HandlerRun> {
  const url = new URL(action.url);
  if (!isAllowedUrl(url, policy.http.allow, httpUrls)) {
    const how = `add it to "http: { allow: [${url.host}] }" in your skillhook.yaml`;
    return makeRun("failed", { reason: `"${url.host}" is not this machine nor listed: ${how}` });
  }
  const began = host.monotonic();
  const answer = await host.post({
    url: action.url,
    headers: { "content-type": "application/json", ...headersOf(action, host) },
    body: event.text,
    deadlineMs,
    maxBytes: 1024 * 1024,
  });
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

/** `hosts` with `*`, with a port if one is written; `urls` are whole addresses with `*`, as in `allowedHttpHookUrls`. */
export function isAllowedUrl(url: URL, hosts: readonly string[], urls: readonly string[]): boolean {
  const { protocol, hostname, username, pathname, search } = url;
  // The URL parser has already turned `127.1` and `0x7f000001` into four numbers.
  if (/^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(hostname)) return true;
  const isHost = (pattern: string) =>
    matchesWildcard(pattern.toLowerCase(), pattern.includes(":") ? url.host : hostname);
  return hosts.some(isHost) || urls.some((pattern) => {
    // The host part is compared by itself: a wild card in a pattern's path must never reach back into it.
    const [, scheme, host, path] = /^(https?):\/\/([^/?#]+)(.*)$/i.exec(pattern) ?? [];
    return scheme !== undefined && host !== undefined && username === "" &&
      protocol === `${scheme.toLowerCase()}:` && isHost(host) &&
      (!path || matchesWildcard(path, pathname + search));
  });
}

/** `$NAME` and `${NAME}` in header values, for the names the handler lists; others become empty. */
function headersOf({ headers, allowedEnv }: HttpAction, host: Host): Record<string, string> {
  const fill = (value: string) =>
    value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_whole, braced, bare) => {
      const variable: string = braced ?? bare;
      return allowedEnv.includes(variable) ? host.env(variable) ?? "" : "";
    }).replaceAll(/[\r\n\0]/g, "");
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}
