import type { Context } from 'hono';
import { once } from '../../../contract/once.ts';
import type { Log } from '../../../node/log.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Principal } from '../../domain/context.ts';
import { resourceOf } from '../oauth/endpoints.ts';
import { bearerChallenge } from '../oauth/metadata.ts';
import { type Authenticate, authenticateBearer, bearerToken } from '../shared/bearer.ts';
import { toApiError } from '../shared/error-response.ts';
import type { App, AppEnv } from '../shared/hono-app.ts';
import { methodNotAllowed } from '../shared/method-not-allowed.ts';
import { InvalidJsonError, JsonExcessError, readJsonBody } from '../shared/request-body.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { mcpLimits } from './limits.ts';
import { invalidRequest, parseError } from './rpc-error.ts';
import type { McpTools } from './tools.ts';

interface McpOptions {
  baseUrl: string;
  tools: McpTools;
  authenticate: Authenticate;
  log: Log;
  allowedHosts: AllowedHosts;
  /** Aborted when open streams must end. */
  stopping: AbortSignal;
}

/**
 * The MCP surface: `POST /mcp` with a bearer token and `POST /mcp/<API_KEY>` (docs/service.md §5).
 * Until the body is read, errors have the same form as those of the HTTP surface.
 */
export function addMcpRoutes(app: App, options: McpOptions): void {
  const { baseUrl, tools, authenticate, log, allowedHosts, stopping } = options;
  const audience = resourceOf(baseUrl);
  // The MCP library is slow to load, so the server starts without it.
  const load = once(async () => {
    const { createEndpoint } = await import('./endpoint.ts');
    const { hostProblem } = await import('./host-problem.ts');
    const endpoint = createEndpoint(tools);
    stopping.addEventListener('abort', () => void endpoint.close(), { once: true });
    return { endpoint, hostProblem };
  });

  const respond = async (
    c: Context<AppEnv>,
    identify: () => Promise<Principal>,
  ): Promise<Response> => {
    const { endpoint, hostProblem } = await load();
    const hosts = { host: c.req.header('host'), origin: c.req.header('origin') };
    const problem = hostProblem(hosts, allowedHosts);
    if (problem !== undefined) throw new ApiError('forbidden', problem);
    const principal = await identify();
    c.set('account', principal.account.id);
    const message = await readJsonBody(c, mcpLimits).catch((error: unknown) => {
      if (error instanceof InvalidJsonError) return error;
      throw error;
    });
    if (message === undefined) return parseError('the body is empty');
    if (message instanceof JsonExcessError) return invalidRequest(message.message);
    if (message instanceof InvalidJsonError) return parseError(message.message);
    const call = () =>
      endpoint.respond(c.req.raw, message, {
        principal,
        signal: c.req.raw.signal,
        toApiError: (error) => toApiError(error, c.get('requestId'), log),
      });
    // Others of the same address must not wait for the places of this account.
    return c.get('place').leave(call);
  };

  app.post('/mcp', (c) =>
    respond(c, async () => {
      const token = bearerToken(c.req.header('authorization'), bearerChallenge(baseUrl));
      const verify = (text: string) => authenticate(c, text, { audience });
      return authenticateBearer(token, verify, bearerChallenge(baseUrl, 'invalid_token'));
    }),
  );
  // A path cannot hold an access token (RFC 6750, section 5.3): the challenge has no OAuth URL.
  app.post('/mcp/:key{.+}', (c) =>
    respond(c, () => authenticateBearer(c.req.param('key'), (key) => authenticate(c, key))),
  );
  for (const path of ['/mcp', '/mcp/:key{.+}']) app.all(path, methodNotAllowed('POST'));
}
