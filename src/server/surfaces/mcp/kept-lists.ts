interface Question {
  id: string | number;
  method: string;
}

/** Headers that the protocol's library looks at: with others, its answer may be another. */
const headersRead = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Different ways to ask that are kept at a time, and characters that each may have. */
const mostWays = 64;
const longestWay = 2000;

/**
 * The results of `tools/list`, which are the same for every caller: each way to ask is answered by
 * the protocol's library once, and from then on with what it said.
 */
export class KeptLists {
  readonly #results = new Map<string, string>();

  /** The answer, where one was kept for just such a request; otherwise it is made, and kept. */
  async answer(
    request: Request,
    message: unknown,
    make: () => Promise<Response>,
  ): Promise<Response> {
    if (!isListing(message)) return make();
    const { id, ...asked } = message;
    const way = JSON.stringify([headersRead.map((name) => request.headers.get(name)), asked]);
    const kept = this.#results.get(way);
    if (kept !== undefined)
      return json(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${kept}}`);
    const response = await make();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (response.status !== 200 || !isJson || way.length > longestWay) return response;
    const text = await response.text();
    this.#keep(way, text);
    return new Response(text, { headers: response.headers });
  }

  #keep(way: string, text: string): void {
    const { result } = JSON.parse(text) as { result?: unknown };
    if (result === undefined) return;
    if (this.#results.size >= mostWays) this.#results.clear();
    this.#results.set(way, JSON.stringify(result));
  }
}

function isListing(message: unknown): message is Question {
  const { id, method } = (message ?? {}) as Partial<Question>;
  return method === 'tools/list' && (typeof id === 'string' || Number.isSafeInteger(id));
}

function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}
