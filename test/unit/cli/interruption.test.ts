import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Interruption } from '../../../src/cli/interruption.ts';

function processOn(platform: NodeJS.Platform, parts: object = {}) {
  const source = Object.assign(new EventEmitter(), { platform, ...parts });
  return { source, interruption: new Interruption(source) };
}

describe('a command on Windows', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'])('is interrupted by %s', (name) => {
    const { source, interruption } = processOn('win32');
    source.emit(name);
    expect(interruption.signal.reason).toBe(name);
  });

  it('ends at once on a second signal of any kind', async () => {
    const { source, interruption } = processOn('win32');
    interruption.extendGrace(1_000_000);
    source.emit('SIGBREAK');
    source.emit('SIGINT');
    await interruption.expired;
  });
});

describe('work that must be finished', () => {
  it('is awaited by the second signal, and not by the third', async () => {
    const { source, interruption } = processOn('linux');
    interruption.extendGrace(1_000_000);
    let finish = () => {};
    const work = interruption.finishing(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    let isExpired = false;
    const expired = interruption.expired.then(() => {
      isExpired = true;
    });
    source.emit('SIGINT');
    source.emit('SIGINT');
    await new Promise((resolve) => setImmediate(resolve));
    expect(isExpired).toBe(false);
    source.emit('SIGINT');
    await expired;
    finish();
    await work;
  });

  it('ends the wait of the second signal when it is done, also if it fails', async () => {
    const { source, interruption } = processOn('linux');
    interruption.extendGrace(1_000_000);
    const work = interruption.finishing(Promise.reject(new Error('failed')));
    source.emit('SIGTERM');
    source.emit('SIGTERM');
    await expect(work).rejects.toThrow('failed');
    await interruption.expired;
  });
});

it('a terminal that is closed sends SIGHUP several times, which is one request to end', async () => {
  const { source, interruption } = processOn('linux');
  interruption.extendGrace(1_000_000);
  let isExpired = false;
  const expired = interruption.expired.then(() => {
    isExpired = true;
  });
  for (let sent = 0; sent < 3; sent += 1) source.emit('SIGHUP');
  await new Promise((resolve) => setImmediate(resolve));
  expect({ reason: interruption.signal.reason, isExpired }).toEqual({
    reason: 'SIGHUP',
    isExpired: false,
  });
  source.emit('SIGTERM');
  await expired;
});

describe('the message of a parent process', () => {
  it('"shutdown" is a SIGTERM, and the channel does not keep the process alive', () => {
    let unreferenced = 0;
    const channel = {
      unref: () => {
        unreferenced += 1;
      },
    };
    const { source, interruption } = processOn('win32', { connected: true, channel });
    source.emit('message', { type: 'shutdown' });
    expect(interruption.signal.aborted).toBe(false);
    source.emit('message', 'shutdown');
    expect(interruption.signal.reason).toBe('SIGTERM');
    expect(unreferenced).toBe(1);
  });

  it('is not awaited without a channel', () => {
    const { source } = processOn('win32', { connected: false });
    expect(source.eventNames()).not.toContain('message');
  });
});

describe('another program that has the terminal', () => {
  it('gets SIGINT, which is ignored until it ends', async () => {
    const { source, interruption } = processOn('linux');
    let end = () => {};
    const ended = interruption.lendTerminal(
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    source.emit('SIGINT');
    expect(interruption.signal.aborted).toBe(false);
    end();
    expect(await ended).toBe(true);
    expect(await interruption.lendTerminal(Promise.resolve())).toBe(false);
    source.emit('SIGINT');
    expect(interruption.signal.reason).toBe('SIGINT');
  });

  it('leaves SIGTERM to the command', () => {
    const { source, interruption } = processOn('linux');
    void interruption.lendTerminal(new Promise(() => {}));
    source.emit('SIGTERM');
    expect(interruption.signal.reason).toBe('SIGTERM');
  });
});
