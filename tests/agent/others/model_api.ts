/**
 * Stands in for the model of other agents: three wire formats on one loopback port, scripted turns in order, every
 * request kept. Around it runs the real agent.
 */

/** What the model says in one turn. */
export interface Turn {
  readonly text: string;
  readonly tools?: readonly ModelCall[];
}

export interface ModelCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Codex groups tools. */
  readonly namespace?: string;
}

/** A request of the conversation or of a subagent; side calls, such as for a title, are left out. */
export interface ModelRequest {
  /** Every text in it, one per line. */
  readonly text: string;
}

export interface ModelApi {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  say(turns: readonly Turn[]): void;
  stop(): Promise<void>;
}

/** After the end of the script, so that no run hangs. */
const LAST: Turn = { text: "DONE" };
const SIDE: Turn = { text: '{"title":"stand-in"}' };
const TOKENS = { input: 1000, output: 20, total: 1020 };

export function startModelApi(): ModelApi {
  const requests: ModelRequest[] = [];
  const script: Turn[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") return answerOther(pathname);
    const body = await readBody(request);
    if (!/(?:\/responses|\/chat\/completions|enerateContent)$/.test(pathname)) {
      return Response.json({});
    }
    const isTurn = hasTools(body);
    if (isTurn) requests.push({ text: texts(body).join("\n") });
    const turn = isTurn ? script.shift() ?? LAST : SIDE;
    const number = requests.length;
    if (pathname.endsWith("/responses")) return inResponses(turn, number);
    if (pathname.endsWith("/chat/completions")) return inChat(turn, number, body.stream === true);
    return inGemini(turn, number, !pathname.endsWith(":generateContent"));
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    say: (turns) => void script.push(...turns),
    stop: () => server.shutdown(),
  };
}

/** Package registries that agents ask at their start: nothing is there, and at once. */
function answerOther(path: string): Response {
  const isModels = path.endsWith("/models");
  return isModels
    ? Response.json({ object: "list", data: [{ id: "mock", object: "model" }] })
    : Response.json({}, { status: 404 });
}

interface Body {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly functionDeclarations?: unknown }[];
}

async function readBody(request: Request): Promise<Body> {
  const isZipped = request.headers.get("content-encoding") === "gzip";
  const stream = isZipped
    ? request.body!.pipeThrough(new DecompressionStream("gzip"))
    : request.body;
  const value: unknown = JSON.parse(await new Response(stream).text() || "{}");
  return typeof value === "object" && value !== null ? value : {};
}

function hasTools({ tools }: Body): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

/** The texts of a conversation; what tools are described as is none of it. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => key === "tools" ? [] : texts(inner));
}

const encoder = new TextEncoder();

/** Server-sent events, each a named one or none. */
function events(list: readonly (readonly [string | undefined, unknown])[]): Response {
  const text = list.map(([name, data]) => {
    const said = typeof data === "string" ? data : JSON.stringify(data);
    return `${name === undefined ? "" : `event: ${name}\n`}data: ${said}\n\n`;
  }).join("");
  return new Response(encoder.encode(text), { headers: { "content-type": "text/event-stream" } });
}

/** OpenAI Responses, as Codex asks for it: always streamed. */
function inResponses({ text, tools = [] }: Turn, number: number): Response {
  const message = { type: "message", role: "assistant", id: `msg_${number}`, status: "completed" };
  const content = [{ type: "output_text", text, annotations: [] }];
  const items = [
    { ...message, content },
    ...tools.map(({ name, input, namespace }, at) => ({
      ...{ type: "function_call", id: `fc_${number}_${at}`, call_id: `call_${number}_${at}`, name },
      ...namespace === undefined ? {} : { namespace },
      arguments: JSON.stringify(input),
    })),
  ];
  const usage = {
    input_tokens: TOKENS.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: TOKENS.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: TOKENS.total,
  };
  const response = {
    id: `resp_${number}`,
    object: "response",
    status: "completed",
    output: items,
    usage,
  };
  return events([
    ["response.created", { ...response, status: "in_progress", output: [] }],
    ...items.map((item, at) => ["response.output_item.done", { output_index: at, item }] as const),
    ["response.completed", response],
  ].map(([name, data]) => {
    const inner = name === "response.output_item.done" ? data as object : { response: data };
    return [String(name), { type: name, ...inner }];
  }));
}

/** OpenAI chat completions. */
function inChat({ text, tools = [] }: Turn, number: number, isStream: boolean): Response {
  const tool_calls = tools.map(({ name, input }, index) => ({
    ...{ index, id: `call_${number}_${index}`, type: "function" },
    function: { name, arguments: JSON.stringify(input) },
  }));
  const calls = tool_calls.length === 0 ? {} : { tool_calls };
  const finish_reason = tool_calls.length === 0 ? "stop" : "tool_calls";
  const usage = {
    prompt_tokens: TOKENS.input,
    completion_tokens: TOKENS.output,
    total_tokens: TOKENS.total,
  };
  const head = { id: `chat_${number}`, created: 1, model: "mock" };
  if (!isStream) {
    const message = { role: "assistant", content: text, ...calls };
    const choices = [{ index: 0, finish_reason, message }];
    return Response.json({ ...head, object: "chat.completion", usage, choices });
  }
  const chunk = (delta: object, reason: string | null, more = {}) =>
    [undefined, {
      ...{ ...head, object: "chat.completion.chunk", ...more },
      choices: [{ index: 0, delta, finish_reason: reason }],
    }] as const;
  return events([
    chunk({ role: "assistant", content: text }, null),
    ...tool_calls.length === 0 ? [] : [chunk({ tool_calls }, null)],
    chunk({}, finish_reason, { usage }),
    [undefined, "[DONE]"],
  ]);
}

/** Gemini's own. */
function inGemini({ text, tools = [] }: Turn, number: number, isStream: boolean): Response {
  const calls = tools.map(({ name, input }, at) => ({
    functionCall: { id: `call_${number}_${at}`, name, args: input },
  }));
  const content = { role: "model", parts: [{ text }, ...calls] };
  const document = {
    candidates: [{ content, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: TOKENS.input,
      candidatesTokenCount: TOKENS.output,
      totalTokenCount: TOKENS.total,
    },
    modelVersion: "mock",
  };
  return isStream ? events([[undefined, document]]) : Response.json(document);
}
