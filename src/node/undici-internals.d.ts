/** Types of the undici modules that are imported by path; see undici.ts. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';

  export = Agent;
}

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export = Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';

  export = buildConnector;
}

declare module 'undici/lib/core/symbols.js' {
  const symbols: { kParser: symbol };
  export = symbols;
}

declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  /** Speaks SOCKS5 over a connected socket. Emits `authenticated`, `connected` and `error`. */
  export class Socks5Client extends EventEmitter {
    constructor(
      socket: Duplex,
      options: { username?: string | undefined; password?: string | undefined },
    );
    handshake(): void;
    connect(address: string, port: number): void;
  }
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
  export = request;
}
