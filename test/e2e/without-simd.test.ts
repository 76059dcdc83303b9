import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cleanEnv, cli } from '../helpers/cli.ts';
import { project } from '../helpers/documents.ts';
import { envFor, testServer } from '../helpers/server.ts';
import { webhookReceiver } from '../helpers/webhook-receiver.ts';

/** As on a processor without SIMD. */
const withoutSimd = { UNDICI_NO_WASM_SIMD: '1' };

const program = `
  const { startTestServer } = await import('newswatch/testing');
  const server = await startTestServer({ allowPrivateWebhooks: true });
  const [webhook_url] = process.argv.slice(-1);
  const { channel } = await server.client.delivery.connect({ platform: 'webhook', webhook_url });
  const { webhook_delivery } = await server.client.delivery.test({ channel_id: channel.id });
  console.log(webhook_delivery.status, webhook_delivery.last_status_code);
  await server.close();`;

it('the command line reads responses without SIMD', async () => {
  const server = await testServer();
  const env = { ...envFor(server), ...withoutSimd };
  const { stdout, stderr, code } = await cli(['account', 'overview'], { env });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ plan: { status: 'active' } });
});

it('the server reads responses of webhooks without SIMD', async () => {
  const receiver = await webhookReceiver(204);
  const args = ['--input-type=module', '-e', program, '--', receiver.url];
  const options = { cwd: project, env: { ...cleanEnv(), ...withoutSimd } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toBe('delivered 204\n');
});
