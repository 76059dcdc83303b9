import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { closing } from './closing.ts';

/** The bytes that a proxy sends for a chunk of the database; `undefined` closes the connection. */
type ChangeResponse = (chunk: Buffer) => { next: Buffer } | { last: Buffer } | undefined;

/** A TCP proxy to a database, until the test ends. Returns its address. */
export async function databaseProxy(address: string, change: ChangeResponse): Promise<string> {
  const { hostname, port } = new URL(address);
  const server = createServer((socket) => {
    const database = connect(Number(port), hostname);
    socket.on('error', () => database.destroy()).pipe(database);
    database.on('error', () => socket.destroy()).on('close', () => socket.end());
    database.on('data', (chunk: Buffer) => {
      const changed = change(chunk);
      if (changed && 'next' in changed) return void socket.write(changed.next);
      database.destroy();
      if (changed) socket.end(changed.last);
      else socket.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing({ close: async () => server.close() });
  const proxied = new URL(address);
  proxied.port = String((server.address() as AddressInfo).port);
  return proxied.href;
}

/** The message `ReadyForQuery` of an idle session. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

export function isReadyForQuery(chunk: Buffer): boolean {
  return chunk.subarray(-readyForQuery.length).equals(readyForQuery);
}

/** The message with which PostgreSQL ends a session that an administrator terminates. */
export function terminationMessage(): Buffer {
  const text = 'terminating connection due to administrator command';
  return fatalMessage('57P01', text, 'ProcessInterrupts');
}

/** The message of an error that ends a session. */
export function fatalMessage(code: string, text: string, routine: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${text}`, `R${routine}`, '']
    .map((field) => `${field}\0`)
    .join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
}
