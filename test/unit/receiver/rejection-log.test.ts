import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RejectionLog } from '../../../src/receiver/rejection-log.ts';
import { RequestRejection } from '../../../src/receiver/request-rejection.ts';

const mismatch = new RequestRejection(401, 'signature_mismatch', 'no signature matches');
const unavailable = new RequestRejection(503, 'unavailable', 'the store is unavailable');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rejections() {
  const lines: unknown[][] = [];
  return { lines, log: new RejectionLog((...line) => void lines.push(line)) };
}

it('logs the first of each reason in a minute in full, and counts the others', () => {
  const { lines, log } = rejections();
  for (let n = 0; n < 10_000; n += 1) log.add(mismatch, mismatch);
  log.add(unavailable, new Error('disk full'));
  expect(lines).toHaveLength(11);
  expect(lines[0]).toEqual([
    'warn',
    'request rejected',
    { status: 401, reason: 'signature_mismatch', message: 'no signature matches' },
  ]);
  expect(lines[10]).toEqual([
    'error',
    'request failed',
    {
      status: 503,
      reason: 'unavailable',
      message: 'the store is unavailable',
      detail: 'disk full',
    },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(11)).toEqual([
    ['warn', 'more requests rejected', { reason: 'signature_mismatch', count: 9990 }],
  ]);
});

it('logs details again in the next minute', () => {
  const { lines, log } = rejections();
  for (let n = 0; n < 10; n += 1) log.add(mismatch, mismatch);
  vi.advanceTimersByTime(60_000);
  log.add(mismatch, mismatch);
  expect(lines).toHaveLength(11);
});

it('logs what it has counted when it is closed', () => {
  const { lines, log } = rejections();
  for (let n = 0; n < 11; n += 1) log.add(mismatch, mismatch);
  log.flush();
  log.flush();
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(10)).toEqual([
    ['warn', 'more requests rejected', { reason: 'signature_mismatch', count: 1 }],
  ]);
});
