/** What a connection waits for. No byte of a request is sent before `response`. */
export type ConnectionStage =
  | 'idle'
  | 'proxy_lookup'
  | 'proxy_connect'
  | 'proxy_tls'
  | 'proxy_tunnel'
  | 'lookup'
  | 'connect'
  | 'tls'
  | 'response'
  | 'body';
