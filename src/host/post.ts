/** POSTs with the function of the web, which every engine has; loaded when an `http` handler runs. */

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for request and answer together. */
  readonly deadlineMs: number;
  /** Bytes an answer may have. */
  readonly maxBytes: number;
}

/** What came back. A redirect is an answer like any other: it is not followed. */
export type PostResult =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "too-large" | "timeout" }
  | { readonly kind: "unreachable"; readonly reason: string };

export async function post(request: Post): Promise<PostResult> {
  const { url, headers, body, deadlineMs, maxBytes } = request;
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal,
    });
    const text = await readBody(response, maxBytes);
    return text === undefined
      ? { kind: "too-large" }
      : { kind: "answered", status: response.status, text };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return { kind: "timeout" };
    return { kind: "unreachable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** `undefined` when there is too much of it. */
async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
