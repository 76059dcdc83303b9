import { expect, it } from 'vitest';
import { CheckSession } from '../../../src/conformance/check-session.ts';
import { Trial } from '../../../src/conformance/trial.ts';
import { operations } from '../../../src/contract/operations.ts';
import { closing } from '../../helpers/closing.ts';
import { paidKey, testServer } from '../../helpers/server.ts';
import { clientOf } from '../../helpers/watch.ts';

it('leaves nothing behind if the check is still running during the cleanup', async () => {
  const server = await testServer();
  const session = closing(new CheckSession({ origin: server.baseUrl, keys: { paid: paidKey } }));
  const trial = new Trial(session, 'http', true);
  await trial.connect();
  const create = () => trial.call(operations.monitors.create, { prompt: 'chips' });
  const creating = create();
  await expect(trial.cleanUp()).resolves.toEqual([]);
  await expect(creating).resolves.toMatchObject({ isError: false });
  await expect(create()).rejects.toThrow('the check is over');
  const { path } = operations.monitors.create;
  const request = { method: 'POST', path, body: '{"prompt":"chips"}' } as const;
  await expect(trial.send(request)).rejects.toThrow('the check is over');
  await expect(trial.command(['monitors', 'list'])).rejects.toThrow('the check is over');
  expect((await clientOf(server).monitors.list()).monitors).toEqual([]);
  expect((await clientOf(server).delivery.get()).channels).toEqual([]);
});
