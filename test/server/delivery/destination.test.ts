import { describe, expect, it } from 'vitest';
import { destinationUrl } from '../../../src/server/delivery/destination.ts';

describe('a webhook URL', () => {
  it.each([
    ['https://hooks.example.com/news?x=1', 'https://hooks.example.com/news?x=1'],
    ['https://hooks.example.com:8443', 'https://hooks.example.com:8443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://93.184.216.34/', 'https://93.184.216.34/'],
    ['https://[2606:2800:220:1::1]/', 'https://[2606:2800:220:1::1]/'],
  ])('%s is taken', (text, url) => {
    expect(destinationUrl(text, { allowPrivate: false })).toEqual({ url });
  });

  it.each([
    'http://hooks.example.com',
    'ftp://hooks.example.com',
    'hooks.example.com',
    'https://',
    'https://user:pass@hooks.example.com',
    'https://hooks.example.com:0',
    `https://hooks.example.com/${'x'.repeat(2048)}`,
    'https://localhost',
    'https://localhost.',
    'https://api.localhost',
    'https://printer.local',
    'https://metadata.google.internal',
    'https://intranet',
    'https://127.0.0.1',
    'https://0.0.0.0',
    'https://10.0.0.1',
    'https://172.16.0.1',
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
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://127.1',
    'https://127.0.0.1.',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[2001::1]',
    'https://[fc00::1]',
    'https://[fe80::1]',
    'https://[ff02::1]',
    'https://[2001:db8::1]',
  ])('%s is rejected with a reason', (text) => {
    expect(destinationUrl(text, { allowPrivate: false })).toEqual({
      rejected: expect.stringMatching(/^(must|names)/),
    });
  });
});
