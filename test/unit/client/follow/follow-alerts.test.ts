import { expect, it } from 'vitest';
import { NetworkError, ServiceError } from '../../../../src/client/errors.ts';
import { followAlerts } from '../../../../src/client/follow/follow-alerts.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
const alert = (second: number) => ({ id: `a${second}`, created_at: at(second) });

/** A service whose list grows, with the first failures of its requests. */
function service(alerts: { id: string; created_at: string }[], failures: Error[] = []) {
  const stop = new AbortController();
  const starts: (string | undefined)[] = [];
  const read = async ({ limit, since }: { limit: number; since?: string }) => {
    const failure = failures.shift();
    if (failure) throw failure;
    starts.push(since);
    if (since === undefined) return alerts.toReversed().slice(0, limit);
    return alerts.filter(({ created_at }) => created_at >= since).slice(0, limit);
  };
  const closed = new AbortController().signal;
  const options = { signal: stop.signal, closed, retries: undefined, interval: 0 };
  return { read, options, stop, starts };
}

it('yields the alerts of all pages and later ones, each once and in order', async () => {
  const alerts = Array.from({ length: 250 }, (_, second) => alert(second));
  const { read, options } = service(alerts);
  const seen: string[] = [];
  for await (const { id } of followAlerts(read, at(0), options)) {
    seen.push(id);
    if (seen.length === 250) alerts.push(alert(251), alert(252));
    if (seen.length === 252) break;
  }
  expect(seen).toEqual([...Array.from({ length: 250 }, (_, i) => `a${i}`), 'a251', 'a252']);
});

it('starts after the newest alert unless a time is given', async () => {
  const alerts = [alert(1), alert(2)];
  const { read, options, starts } = service(alerts);
  const following = followAlerts(read, undefined, options);
  const next = following.next();
  await expect.poll(() => starts.length).toBeGreaterThan(1);
  alerts.push(alert(3));
  expect((await next).value).toEqual(alert(3));
  await following.return();
});

it('yields an alert that is stored after a newer one', async () => {
  const alerts = [alert(10)];
  const { read, options } = service(alerts);
  const seen: string[] = [];
  for await (const { id } of followAlerts(read, at(0), options)) {
    seen.push(id);
    if (id === 'a10') alerts.unshift(alert(5));
    else break;
  }
  expect(seen).toEqual(['a10', 'a5']);
});

it('continues after errors that a retry may fix', async () => {
  const { read, options } = service(
    [alert(1)],
    [
      new ServiceError(429, { error: 'rate_limited', message: 'slow down' }, { retryAfter: 0.001 }),
      new NetworkError('no response', 'ECONNRESET', true),
    ],
  );
  const { value } = await followAlerts(read, at(0), options).next();
  expect(value).toEqual(alert(1));
});

it('throws an error that a retry cannot fix, and the last one if retries are limited', async () => {
  const denied = new ServiceError(401, { error: 'unauthorized', message: 'no' });
  const { read, options } = service([], [denied]);
  await expect(followAlerts(read, at(0), options).next()).rejects.toBe(denied);
  const down = new ServiceError(503, { error: 'unavailable', message: 'down' });
  const limited = service([], [down]);
  const noRetries = { ...limited.options, retries: 0 };
  await expect(followAlerts(limited.read, at(0), noRetries).next()).rejects.toBe(down);
});

it('ends without an error when the signal is aborted', async () => {
  const { read, options, stop } = service([]);
  const next = followAlerts(read, at(0), { ...options, interval: 86_400_000 }).next();
  setImmediate(() => stop.abort());
  expect(await next).toEqual({ done: true, value: undefined });
});
