import type { Adapter, Configuration } from 'oidc-provider';
import { version } from '../../../../package.json';
import { errorCode, explainNetworkCode } from '../../../node/error-code.ts';
import { errorMessage } from '../../../node/error-message.ts';
import { parseUrl } from '../../../node/parse-url.ts';
import { readBounded } from '../../../node/read-bounded.ts';
import type { SourceFetch } from '../../egress/guarded-fetch.ts';
import { addressRejected } from '../../egress/guarded-lookup.ts';
import type { OAuthStore } from '../../store/store.ts';
import { endpoints } from './endpoints.ts';
import { oauthLimits } from './limits.ts';

/** Whether a client id is the URL of a client ID metadata document. Ids of registrations are not URLs. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https:/i.test(clientId);
}

/**
 * The host of a client that is identified by a document, in ASCII, so that no letter of another script
 * looks like it; `null` for a registered client.
 */
export function documentHost(clientId: string): string | null {
  return isDocumentUrl(clientId) ? (parseUrl(clientId)?.host ?? null) : null;
}

export interface ClientDocumentOptions {
  /** Whether clients may be identified by documents. */
  enabled: boolean;
  store: OAuthStore;
  /** Stores clients. */
  clients: Pick<Adapter, 'upsert'>;
  fetchSource: SourceFetch;
}

/** Statuses of a document that its website has removed. */
const removed: readonly (number | undefined)[] = [404, 410];

/**
 * Lets oidc-provider accept clients that are identified by the URL of a document (OAuth Client ID
 * Metadata Document, draft 02). Documents are stored as clients, which the adapter reads again after
 * `maxDocumentAge`.
 */
export function clientDocuments({ enabled, store, clients, fetchSource }: ClientDocumentOptions) {
  /** Requests that have fetched a document: the library asks again if it was refused. */
  const fetching = new WeakSet<object>();

  return {
    /**
     * Fetches a document, the only kind of URL that the library fetches. A stored one is still valid if its
     * website does not respond.
     */
    async fetch(url) {
      try {
        return await fetchDocument(String(url), fetchSource);
      } catch (error) {
        const isRemoved = error instanceof DocumentError && removed.includes(error.status);
        const client = isRemoved ? undefined : await store.getClient(String(url));
        if (!client) throw error;
        return new Response(client.metadata);
      }
    },
    clientIdMetadataDocument: {
      enabled,
      ack: 'draft-02',
      // Stored instead, for all servers.
      cacheDuration: { min: 0, max: 0 },
      /** Only users who have signed in introduce clients: the other endpoints are anonymous. */
      async allowFetch(ctx, id) {
        if (fetching.has(ctx)) return false;
        fetching.add(ctx);
        const { path, query } = ctx;
        const isSignedIn = path === endpoints.authorization && query['prompt'] !== 'none';
        return isSignedIn || (await store.getClient(id)) !== undefined;
      },
      async allowClient(_ctx, client) {
        await clients.upsert(client.clientId, client.metadata());
        return true;
      },
    },
  } satisfies Pick<Configuration, 'fetch'> & {
    clientIdMetadataDocument: NonNullable<Configuration['features']>['clientIdMetadataDocument'];
  };
}

/** Why a document cannot be used, for its developer. */
export class DocumentError extends Error {
  /** The status of the response, if it is the reason. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** @throws {DocumentError} if there is no complete response with status 200 within the limits */
async function fetchDocument(url: string, fetchSource: SourceFetch): Promise<Response> {
  const { maxDocumentBytes, maxDocumentMilliseconds } = oauthLimits;
  const signal = AbortSignal.timeout(maxDocumentMilliseconds);
  const headers = new Headers({ accept: 'application/json', 'user-agent': `newswatch/${version}` });
  try {
    const { status, body } = await fetchSource(url, { headers, signal, redirect: 'manual' });
    if (status === 200 && body) return new Response(await readBounded(body, maxDocumentBytes));
    await body?.cancel();
    throw new DocumentError(`the response has the status ${status}, not 200`, status);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(
      signal.aborted
        ? `there is no complete response within ${maxDocumentMilliseconds} ms`
        : reasonOf(error),
    );
  }
}

/** The messages of network errors may contain addresses, so only the meaning of the code is shown. */
function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined || code === addressRejected) return errorMessage(error);
  return explainNetworkCode(code) ?? 'its website cannot be reached';
}
