import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to connections and to servers that name none. */
const [lowest, highest] = [12_000, 32_000];

/** A free port that nothing takes while its program is restarted. */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
