import type { Metrics } from '../metrics/metrics.ts';
import type { AttemptOutcome } from './outcome.ts';

/** Counts a request to a webhook. Receivers choose status codes, so they are counted by class. */
export function countAttempt(
  metrics: Metrics,
  { kind, status_code, error, duration = 0 }: AttemptOutcome,
): void {
  const isClass = status_code !== null && status_code !== 429 && error?.startsWith('http_');
  const code = isClass ? `http_${Math.floor(status_code / 100)}xx` : (error ?? '');
  metrics.count('newswatch_webhook_attempts_total', { outcome: kind, error: code });
  metrics.observe('newswatch_webhook_attempt_duration_seconds', { outcome: kind }, duration);
}
