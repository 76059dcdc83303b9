import { expect, it } from 'vitest';
import type { Log } from '../../../../src/node/log.ts';
import { startMetricsServer } from '../../../../src/server/metrics/metrics-server.ts';
import { closing } from '../../../helpers/closing.ts';

it('responds with 500 and logs why if the metrics cannot be read, and goes on', async () => {
  const texts = [() => Promise.reject(new Error('no metrics')), async () => 'up 1\n'];
  const metrics = {
    text: async () => (await texts.shift()?.()) ?? '',
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  } as const;
  const entries: unknown[] = [];
  const log: Log = (...entry) => void entries.push(entry);
  const server = closing(
    await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, ref: true, log }),
  );
  const failed = await fetch(server.url);
  expect(failed.status).toBe(500);
  expect(await failed.text()).toBe('the metrics could not be read\n');
  expect(entries).toEqual([['error', 'metrics not read', { reason: 'no metrics' }]]);
  expect(await (await fetch(server.url)).text()).toBe('up 1\n');
});
