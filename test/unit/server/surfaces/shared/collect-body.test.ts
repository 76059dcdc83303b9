import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { collectBody } from '../../../../../src/server/surfaces/shared/collect-body.ts';

const events = ['data', 'end', 'error', 'close'];

it.each<[string, (request: PassThrough, fail: (error: Error) => void) => void, object]>([
  ['has ended', (request) => request.end('0123'), { value: Buffer.from('0123') }],
  ['is too large', (request) => request.write('01234'), { reason: { name: 'TooLargeError' } }],
  ['is evicted', (_, fail) => fail(new Error('evicted')), { reason: { message: 'evicted' } }],
  ['is cut off', (request) => request.destroy(), { reason: { message: /connection was closed/ } }],
])('leaves no listeners once the body %s', async (_, act, expected) => {
  const request = new PassThrough();
  const listeners = () => events.map((event) => request.listenerCount(event));
  const before = listeners();
  const { result, fail } = collectBody(request, 4);
  act(request, fail);
  const [settled] = await Promise.allSettled([result]);
  expect(settled).toMatchObject(expected);
  expect(listeners()).toEqual(before);
});

it('fails for a request whose connection is closed already', async () => {
  const request = new PassThrough();
  request.destroy();
  await expect(collectBody(request, 4).result).rejects.toThrow('connection was closed');
});
