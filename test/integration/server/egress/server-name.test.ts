import { createServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../src/client/connection/connection.ts';
import { parseProxy } from '../../../../src/client/connection/proxy.ts';
import { WebhookSender } from '../../../../src/server/delivery/webhook-sender.ts';
import { guardedFetch } from '../../../../src/server/egress/guarded-fetch.ts';
import { canMakeCertificates, makeCertificate } from '../../../helpers/certificate.ts';
import { closing } from '../../../helpers/closing.ts';
import { listeningAt } from '../../../helpers/proxy.ts';

const host = 'hooks.example.com';
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const lookUp = async () => addresses;
const resolver = { resolve: lookUp, isKnown: () => true };

/** A TLS server with a self-signed certificate. `names` are the server names that clients send. */
async function tlsServer(certifiedName: string) {
  const certificate = makeCertificate(`DNS:${certifiedName}`, 1);
  const names: string[] = [];
  const SNICallback = (name: string, callback: (error: null) => void) => {
    names.push(name);
    callback(null);
  };
  const server = createServer({ ...certificate, SNICallback }, (request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  const [, port] = (await listeningAt(server)).split(':');
  return { ca: certificate.cert, names, origin: `https://${host}:${port}` };
}

describe.skipIf(!canMakeCertificates)('the server name of a TLS handshake', () => {
  it.each([
    ['accepts', host, { kind: 'delivered' }],
    ['rejects', 'other.example.com', { kind: 'retry', error: 'tls_error' }],
  ])('is the host of a webhook, which %s a certificate for %s', async (_, certified, outcome) => {
    const { origin, names, ca } = await tlsServer(certified);
    const sender = new WebhookSender({ allowPrivate: true, resolver, ca });
    closing({ close: () => sender.close() });
    const sent = await sender.send({ url: `${origin}/hook`, headers: {}, body: '{}' });
    expect({ sent, names }).toMatchObject({ sent: outcome, names: [host] });
  });

  it('is the host of a feed or of a metadata document', async () => {
    const { origin, names } = await tlsServer(host);
    const fetching = guardedFetch({ allowPrivate: true }, resolver)(`${origin}/feed`, {
      headers: new Headers(),
      signal: AbortSignal.timeout(5000),
      redirect: 'manual',
    });
    await expect(fetching).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(names).toEqual([host]);
  });

  it.each([
    ['the service', (origin: string) => ({ origin, proxy: undefined })],
    ['the proxy', (origin: string) => ({ origin: 'https://api.example.com', proxy: origin })],
  ])('is the host of %s', async (_, choose) => {
    const { origin, names } = await tlsServer(host);
    const chosen = choose(origin);
    const connection = new Connection(
      chosen.origin,
      chosen.proxy ? parseProxy(chosen.proxy) : undefined,
      lookUp,
    );
    const sending = connection.send({ origin: chosen.origin, path: '/', method: 'GET' });
    await expect(sending).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(names).toEqual([host]);
  });
});
