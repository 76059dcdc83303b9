import { expect, it, vi } from 'vitest';
import { InvalidResponseError, NetworkError, ServiceError } from '../../../../src/client/errors.ts';
import { followAlerts } from '../../../../src/client/follow/follow-alerts.ts';
import { Poller } from '../../../../src/client/follow/poller.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
const alert = (second: number) => ({ id: `a${second}`, created_at: at(second) });

/** A service whose list grows. Its first requests fail, except those with `undefined`. */
function service(
  alerts: { id: string; created_at: string }[],
  failures: (Error | undefined)[] = [],
) {
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
  const pollerOf = (options = {}) =>
    new Poller({ signal: stop.signal, closed, retries: undefined, interval: 0, ...options });
  return { read, poller: pollerOf(), pollerOf, stop, starts };
}

it('yields the alerts of all pages and later ones, each once and in order', async () => {
  const alerts = Array.from({ length: 250 }, (_, second) => alert(second));
  const { read, poller } = service(alerts);
  const seen: string[] = [];
  for await (const { id } of followAlerts(read, at(0), poller)) {
    seen.push(id);
    if (seen.length === 250) alerts.push(alert(251), alert(252));
    if (seen.length === 252) break;
  }
  expect(seen).toEqual([...Array.from({ length: 250 }, (_, i) => `a${i}`), 'a251', 'a252']);
});

it('starts after the newest alert unless a time is given', async () => {
  const alerts = [alert(1), alert(2)];
  const { read, poller, starts } = service(alerts);
  const following = followAlerts(read, undefined, poller);
  const next = following.next();
  await expect.poll(() => starts.length).toBeGreaterThan(1);
  alerts.push(alert(3));
  expect((await next).value).toEqual(alert(3));
  await following.return();
});

it('yields an alert that is stored after a newer one', async () => {
  const alerts = [alert(10)];
  const { read, poller } = service(alerts);
  const seen: string[] = [];
  for await (const { id } of followAlerts(read, at(0), poller)) {
    seen.push(id);
    if (id === 'a10') alerts.unshift(alert(5));
    else break;
  }
  expect(seen).toEqual(['a10', 'a5']);
});

const down = new ServiceError(503, { error: 'unavailable', message: 'down' });

it('continues after errors that a retry may fix', async () => {
  const limited = { error: 'rate_limited', message: 'slow down' };
  const alerts = [alert(1)];
  const { read, poller } = service(alerts, [
    undefined,
    new ServiceError(429, limited, { retryAfter: 0.001 }),
    new NetworkError('no response', 'ECONNRESET', true),
  ]);
  const following = followAlerts(read, at(0), poller);
  await following.next();
  alerts.push(alert(2));
  expect((await following.next()).value).toEqual(alert(2));
});

it('throws the error of the first call, which has the retries of the client', async () => {
  const { read, poller } = service([alert(1)], [down]);
  const retries: (number | undefined)[] = [];
  const counted = (range: Parameters<typeof read>[0], given: number | undefined) => {
    retries.push(given);
    return read(range);
  };
  await expect(followAlerts(counted, at(0), poller).next()).rejects.toBe(down);
  await followAlerts(counted, at(0), poller).next();
  expect(retries).toEqual([undefined, undefined]);
});

it('throws a later error that a retry cannot fix, and the last one if retries are limited', async () => {
  const denied = new ServiceError(401, { error: 'unauthorized', message: 'no' });
  const { read, poller } = service([alert(1)], [undefined, denied]);
  const following = followAlerts(read, at(0), poller);
  await following.next();
  await expect(following.next()).rejects.toBe(denied);
  const limited = service([alert(1)], [undefined, down]);
  const once = followAlerts(limited.read, at(0), limited.pollerOf({ retries: 0 }));
  await once.next();
  await expect(once.next()).rejects.toBe(down);
});

it.each([
  ['more alerts of one time than a page can have', false, 'more than 100 alerts were created at'],
  ['the newest alerts only', true, 'the service lists only the newest 100 alerts'],
])('throws after a page of a service that lists %s', async (_, isNewestFirst, message) => {
  const seconds = Array.from({ length: 101 }, (_, index) => (isNewestFirst ? 101 - index : 0));
  const alerts = seconds.map((second, index) => ({ id: `a${index}`, created_at: at(second) }));
  const { poller } = service([]);
  const read = async ({ limit }: { limit: number }) => alerts.slice(0, limit);
  const seen = new Set<string>();
  const following = (async () => {
    for await (const { id } of followAlerts(read, at(0), poller)) seen.add(id);
  })();
  await expect(following).rejects.toMatchObject({
    code: 'invalid_response',
    message: expect.stringContaining(message),
  });
  expect(seen.size).toBe(100);
});

it('ends without an error when the signal is aborted', async () => {
  const { read, pollerOf, stop } = service([]);
  const next = followAlerts(read, at(0), pollerOf({ interval: 86_400_000 })).next();
  setImmediate(() => stop.abort());
  expect(await next).toEqual({ done: true, value: undefined });
});

it.each([
  ['newest first', (second: number) => alert(200 - second), 'lists only the newest 100 alerts'],
  ['100 at a time', (id: number) => ({ ...alert(0), id: `a${id}` }), 'more than 100 alerts'],
])('throws after the alerts of a page that may lack others: %s', async (_, alertOf, message) => {
  const alerts = Array.from({ length: 100 }, (_value, index) => alertOf(index));
  const { poller } = service([]);
  const refused = new ServiceError(400, { error: 'invalid_request', message: 'read again' });
  const readPage = vi.fn<() => Promise<typeof alerts>>().mockRejectedValue(refused);
  readPage.mockResolvedValueOnce(alerts);
  const following = followAlerts(readPage, at(0), poller);
  const seen: string[] = [];
  const read = async () => {
    for await (const { id } of following) seen.push(id);
  };
  const error: unknown = await read().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
  expect(new Set(seen).size).toBe(100);
});
