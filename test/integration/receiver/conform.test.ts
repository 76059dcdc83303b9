import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { conform } from 'newswatch/receiver';
import { verify } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { listening } from '../../helpers/listening.ts';
import { secret, testReceiver } from '../../helpers/test-receiver.ts';

interface Faults {
  handlesRepeats?: boolean;
  handlesTests?: boolean;
  handlesForged?: boolean;
  handlesNothing?: boolean;
}

/** A receiver that is right except for its faults, and the list of the events it has handled. */
async function faultyReceiver(faults: Faults) {
  const known = new Set<string>();
  const handled: string[] = [];
  const handle = ({ id, type }: { id: string; type: string }) => {
    const isRepeat = known.has(id) && !faults.handlesRepeats;
    const isTest = type === 'webhook.test' && !faults.handlesTests;
    known.add(id);
    if (!isRepeat && !isTest && !faults.handlesNothing) handled.push(id);
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    try {
      handle((await verify({ body, headers: request.headers, secrets: secret })).event);
      response.writeHead(204).end();
    } catch {
      if (faults.handlesForged && body.length < 10_000) {
        handle(JSON.parse(body.toString()) as { id: string; type: string });
      }
      response.writeHead(401, { Connection: 'close' }).end();
    }
  });
  const url = new URL('/hook', await listening(server));
  return { url, readHandled: async () => handled.map((id) => `handled ${id}\n`).join('') };
}

const observed = [
  'event_handled_once',
  'repeats_handled_once',
  'test_not_handled',
  'forged_event_not_handled',
];

async function failuresOf(faults: Faults) {
  const { url, readHandled } = await faultyReceiver(faults);
  const options = { url, secrets: [secret], readHandled, handlingTimeout: 300 };
  const { checks, not_checked } = await conform(options);
  expect(not_checked).toEqual([]);
  const failed = checks.filter(({ name, passed }) => observed.includes(name) && !passed);
  return failed.map(({ name, reason }) => [name, reason]);
}

describe('conform, if it can read what was handled', () => {
  it.each<[string, Faults, string[][]]>([
    ['accepts a receiver without faults', {}, []],
    [
      'fails a receiver that handles repeats again',
      { handlesRepeats: true },
      [['repeats_handled_once', 'handled 4 times']],
    ],
    [
      'fails a receiver that takes a test for an alert',
      { handlesTests: true },
      [['test_not_handled', 'handled once']],
    ],
    [
      'fails a receiver that handles what it rejects',
      { handlesForged: true },
      [['forged_event_not_handled', 'handled once']],
    ],
    [
      'fails a receiver that handles nothing',
      { handlesNothing: true },
      observed.map((name) => [name, 'no event was handled within 0.3 s']),
    ],
  ])('%s', async (_what, faults, failures) => {
    expect(await failuresOf(faults)).toEqual(failures);
  });

  it('accepts the bundled receiver', async () => {
    const { receiver, ids } = await testReceiver();
    const readHandled = async () => ids().join('\n');
    const report = await conform({ url: new URL(receiver.url), secrets: [secret], readHandled });
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
  });
});

it('conform names the rules that it did not check', async () => {
  const { url } = await faultyReceiver({});
  const { not_checked, checks } = await conform({ url, secrets: [secret] });
  expect(not_checked).toEqual(observed);
  expect(checks.map(({ name }) => name)).not.toEqual(expect.arrayContaining(observed));
});

it('conform ends when its signal is aborted', async () => {
  const controller = new AbortController();
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
    controller.abort(new Error('the timeout has passed'));
  });
  const url = new URL('/hook', await listening(server));
  const checking = conform({ url, secrets: [secret], signal: controller.signal });
  await expect(checking).rejects.toThrow('the timeout has passed');
  expect(requests).toBe(1);
});
