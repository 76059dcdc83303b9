import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../src/node/log.ts';
import { createGuardedServer } from '../../../../src/server/surfaces/guarded-server.ts';
import { ClientAddresses } from '../../../../src/server/surfaces/shared/client-addresses.ts';
import { listening } from '../../../helpers/listening.ts';
import { rawConnection } from '../../../helpers/raw-request.ts';

/** The URL of a guarded server with this listener. */
async function guarded(listener: RequestListener): Promise<{ base_url: string }> {
  const server = createGuardedServer(new ClientAddresses([], silentLog), listener);
  return { base_url: await listening(server) };
}

describe('a connection that sends requests without waiting for their responses', () => {
  it.each([
    ['requests', ''],
    ['expectations', 'Expect: more\r\n'],
  ])('is closed, and has ten of its %s handled at most', async (_, header) => {
    let handled = 0;
    const server = await guarded(() => {
      handled += 1;
    });
    const socket = await rawConnection(server);
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    const slow = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(slow + `GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`.repeat(5000));
    await closed;
    expect(handled).toBe(header === '' ? 10 : 1);
  });
});
