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
    source.emit('SIGHUP');
    await interruption.expired;
  });
});

it('leaves SIGHUP to nohup on POSIX', () => {
  const { source } = processOn('linux');
  expect(source.eventNames()).toEqual(['SIGINT', 'SIGTERM']);
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
