/** The program `webhook` (github.com/adnanh/webhook), which runs a command for each event. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endChild, endWithRow } from './child.js';
import { freePort } from './free-port.js';
import { familyProcessorTime } from './process-status.js';
import { temporaryFolder } from './temporary-folder.js';

const header = 'x-signature';
const id = 'events';

export const webhookPath = `/hooks/${id}`;

/** The header with which its rule accepts a body. */
export const webhookHeaders = (body, secret) => ({
  'content-type': 'application/json',
  [header]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

const hook = (secret) => ({
  id,
  'execute-command': '/bin/true',
  'http-methods': ['POST'],
  'success-http-response-code': 204,
  'trigger-rule': {
    match: {
      type: 'payload-hmac-sha256',
      secret,
      parameter: { source: 'header', name: header },
    },
  },
});

async function untilListening(url) {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return;
    await pause(20);
  }
}

/** Starts it; `work` resolves with its processor seconds and those of its commands, when all have ended. */
export async function startWebhook(secret) {
  const hooks = join(temporaryFolder(), 'hooks.json');
  writeFileSync(hooks, JSON.stringify([hook(secret)]), { mode: 0o600 });
  const port = await freePort();
  const args = ['-hooks', hooks, '-ip', '127.0.0.1', '-port', String(port)];
  const child = spawn('webhook', args, { stdio: 'ignore' });
  endWithRow(child);
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url);
  return {
    url,
    async work() {
      for (let before = -1; before !== familyProcessorTime(child.pid); await pause(200)) {
        before = familyProcessorTime(child.pid);
      }
      return familyProcessorTime(child.pid) / 1000;
    },
    end: () => endChild(child),
  };
}
