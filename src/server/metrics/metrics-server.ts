import { createServer, type ServerResponse } from 'node:http';
import { errorMessage } from '../../node/error-message.ts';
import type { HostPort } from '../../node/host-port.ts';
import { drain, listen, originOf } from '../../node/http-server.ts';
import type { Log } from '../../node/log.ts';
import type { PrometheusMetrics } from './prometheus.ts';

/** Connections at the same time: a few scrapers have one each. */
const maxConnections = 20;

/** Milliseconds in which a request must have arrived. */
const requestTimeout = 5000;

const path = '/metrics';

/** A server for scrapers, apart from the clients of the API. */
export interface MetricsServer {
  /** The URL of the metrics. */
  url: string;
  close(): Promise<void>;
}

/** @throws {Error} a system error, such as `EADDRINUSE` */
export async function startMetricsServer(
  metrics: Pick<PrometheusMetrics, 'text' | 'contentType'>,
  { log, ...address }: HostPort & { ref: boolean; log: Log },
): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 1000 },
    async (request, response) => {
      request.resume();
      if ((request.url ?? '').replace(/\?.*$/s, '') !== path) {
        return end(response, 404, `metrics are at ${path}\n`);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET');
        return end(response, 405, `${path} supports GET only\n`);
      }
      const text = await metrics.text().catch((error: unknown) => {
        log('error', 'metrics not read', { reason: errorMessage(error) });
      });
      if (text === undefined) return end(response, 500, 'the metrics could not be read\n');
      response.setHeader('content-type', metrics.contentType);
      end(response, 200, text);
    },
  );
  server.maxConnections = maxConnections;
  await listen(server, address);
  return { url: `${originOf(server)}${path}`, close: () => drain(server) };
}

function end(response: ServerResponse, status: number, body: string): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain');
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
}
