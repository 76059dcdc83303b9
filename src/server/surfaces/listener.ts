import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Log } from '../../node/log.ts';
import type { Clock } from '../clock.ts';
import { createSettingsService } from '../domain/accounts/settings-service.ts';
import type { SignIn } from '../domain/accounts/sign-in.ts';
import type { Service } from '../domain/service.ts';
import type { Store } from '../store/store.ts';
import { createApp } from './app.ts';
import type { HostPolicy } from './mcp/host-policy.ts';
import { createAuthorizationServer } from './oauth/authorization-server.ts';
import { metadataRoutes } from './oauth/metadata-routes.ts';
import { createPages } from './pages/app.tsx';
import { oauthProblemPage } from './pages/problem-page.tsx';

export interface ListenerOptions {
  /** The origin by which everybody reaches the server. */
  baseUrl: string;
  service: Service;
  signIn: SignIn;
  store: Store;
  clock: Clock;
  log: Log;
  /** See `ServerOptions.overrideGlobals`. */
  overrideGlobals: boolean;
  /** The names by which the MCP surface may be addressed. */
  hosts: HostPolicy;
  /** Aborted when the server takes no new request and open streams must end. */
  stopping: AbortSignal;
}

/** Every surface behind one listener. */
export function createListener(options: ListenerOptions): RequestListener {
  const { baseUrl, service, signIn, store, log, overrideGlobals } = options;
  const { sessions } = store;
  const authorization = createAuthorizationServer({ ...options, errorPage: oauthProblemPage });
  const settings = createSettingsService(options);
  const pages = createPages({
    baseUrl,
    sessions,
    service,
    settings,
    signIn,
    authorization,
    log,
  });
  const { fetch } = createApp({
    ...options,
    addBeside: (app) => app.route('/', metadataRoutes(baseUrl)).route('/', pages),
  });
  const listener = getRequestListener(fetch, { overrideGlobalObjects: overrideGlobals });
  return (incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/\?.*$/s, '');
    if (authorization.takes(path)) void authorization.handle({ incoming, outgoing });
    else void listener(incoming, outgoing);
  };
}
