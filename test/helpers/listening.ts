import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closing } from './closing.ts';

/** Lets a server listen on a free port until the test ends. Returns its origin. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing({
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
