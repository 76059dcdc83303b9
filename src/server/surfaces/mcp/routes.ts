import type { Context } from 'hono';
import type { Log } from '../../../node/log.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Principal } from '../../domain/context.ts';
import { authenticateBearer, type BearerVerifier, bearerToken } from '../bearer.ts';
import { toApiError } from '../error-response.ts';
import type { App } from '../hono-app.ts';
import { jsonBody, NotJson } from '../json-body.ts';
import type { HostPolicy } from './host-policy.ts';
import type { Toolbox } from './toolbox.ts';

interface McpOptions {
  toolbox: Toolbox;
  log: Log;
  hosts: HostPolicy;
  /** Takes what stands in the header: a key or a token. */
  verify: BearerVerifier;
  /** Takes what stands in the path: a key alone, for a token is never part of an address (RFC 6750, 5.3). */
  verifyKey: BearerVerifier;
  /** What a 401 tells a client that could get a token by OAuth. */
  challenge: (error?: 'invalid_token') => string;
  /** Aborted when streams that are still open must end. */
  stopping: AbortSignal;
}

/**
 * The MCP surface: `POST /mcp` with a bearer token, and `POST /mcp/<API_KEY>` (service document,
 * "Authentication"). What is wrong before the protocol begins is answered as over HTTP.
 */
export function addMcp(app: App, options: McpOptions): void {
  const { toolbox, log, hosts, verify, verifyKey, challenge, stopping } = options;
  // The protocol's library takes a moment to load, and many servers are never asked for it.
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { createEndpoint } = await import('./endpoint.ts');
    const { wrongHost } = await import('./wrong-host.ts');
    const endpoint = createEndpoint(toolbox);
    stopping.addEventListener('abort', () => void endpoint.close(), { once: true });
    return { endpoint, wrongHost };
  };

  const answer = async (c: Context, callerIn: () => Promise<Principal>): Promise<Response> => {
    loading ??= load();
    const { endpoint, wrongHost } = await loading;
    const addressed = { host: c.req.header('host'), origin: c.req.header('origin') };
    const wrong = wrongHost(addressed, hosts);
    if (wrong !== undefined) throw new ApiError('forbidden', wrong);
    const caller = await callerIn();
    c.set('account', caller.account.id);
    const message = await jsonBody(c.req).catch(noJson);
    if (message === undefined) return parseError();
    return endpoint.answer(c.req.raw, message, {
      caller,
      refusalFor: (error) => toApiError(error, c.get('requestId'), log),
    });
  };

  app.post('/mcp', (c) =>
    answer(c, async () => {
      const token = bearerToken(c.req.header('authorization'), challenge());
      return authenticateBearer(token, verify, challenge('invalid_token'));
    }),
  );
  // OAuth cannot mend a key in the path: there is no challenge that leads to it.
  app.post('/mcp/:key{.+}', (c) =>
    answer(c, () => authenticateBearer(c.req.param('key'), verifyKey)),
  );
}

export function isMcpPath(path: string): boolean {
  return path === '/mcp' || /^\/mcp\/./s.test(path);
}

function noJson(error: unknown): undefined {
  if (!(error instanceof NotJson)) throw error;
}

/** JSON-RPC 2.0, section 5.1. */
function parseError(): Response {
  const error = { code: -32700, message: 'Parse error: the body is not valid JSON in UTF-8' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
