import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Output } from '../../../../src/cli/output/output.ts';
import { Progress, progressMode } from '../../../../src/cli/output/progress.ts';

/** An output whose stderr is a terminal, and what was written to it. */
function terminal(columns = 60) {
  const written = { text: '' };
  const stream = (isTTY: boolean) =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          if (isTTY) written.text += chunk;
          done();
        },
      }),
      { isTTY, columns },
    );
  return { output: new Output({ stdout: stream(false), stderr: stream(true) }), written };
}

const unit = ['item', 'items'] as const;

const clear = '\r\u001B[K';

function progressOf(mode: 'line' | 'log', columns?: number) {
  const { output, written } = terminal(columns);
  const clock = { now: 0 };
  const progress = new Progress(output, mode, () => clock.now);
  /** What is written for a state at this second. */
  const at = (second: number, state: Parameters<Progress['update']>[0]) => {
    clock.now = second * 1000;
    written.text = '';
    progress.update(state);
    return written.text;
  };
  return { output, written, progress, at };
}

describe('the line', () => {
  it('has rate and time left, if the total is known', () => {
    const { at } = progressOf('line');
    const items = { unit, total: 5000 };
    expect(at(0, { ...items, count: 0 })).toBe(`${clear}0 of 5,000 items`);
    expect(at(2, { ...items, count: 1234 })).toBe(
      `${clear}24 % · 1,234 of 5,000 items · 617/s · 6 s left`,
    );
    expect(at(100, { ...items, count: 2500 })).toContain(
      '50 % · 2,500 of 5,000 items · 25/s · 1 min 40 s left',
    );
    expect(at(101, { ...items, count: 5000 })).toContain('100 % · 5,000 of 5,000 items');
    expect(at(102, { unit, count: 9 })).toBe(`${clear}9 items · 0.1/s`);
  });

  it('counts bytes of a file, and starts again with the next one', () => {
    const { at } = progressOf('line');
    const one = { unit, label: 'one.jsonl' };
    at(0, { ...one, count: 0, share: 0 });
    expect(at(10, { ...one, count: 40, share: 0.25 })).toBe(
      `${clear}25 % · 40 items · 4/s · 30 s left · one.jsonl`,
    );
    expect(at(11, { unit, label: 'two.jsonl', count: 7 })).toBe(`${clear}7 items · two.jsonl`);
  });

  it('continues an earlier run: its items do not count for the rate', () => {
    const { at } = progressOf('line');
    at(0, { unit: ['search', 'searches'], count: 900, total: 1000 });
    expect(at(10, { unit: ['search', 'searches'], count: 950, total: 1000 })).toBe(
      `${clear}95 % · 950 of 1,000 searches · 5/s · 10 s left`,
    );
  });

  it('is written ten times a second at most, and removed at the end', () => {
    const { at, progress, written } = progressOf('line');
    expect(at(0, { unit, count: 1 })).not.toBe('');
    expect(at(0.05, { unit, count: 2 })).toBe('');
    expect(at(0.15, { unit, count: 3 })).toBe(`${clear}3 items`);
    progress.end();
    progress.end();
    expect(written.text).toBe(`${clear}3 items${clear}`);
  });

  it('is below messages', () => {
    const { at, output, written } = progressOf('line');
    at(0, { unit, count: 1 });
    written.text = '';
    output.note('newswatch: warning');
    expect(written.text).toBe(`${clear}newswatch: warning\n1 item`);
  });

  it.each([
    [20, 'feed.jsonl', '1 item · feed.jsonl'],
    [20, '新闻新闻新闻', '1 item · 新闻新闻…'],
    [20, 'a\u001B[2Jb', '1 item · a\\u001b[2…'],
    [80, 'a\nb\tc', '1 item · a b c'],
    [2, 'feed', '…'],
  ])('fits in %i columns, with %j', (columns, label, shown) => {
    const { at } = progressOf('line', columns);
    const written = at(0, { unit, count: 1, label });
    expect(written.replace(clear, '')).toBe(shown);
  });
});

it('the log has a line every five seconds, without control characters', () => {
  const { at, progress, written } = progressOf('log');
  expect(at(0, { unit, count: 0, total: 100 })).toBe('');
  expect(at(4, { unit, count: 40, total: 100 })).toBe('');
  expect(at(5, { unit, count: 50, total: 100 })).toBe(
    'newswatch: 50 % · 50 of 100 items · 10/s · 5 s left\n',
  );
  expect(at(6, { unit, count: 60, total: 100 })).toBe('');
  progress.end();
  expect(written.text).toBe('');
});

describe('progressMode', () => {
  const { output } = terminal();
  const shared = { terminal: output.terminal, sharesTerminal: true };
  const none = { terminal: undefined, sharesTerminal: false };
  const own = { terminal: output.terminal, sharesTerminal: false };
  it.each([
    ['a terminal', { output: own }, 'line'],
    ['no terminal', { output: none }, 'none'],
    ['no terminal, --progress', { output: none, flag: true }, 'log'],
    ['--no-progress', { output: own, flag: false }, 'none'],
    ['CI', { output: own, env: { CI: 'true' } }, 'none'],
    ['CI=false', { output: own, env: { CI: 'false' } }, 'line'],
    ['CI, --progress', { output: none, env: { CI: '1' }, flag: true }, 'log'],
    ['TERM=dumb', { output: own, env: { TERM: 'dumb' } }, 'none'],
    ['TERM=dumb, --progress', { output: own, env: { TERM: 'dumb' }, flag: true }, 'log'],
    ['items on the same terminal', { output: shared, streams: true }, 'none'],
    ['a document on the same terminal later', { output: shared }, 'line'],
    [
      'items on the same terminal, --progress',
      { output: shared, streams: true, flag: true },
      'log',
    ],
  ])('%s', (_when, conditions, mode) => {
    expect(progressMode({ flag: undefined, env: {}, streams: false, ...conditions })).toBe(mode);
  });
});
