import type { Metrics } from '../../metrics/metrics.ts';

interface RespondedRequest {
  /** An operation or the pattern of a route, never a path that a client has chosen. */
  operation: string;
  status: number;
  milliseconds: number;
}

export function countRequest(
  metrics: Metrics,
  { operation, status, milliseconds }: RespondedRequest,
): void {
  metrics.count('newswatch_http_requests_total', { operation, status: String(status) });
  metrics.observe('newswatch_http_request_duration_seconds', { operation }, milliseconds);
}
