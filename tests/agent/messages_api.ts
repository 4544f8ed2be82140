/**
 * Stands in for the model: a Messages API on loopback that gives scripted replies in order, streamed
 * as the real one streams them, and keeps every request. Everything around it is the real agent.
 */
import { eventStream, type Reply } from "./event_stream.ts";
import { type ApiRequest, readRequest } from "./api_request.ts";

/** What the model says to one request, or how it finds out. */
export type Turn = Reply | ((request: ApiRequest) => Reply | Promise<Reply>);

/** A running stand-in. */
export interface MessagesApi {
  /** For `ANTHROPIC_BASE_URL`. */
  readonly url: string;
  /** Every request for a message so far, side calls included. */
  readonly requests: readonly ApiRequest[];
  /** Appends to the script; `afterwards` answers what comes after its end. */
  say(turns: readonly Turn[], afterwards?: Turn): void;
  /** Turns that nobody has asked for yet. */
  left(): number;
  stop(): Promise<void>;
}

/** What is said without a script. */
const UNSCRIPTED: Readonly<Record<ApiRequest["kind"], Reply>> = {
  // After the end of the script, so that no run hangs.
  turn: { text: "DONE" },
  summary: { text: "<analysis>Short.</analysis>\n<summary>The user asked for things.</summary>" },
  side: { text: '{"title":"stand-in","isNewTopic":false}' },
};

/**
 * Starts a stand-in on a free port.
 *
 * @returns The stand-in; the caller stops it.
 */
export function startMessagesApi(): MessagesApi {
  const requests: ApiRequest[] = [];
  const script: Turn[] = [];
  let last: Turn = UNSCRIPTED.turn;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    if (request.method === "HEAD") return new Response(null);
    if (request.method === "GET") return Response.json({ data: [] });
    const path = new URL(request.url).pathname;
    const body = await request.text();
    if (path.endsWith("/count_tokens")) return Response.json({ input_tokens: 1000 });
    if (!path.endsWith("/v1/messages")) return Response.json({});
    const asked = readRequest(requests.length + 1, body);
    requests.push(asked);
    const turn = asked.kind === "turn" ? script.shift() ?? last : UNSCRIPTED[asked.kind];
    const reply = typeof turn === "function" ? await turn(asked) : turn;
    return eventStream(asked, reply);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    say(turns, afterwards = UNSCRIPTED.turn) {
      script.push(...turns);
      last = afterwards;
    },
    left: () => script.length,
    stop: () => server.shutdown(),
  };
}
