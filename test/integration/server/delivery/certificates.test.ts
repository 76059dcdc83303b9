import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebhookSender } from '../../../../src/server/delivery/webhook-sender.ts';
import {
  type Certificate,
  canMakeCertificates,
  makeCertificate,
} from '../../../helpers/certificate.ts';
import { closing } from '../../../helpers/closing.ts';

/** Sends one request to a receiver with this certificate. */
async function attemptAt(certificate: Certificate, { trusted }: { trusted: boolean }) {
  const server = createServer(certificate, (request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = trusted ? { ca: certificate.cert } : {};
  const sender = new WebhookSender({ allowPrivate: true, ...ca });
  closing({
    close: async () => {
      sender.close();
      server.close();
      server.closeAllConnections();
    },
  });
  return sender.send({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}' });
}

const name = canMakeCertificates
  ? 'docs/receiver-cases.md, case 15: a certificate'
  : 'docs/receiver-cases.md, case 15: a certificate (skipped: openssl is not installed)';

describe.skipIf(!canMakeCertificates)(name, () => {
  const here = 'IP:127.0.0.1';

  it('that is valid and trusted is accepted', async () => {
    const outcome = await attemptAt(makeCertificate(here, 1), { trusted: true });
    expect(outcome).toMatchObject({ kind: 'delivered' });
  });

  it.each([
    ['has expired', () => makeCertificate(here, -1), true],
    ['is self-signed', () => makeCertificate(here, 1), false],
    ['is for another host', () => makeCertificate('DNS:other.example.com', 1), true],
  ])('that %s is retried', async (_what, certificate, trusted) => {
    expect(await attemptAt(certificate(), { trusted })).toEqual({
      kind: 'retry',
      status_code: null,
      error: 'tls_error',
    });
  });
});
