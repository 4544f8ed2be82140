/** POSTs with the function of the web, which every engine has; loaded when an `http` handler runs. */

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** A redirect is an answer like any other: it is not followed. */
export type PostResult =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "too-large" | "timeout" }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Yields the text of a good answer as it comes; in the end what came back, with all of the text. */
export async function* streamPost(request: Post): AsyncGenerator<string, PostResult> {
  const { url, headers, body, deadlineMs, maxBytes } = request;
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = { method: "POST", headers, body, redirect: "manual", signal } as const;
    const response = await fetch(url, sent);
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return { kind: "too-large" };
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      if (response.ok) yield piece;
    }
    return { kind: "answered", status: response.status, text: text + decoder.decode() };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return { kind: "timeout" };
    return { kind: "unreachable", reason: error instanceof Error ? error.message : String(error) };
  }
}

export async function post(request: Post): Promise<PostResult> {
  const pieces = streamPost(request);
  while (true) {
    const { done, value } = await pieces.next();
    if (done) return value;
  }
}
