/** What a POST means on every real host, against a server on this machine. */
import type { Post } from "../../src/host/post.ts";
import type { Fact } from "./fact.ts";

/** Where the server is, such as `http://127.0.0.1:8000`. */
export type Address = string;

const POST = { headers: { "x-key": "k" }, body: "é", deadlineMs: 10_000, maxBytes: 1000 };

function posted(name: string, path: string, expected: unknown, more: Partial<Post> = {}) {
  const fact: Fact<Address> = {
    name: `post() ${name}`,
    act: async (host, address) => {
      const { kind, ...rest } = await host.post({ ...POST, url: `${address}${path}`, ...more });
      // Each engine has its own words for what went wrong.
      return kind === "unreachable" ? [kind, "reason" in rest && rest.reason !== ""] : [kind, rest];
    },
    expected,
  };
  return fact;
}

/** Rows. */
export const POST_FACTS: readonly Fact<Address>[] = [
  posted("sends method, headers and body", "/echo", [
    "answered",
    { status: 200, text: "POST k é" },
  ]),
  posted("says what the status was", "/bad", ["answered", { status: 500, text: "" }]),
  posted("follows no redirect", "/away", ["answered", { status: 307, text: "" }]),
  posted("takes an answer of the size that is allowed", "/echo", [
    "answered",
    { status: 200, text: "POST k é" },
  ], { maxBytes: 9 }),
  posted("gives up on a longer one", "/echo", ["too-large", {}], { maxBytes: 8 }),
  posted("gives up at the deadline", "/never", ["timeout", {}], { deadlineMs: 50 }),
  posted("says why nobody answers", "", ["unreachable", true], { url: "http://127.0.0.1:1/" }),
  streamed("gives the text piece by piece and then whole", "/pieces", [
    "one é two",
    { kind: "answered", status: 200, text: "one é two" },
  ]),
  streamed("gives the text of a bad answer only in the end", "/busy", [
    "",
    { kind: "answered", status: 529, text: "busy" },
  ]),
];

/** Asks for the rest when it has the first piece: who waited for the end would wait for ever. */
function streamed(name: string, path: string, expected: unknown): Fact<Address> {
  return {
    name: `stream() ${name}`,
    act: async (host, address) => {
      const pieces = host.stream({ ...POST, url: `${address}${path}` });
      let text = "";
      while (true) {
        const { done, value } = await pieces.next();
        if (done) return [text, value];
        if (text === "") await host.post({ ...POST, url: `${address}/go` });
        text += value;
      }
    },
    expected,
  };
}

/** Starts the server the facts are about. */
export function startServer(): Deno.HttpServer<Deno.NetAddr> {
  let go: () => void = () => {};
  /** A piece that ends within a character, and the rest when it is asked for. */
  const inPieces = () => {
    const bytes = new TextEncoder().encode("one é two");
    return new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, 5));
        await new Promise<void>((resolve) => go = resolve);
        controller.enqueue(bytes.slice(5));
        controller.close();
      },
    });
  };
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/never") await new Promise((end) => request.signal.onabort = end);
    if (pathname === "/away") return Response.redirect("http://192.0.2.1/", 307);
    if (pathname === "/go") go();
    if (pathname === "/pieces") return new Response(inPieces());
    if (pathname === "/busy") return new Response("busy", { status: 529 });
    if (pathname === "/bad") return new Response(null, { status: 500 });
    const said = `${request.method} ${request.headers.get("x-key")} ${await request.text()}`;
    return new Response(said);
  });
}
