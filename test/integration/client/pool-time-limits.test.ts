import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { poolCaller } from '../../helpers/pool-caller.ts';
import { paidKey } from '../../helpers/server.ts';

const service = 'https://news.example.org';

/** A peer that reads the first bytes of a connection, sends `response` and is silent from then on. */
async function silentAfter(response: string | Buffer = '') {
  const events = new EventEmitter();
  const [received, closed] = [once(events, 'received'), once(events, 'closed')];
  const { baseUrl } = await rawServer((socket) => {
    socket.once('close', () => events.emit('closed'));
    socket.once('data', () => socket.write(response, () => events.emit('received')));
  });
  return { origin: baseUrl, host: new URL(baseUrl).host, received, closed };
}

// Loads what the first call loads, which may take longer than the timeouts below.
beforeAll(async () => {
  const { origin, host } = await silentAfter('no HTTP');
  for (const proxy of [origin, `socks5://${host}`]) {
    const client = closing(poolCaller({ baseUrl: service, apiKey: paidKey, proxy, retries: 0 }));
    await client.usage().catch(() => {});
  }
});

type Peer = Awaited<ReturnType<typeof silentAfter>>;

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Every stage after the look-up, with the message of its timeout and whether the request was sent. */
const stages: [
  string,
  string | Buffer,
  (peer: Peer) => { baseUrl: string; proxy?: string },
  string,
  boolean,
][] = [
  [
    'TLS',
    '',
    ({ host }) => ({ baseUrl: `https://${host}` }),
    'no connection to ORIGIN within 0.5 s: the TLS handshake was not completed',
    false,
  ],
  [
    'headers',
    '',
    ({ origin }) => ({ baseUrl: origin }),
    'no response from ORIGIN within 0.5 s',
    true,
  ],
  [
    'the rest of headers',
    head,
    ({ origin }) => ({ baseUrl: origin }),
    'no response from ORIGIN within 0.5 s',
    true,
  ],
  [
    'the response after an interim one',
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    ({ origin }) => ({ baseUrl: origin }),
    'no response from ORIGIN within 0.5 s',
    true,
  ],
  [
    'a body',
    `${head}content-length: 9\r\n\r\n`,
    ({ origin }) => ({ baseUrl: origin }),
    'no complete response from ORIGIN within 0.5 s',
    true,
  ],
  [
    'the next chunk',
    `${head}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
    ({ origin }) => ({ baseUrl: origin }),
    'no complete response from ORIGIN within 0.5 s',
    true,
  ],
  [
    'an http proxy',
    '',
    ({ host }) => ({ baseUrl: service, proxy: `http://${host}` }),
    'no response from the proxy http://HOST within 0.5 s',
    false,
  ],
  [
    'TLS of an https proxy',
    '',
    ({ host }) => ({ baseUrl: service, proxy: `https://${host}` }),
    'no connection to the proxy https://HOST within 0.5 s: the TLS handshake was not completed',
    false,
  ],
  [
    'TLS through an http proxy',
    'HTTP/1.1 200 OK\r\n\r\n',
    ({ host }) => ({ baseUrl: service, proxy: `http://${host}` }),
    'no connection to https://news.example.org within 0.5 s: the TLS handshake was not completed',
    false,
  ],
  [
    'the greeting of a socks proxy',
    '',
    ({ host }) => ({ baseUrl: service, proxy: `socks5h://${host}` }),
    'no response from the proxy socks5h://HOST within 0.5 s',
    false,
  ],
  [
    'the tunnel of a socks proxy',
    Buffer.of(5, 0),
    ({ host }) => ({ baseUrl: service, proxy: `socks5h://${host}` }),
    'no response from the proxy socks5h://HOST within 0.5 s',
    false,
  ],
];

describe.each(stages)('a call that waits for %s', (_, response, options, message, sent) => {
  it('ends at its timeout, says what it waited for and closes the connection', async () => {
    const peer = await silentAfter(response);
    const client = closing(poolCaller({ ...options(peer), apiKey: paidKey, timeout: 500 }));
    await expect(client.usage()).rejects.toMatchObject({
      name: 'NetworkError',
      code: 'ETIMEDOUT',
      message: message.replace('ORIGIN', options(peer).baseUrl).replace('HOST', peer.host),
      sent,
    });
    await peer.closed;
  });

  it('ends when its signal is aborted and closes the connection', async () => {
    const peer = await silentAfter(response);
    const client = closing(poolCaller({ ...options(peer), apiKey: paidKey }));
    const stop = new AbortController();
    const pending = client.usage({}, { signal: stop.signal });
    // A reason can be any value.
    const rejected = expect(pending).rejects.toBe('enough');
    await peer.received;
    stop.abort('enough');
    await rejected;
    await peer.closed;
  });
});

describe('a call with an aborted signal', () => {
  it('opens no connection', async () => {
    let connections = 0;
    const { baseUrl } = await rawServer(() => {
      connections += 1;
    });
    const client = closing(poolCaller({ baseUrl, apiKey: paidKey }));
    const signal = AbortSignal.abort(new Error('never'));
    await expect(client.usage({}, { signal })).rejects.toThrow('never');
    expect(connections).toBe(0);
  });

  it('does not end other calls of the client', async () => {
    const sockets: Socket[] = [];
    const events = new EventEmitter();
    const second = once(events, 'second');
    const { baseUrl } = await rawServer((socket) => {
      sockets.push(socket);
      if (sockets.length === 2) events.emit('second');
    });
    const client = closing(poolCaller({ baseUrl, apiKey: paidKey }));
    const stop = new AbortController();
    const kept = client.usage();
    const ended = client.usage({}, { signal: stop.signal });
    await second;
    stop.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
    for (const socket of sockets) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    expect(await kept).toEqual({});
  });
});

it('a wait before a retry ends when the signal is aborted', async () => {
  const { baseUrl } = await rawServer((socket) =>
    socket.once('data', () =>
      socket.end(
        'HTTP/1.1 429 Too Many Requests\r\nretry-after: 20\r\ncontent-length: 2\r\n\r\n{}',
      ),
    ),
  );
  const stop = new AbortController();
  const client = closing(
    poolCaller({
      baseUrl,
      apiKey: paidKey,
      onAttempt: () => setImmediate(() => stop.abort(new Error('enough'))),
    }),
  );
  await expect(client.usage({}, { signal: stop.signal })).rejects.toThrow('enough');
});

it('interim responses before a response are ignored, also an unrequested 100 Continue', async () => {
  const { baseUrl } = await rawServer((socket) => {
    socket.on('data', () => {
      for (const status of ['100 Continue', '102 Processing', '103 Early Hints', '100 Continue']) {
        socket.write(`HTTP/1.1 ${status}\r\nlink: </x>\r\n\r\n`);
      }
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const client = closing(poolCaller({ baseUrl, apiKey: paidKey, retries: 0 }));
  expect(await client.usage()).toEqual({});
  expect(await client.usage()).toEqual({});
});
