import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execHandler, forwardHandler } from 'newswatch/receiver';
import { verify } from 'newswatch/webhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { alert, secret, testReceiver } from '../../helpers/test-receiver.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-exec-'));
});

const env = { PATH: process.env['PATH'], SERVICE_API_KEY: 'kept' };
const claimed = (body: string, type = 'news.alert') => ({
  sequence: 1,
  failures: 0,
  id: 'evt_1',
  type,
  received_at: 0,
  headers: [],
  body: Buffer.from(body),
});
const noEnd = new AbortController().signal;

/** A handler that runs a line of shell code with the output file as `$1`. */
function sh(line: string) {
  return execHandler({ command: ['sh', '-c', line, 'sh', join(folder, 'out')], env });
}

const out = () => readFile(join(folder, 'out'), 'utf8');

describe('execHandler', () => {
  it('passes the body on stdin and id and type in the environment', async () => {
    await sh('{ cat; echo; env | grep ^NEWSWATCH_ | sort; } > "$1"').handle(claimed('{"a":1}\n'), {
      signal: noEnd,
    });
    expect(await out()).toBe(
      '{"a":1}\n\nNEWSWATCH_EVENT_ID=evt_1\nNEWSWATCH_EVENT_TYPE=news.alert\n',
    );
  });

  it('docs/receiver-cases.md, case 38: passes a title with shell code, escapes and newlines only on stdin', async () => {
    const marker = join(folder, 'marker');
    const title = `$(touch ${marker}) \`touch ${marker}\` ; touch ${marker}\n\u001b[2J`;
    const body = JSON.stringify({ title });
    await sh('cat > "$1"').handle(claimed(body, title), { signal: noEnd });
    expect(await out()).toBe(body);
    await expect(readFile(marker)).rejects.toThrow('ENOENT');
  });

  it('passes the arguments as they are, without a shell', async () => {
    const words = ['$HOME', '*', 'two words', ';', 'touch'];
    const script = join(folder, 'words.cjs');
    await writeFile(
      script,
      `require('fs').writeFileSync(process.argv[2], process.argv.slice(3).join('|'))`,
    );
    const command = [process.execPath, script, join(folder, 'out'), ...words] as const;
    await execHandler({ command: [...command], env }).handle(claimed('{}'), { signal: noEnd });
    expect(await out()).toBe(words.join('|'));
  });

  it('docs/receiver-cases.md, case 37: fails with the exit code and stderr, the signal or the missing program', async () => {
    await expect(
      sh('echo no disk >&2; exit 3').handle(claimed(''), { signal: noEnd }),
    ).rejects.toThrow('sh exited with code 3: no disk');
    await expect(sh('kill -9 $$').handle(claimed(''), { signal: noEnd })).rejects.toThrow(
      'SIGKILL',
    );
    const missing = execHandler({ command: ['/nowhere/program'], env });
    await expect(missing.handle(claimed(''), { signal: noEnd })).rejects.toThrow(/nowhere.*ENOENT/);
  });

  it('docs/receiver-cases.md, case 37: kills a program that hangs, and everything it started', async () => {
    const controller = new AbortController();
    const line = 'sleep 1000 & echo "$!" > "$1.part"; mv "$1.part" "$1"; wait';
    const handled = sh(line).handle(claimed(''), controller);
    let child = 0;
    const poll = async () => {
      while (child === 0) child = Number(await out().catch(() => '0'));
    };
    await poll();
    controller.abort(new Error('timed out'));
    await expect(handled).rejects.toThrow('timed out');
    await eventually(() => isGone(child));
  });

  it('succeeds when the program exits, even if a process it started keeps running', async () => {
    await sh('sleep 2 & exit 0').handle(claimed(''), { signal: noEnd });
  });

  it('accepts a program that does not read its input', async () => {
    await sh('exec true').handle(claimed('x'.repeat(1_000_000)), { signal: noEnd });
  });
});

describe('forwardHandler', () => {
  it('posts the original body and headers', async () => {
    const final = await testReceiver();
    const relay = await testReceiver({ handler: forwardHandler(new URL(final.receiver.url)) });
    const body = `${alert({ id: 'evt_1' })}\n`;
    await relay.send(body);
    await eventually(() => final.handled.length === 1);
    const [event] = final.handled;
    const headers = Object.fromEntries(event?.headers ?? []);
    expect(Buffer.from(event?.body ?? []).toString()).toBe(body);
    expect((await verify({ body, headers, secrets: secret })).event.id).toBe('evt_1');
  });

  it('fails on any status but 2xx', async () => {
    const final = await testReceiver({ secrets: ['another'] });
    const handler = forwardHandler(new URL(final.receiver.url));
    await expect(handler.handle(claimed('{}'), { signal: noEnd })).rejects.toThrow(
      'responded with 401',
    );
  });
});

/** Whether a process has ended. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return false;
}
