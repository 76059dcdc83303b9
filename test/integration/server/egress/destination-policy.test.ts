import { describe, expect, it } from 'vitest';
import { WebhookSender } from '../../../../src/server/delivery/webhook-sender.ts';
import { checkWebhookUrl } from '../../../../src/server/egress/destination-policy.ts';
import { closing } from '../../../helpers/closing.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';

describe('a webhook URL', () => {
  it.each([
    ['https://hooks.example.com/news?x=1', 'https://hooks.example.com/news?x=1'],
    ['https://hooks.example.com:8443', 'https://hooks.example.com:8443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://93.184.216.34/', 'https://93.184.216.34/'],
    ['https://[2606:2800:220:1::1]/', 'https://[2606:2800:220:1::1]/'],
  ])('%s is accepted', (text, url) => {
    expect(checkWebhookUrl(text, { allowPrivate: false })).toEqual({ url });
  });
});

const cases: Record<string, readonly string[]> = {
  'not a public https URL': [
    'http://hooks.example.com',
    'ftp://hooks.example.com',
    'hooks.example.com',
    'https://',
    'https://user:pass@hooks.example.com',
    'https://user@hooks.example.com',
    'https://hooks.example.com:0',
  ],
  'a private host name': [
    'https://localhost',
    'https://LOCALHOST',
    'https://localhost.',
    'https://api.localhost',
    'https://printer.local',
    'https://metadata.google.internal',
    'https://intranet',
  ],
  'a private IPv4 address': [
    'https://127.0.0.1',
    'https://0.0.0.0',
    'https://0.1.2.3',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://172.31.255.255',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://192.0.0.1',
    'https://192.0.2.1',
    'https://198.18.0.1',
    'https://198.51.100.1',
    'https://203.0.113.1',
    'https://224.0.0.1',
    'https://240.0.0.1',
    'https://255.255.255.255',
  ],
  'a private IPv4 address in another notation': [
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://127.1',
    'https://127.0.0.1.',
    'https://①②⑦.⓪.⓪.①',
    'https://127%2e0%2e0%2e1',
  ],
  'a private IPv6 address': [
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[2001::1]',
    'https://[fc00::1]',
    'https://[fe80::1]',
    'https://[ff02::1]',
    'https://[2001:db8::1]',
  ],
  'a URL over 2,048 characters': [`https://hooks.example.com/${'x'.repeat(2048)}`],
};

describe.each(Object.entries(cases))('%s', (_case, urls) => {
  it.each(urls)('%s is rejected with a reason', (text) => {
    expect(checkWebhookUrl(text, { allowPrivate: false })).toEqual({
      rejected: expect.stringMatching(/^(must|names)/),
    });
  });

  it('makes connect fail with 400 and the reason', async () => {
    const { baseUrl } = await testServer();
    const headers = { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' };
    for (const webhook_url of urls) {
      const body = JSON.stringify({ platform: 'webhook', webhook_url });
      const url = `${baseUrl}/api/v1/delivery/connect`;
      const response = await fetch(url, { method: 'POST', headers, body });
      expect(response.status, webhook_url).toBe(400);
      const { message } = (await response.json()) as { message: string };
      expect(message).toMatch(/webhook_url (must|names)/);
    }
    const read = await fetch(`${baseUrl}/api/v1/delivery`, { headers });
    expect(await read.json()).toMatchObject({ channels: [] });
  });

  it.each(urls)('%s fails permanently at delivery', async (url) => {
    const sender = new WebhookSender({ allowPrivate: false });
    closing({ close: async () => sender.close() });
    expect(await sender.send({ url, headers: {}, body: '{}' })).toMatchObject({
      kind: 'failed',
      error: 'address_rejected',
    });
  });
});
