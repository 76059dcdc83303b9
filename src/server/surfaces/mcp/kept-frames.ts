import type { CallToolRequest, CallToolResult, Tool } from '@modelcontextprotocol/server';

/** What the server says itself; the protocol frames it. */
export interface OwnResults {
  /** JSON text of `{ tools }`. */
  list(): string;
  call(params: CallToolRequest['params']): Promise<CallToolResult>;
}

interface Question {
  id: string | number;
  /** By which a further request would be framed alike. */
  way: string;
  /** JSON text of the server's own part of the result. */
  own(): Promise<string>;
}

/** Headers that the protocol's library looks at: with others, its answer may be another. */
const headersRead = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
];

/** Different ways to ask that are kept at a time, and characters that each may have. */
const mostWays = 64;
const longestWay = 2000;

/**
 * What the protocol's library puts around the results of `tools/list` and `tools/call`. It takes more
 * time for that than the service does for most of its answers, and it is the same for every caller and
 * all arguments: each way to ask goes through the library until that has once answered well, and from
 * then on what it added is added here.
 */
export class KeptFrames {
  readonly #frames = new Map<string, string>();

  /** The answer, where a frame was kept for just such a request; otherwise it is made. */
  async answer(
    request: Request,
    message: unknown,
    results: OwnResults,
    make: () => Promise<Response>,
  ): Promise<Response> {
    const question = questionIn(request, message, results);
    if (!question) return make();
    const { id, way, own } = question;
    const frame = this.#frames.get(way);
    if (frame !== undefined) {
      const result = framed(await own(), frame);
      return json(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
    }
    const response = await make();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (response.status !== 200 || !isJson || way.length > longestWay) return response;
    const text = await response.text();
    this.#keep(way, text, results);
    return new Response(text, { headers: response.headers });
  }

  #keep(way: string, text: string, results: OwnResults): void {
    const frame = frameIn((JSON.parse(text) as { result?: object }).result, results);
    if (frame === undefined) return;
    if (this.#frames.size >= mostWays) this.#frames.clear();
    this.#frames.set(way, JSON.stringify(frame));
  }
}

function questionIn(request: Request, message: unknown, results: OwnResults): Question | undefined {
  const { id, ...asked } = (message ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const question = (said: object, own: Question['own']): Question => ({
    id: id as string | number,
    way: JSON.stringify([headersRead.map((name) => request.headers.get(name)), said]),
    own,
  });
  if (asked.method === 'tools/list') return question(asked, async () => results.list());
  if (asked.method !== 'tools/call') return undefined;
  const { arguments: input, ...rest } = (asked.params ?? {}) as CallToolRequest['params'];
  if (input !== undefined && !isObject(input)) return undefined;
  return question({ ...asked, params: rest }, async () =>
    JSON.stringify(await results.call({ ...rest, ...(input ? { arguments: input } : {}) })),
  );
}

/** What a result has beside the server's own, as long as that stands in it unchanged. */
function frameIn(result: object | undefined, results: OwnResults): object | undefined {
  const { tools, content, structuredContent, isError, ...frame } = (result ??
    {}) as Partial<CallToolResult> & { tools?: Tool[] };
  if (tools) return JSON.stringify({ tools }) === results.list() ? frame : undefined;
  const [only] = content ?? [];
  if (isError || only?.type !== 'text' || content?.length !== 1) return undefined;
  return only.text === JSON.stringify(structuredContent) ? frame : undefined;
}

function framed(own: string, frame: string): string {
  return frame === '{}' ? own : `${own.slice(0, -1)},${frame.slice(1)}`;
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}
