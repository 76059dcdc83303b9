import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js';
import type { Clock } from '../../clock.ts';
import { hashSecret } from '../../domain/accounts/secret.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { OAuthArtifactKind, OAuthStore } from '../../store/store.ts';
import { isDocumentUrl } from './client-documents.ts';
import { oauthLimits } from './limits.ts';

/** By the library's model name. These models are stored under the hash of their secret. */
const artifactKinds: Readonly<Record<string, OAuthArtifactKind>> = {
  Interaction: 'interaction',
  AuthorizationCode: 'authorization_code',
  AccessToken: 'access_token',
  RefreshToken: 'refresh_token',
};

/** Replaces the secret in a stored payload. JSON never contains this character unescaped. */
const secretPlaceholder = '\u0001';

interface AdapterOptions {
  store: OAuthStore;
  clock: Clock;
  metrics: Metrics;
  /** The address that sent the current request. */
  addressOf: () => string;
}

/** Lets oidc-provider keep its models in the server's store and use the server's clock. */
export function createAdapterFactory(options: AdapterOptions): AdapterFactory {
  const { store, clock } = options;
  return (name) => {
    if (name === 'Client') return clientAdapter(options);
    if (name === 'Grant') return grantAdapter(store, clock);
    const kind = artifactKinds[name];
    return kind ? artifactAdapter(kind, store, clock) : noopAdapter;
  };
}

/** Stores nothing. Used for the library's sessions: users sign in to the server instead. */
const noopAdapter: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function clientAdapter({ store, clock, metrics, addressOf }: AdapterOptions): Adapter {
  return {
    ...noopAdapter,
    async upsert(id, payload) {
      const name = payload['client_name'];
      await store.putClient({
        id,
        name: typeof name === 'string' ? name : null,
        metadata: JSON.stringify(payload),
        address: addressOf(),
        created_at: clock.now(),
      });
      const deleted = await store.limitUnusedClients(oauthLimits.maxUnusedClients);
      metrics.count('newswatch_oauth_clients_deleted_total', {}, deleted);
    },
    /** Finds no document that has to be fetched again. */
    async find(id) {
      const client = await store.getClient(id);
      if (!client) return undefined;
      const isOld = clock.now() - client.created_at >= oauthLimits.maxDocumentAge;
      return isOld && isDocumentUrl(id) ? undefined : parse(client.metadata);
    },
  };
}

function grantAdapter(store: OAuthStore, clock: Clock): Adapter {
  return {
    ...noopAdapter,
    async upsert(id, payload, lifetime = 0) {
      const { accountId = '', clientId = '' } = payload;
      await store.putGrant({
        id,
        account_id: accountId,
        client_id: clientId,
        payload: JSON.stringify(payload),
        created_at: clock.now(),
        expires_at: clock.now() + lifetime * 1000,
      });
    },
    async find(id) {
      const grant = await store.getGrant(id, clock.now());
      return grant && onSystemClock(parse(grant.payload), grant.expires_at - clock.now());
    },
    destroy: (id) => store.revokeGrant(id),
  };
}

function artifactAdapter(kind: OAuthArtifactKind, store: OAuthStore, clock: Clock): Adapter {
  return {
    ...noopAdapter,
    async upsert(secret, payload, lifetime = 0) {
      const audience = payload['aud'];
      await store.putArtifact({
        kind,
        hash: hashSecret(secret),
        grant_id: payload.grantId ?? null,
        audience: typeof audience === 'string' ? audience : null,
        payload: JSON.stringify(payload).replaceAll(secret, secretPlaceholder),
        created_at: clock.now(),
        expires_at: clock.now() + lifetime * 1000,
        consumed_at: null,
      });
    },
    async find(secret) {
      const artifact = await store.findArtifact(kind, hashSecret(secret), clock.now());
      if (!artifact) return undefined;
      const stored = parse(artifact.payload.replaceAll(secretPlaceholder, secret));
      const payload = onSystemClock(stored, artifact.expires_at - clock.now());
      return artifact.consumed_at === null ? payload : { ...payload, consumed: true };
    },
    /** Revokes the grant if two requests use the same secret: it may have been stolen. */
    async consume(secret) {
      const hash = hashSecret(secret);
      if (await store.consumeArtifact(kind, hash, clock.now())) return;
      const artifact = await store.findArtifact(kind, hash, clock.now());
      if (artifact?.grant_id) await store.revokeGrant(artifact.grant_id);
      throw new InvalidGrant('already used by another request');
    },
    destroy: (secret) => store.deleteArtifact(kind, hashSecret(secret)),
    revokeByGrantId: (grantId) => store.deleteArtifactsOf(grantId, kind),
  };
}

/**
 * Replaces the expiry, which oidc-provider compares with the system's clock. The store has already
 * compared it with the server's clock.
 *
 * @param lifetime remaining milliseconds on the server's clock
 */
function onSystemClock(payload: AdapterPayload, lifetime: number): AdapterPayload {
  if (payload.exp === undefined) return payload;
  return { ...payload, exp: Math.ceil((Date.now() + lifetime) / 1000) };
}

function parse(text: string): AdapterPayload {
  return JSON.parse(text) as AdapterPayload;
}
