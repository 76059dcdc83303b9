import { expect, it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { planSwitch } from '../../helpers/plan-switch.ts';
import { envFor } from '../../helpers/server.ts';
import { connect, startWatch } from '../../helpers/watch.ts';
import { follow } from './alerts/following.ts';

const paymentBody = (baseUrl: string) => ({
  error: 'plan_required',
  message: expect.any(String),
  url: `${baseUrl}/pricing`,
});

it('a plan that ends while alerts are followed ends the command with 3', async () => {
  const { client, monitor, server } = await startWatch();
  const switchPlan = await planSwitch(server);
  await client.monitors.run({ id: monitor.id });
  const follower = follow(server, ['--since', '2026-11-20T00:00:00Z', '--bookmark', 'plan']);
  expect((await follower.alerts(1))[0]?.monitor_id).toBe(monitor.id);
  await switchPlan('off');
  expect(await follower.ended()).toBe(3);
  expect(JSON.parse((await follower.line()) ?? '')).toEqual(paymentBody(server.baseUrl));
  expect(await follower.line()).toBeUndefined();
});

it('without a plan, commands that stop something work, and all others exit with 3', async () => {
  const { client, monitor, server } = await startWatch();
  const { channel } = await connect(client, 'http://127.0.0.1:9/');
  await client.monitors.run({ id: monitor.id });
  const switchPlan = await planSwitch(server);
  await switchPlan('off');
  const run = async (...args: string[]) => cli(args, { env: envFor(server) });
  for (const args of [
    ['account', 'overview'],
    ['usage'],
    ['briefings', 'list'],
    ['monitors', 'pause', monitor.id],
    ['monitors', 'pause-all', '--yes'],
    ['delivery', 'set', channel.id, '--status', 'paused'],
    ['delivery', 'set', channel.id, '--status', 'disabled', '--yes'],
    ['delivery', 'disconnect', channel.id, '--yes'],
    ['monitors', 'delete', monitor.id, '--yes'],
  ]) {
    expect([args, (await run(...args)).code]).toEqual([args, 0]);
  }
  for (const args of [
    ['alerts', 'list'],
    ['delivery', 'get'],
    ['delivery', 'set', channel.id, '--status', 'disabled', '--name', 'desk', '--yes'],
    ['monitors', 'resume', monitor.id],
  ]) {
    const { code, stdout } = await run(...args);
    expect([args, code]).toEqual([args, 3]);
    expect(JSON.parse(stdout)).toEqual(paymentBody(server.baseUrl));
  }
  await switchPlan('on');
  const { stdout } = await run('alerts', 'list', '--since', '2026-11-20T00:00:00Z');
  expect(JSON.parse(stdout)).toMatchObject({ alerts: [{ monitor_id: monitor.id }] });
});
