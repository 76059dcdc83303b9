import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { envFor, sharedServer } from '../../helpers/server.ts';

const server = sharedServer();
const unreachable = envFor({ baseUrl: 'http://127.0.0.1:9' });

async function call(...args: string[]) {
  const { code, stdout, stderr } = await cli(['monitors', ...args], { env: envFor(server()) });
  return { code, body: JSON.parse(stdout), stderr };
}

async function create(...flags: string[]) {
  const { body } = await call('create', '--prompt', 'chip exports', ...flags);
  return body;
}

describe('a list', () => {
  it('is separated by commas, given by repeated flags, or both', async () => {
    const lists = await create(
      ...['--exclude-words', 'live blog, podcast', '--exclude-words', 'opinion'],
      ...['--include-languages=en,de', '--include-sources', 'reuters.com'],
      ...['--include-sources', 'The Guardian'],
    );
    expect(lists).toMatchObject({
      exclude_words: ['live blog', 'podcast', 'opinion'],
      include_languages: ['en', 'de'],
      include_sources: ['reuters.com', 'The Guardian'],
    });
  });

  it('is replaced by monitors edit, and cleared by none', async () => {
    const { id } = await create('--exclude-words', 'a,b', '--exclude-sources', 'c.example');
    expect((await call('edit', id, '--exclude-words', 'x')).body).toMatchObject({
      exclude_words: ['x'],
      exclude_sources: ['c.example'],
    });
    expect((await call('edit', id, '--exclude-words', 'none')).body.exclude_words).toEqual([]);
    expect((await call('get', id)).body).toMatchObject({
      exclude_words: [],
      exclude_sources: ['c.example'],
    });
  });
});

it('a value is cleared by none', async () => {
  const { id } = await create('--min-relevance', '.25', '--quiet-hours', '22:00-07:00');
  expect((await call('get', id)).body).toMatchObject({
    min_relevance: 0.25,
    quiet_hours: '22:00-07:00',
    every_minutes: 60,
  });
  const clear = ['--min-relevance', 'none', '--quiet-hours', 'none', '--every', 'none'];
  expect((await call('edit', id, ...clear, '--title', 'none')).body).toMatchObject({
    min_relevance: null,
    quiet_hours: null,
    every_minutes: null,
    title: 'none',
  });
});

it('filters that drop the whole preview are reported on stderr', async () => {
  const { stderr, body } = await call(
    ...['create', '--prompt', 'chip exports', '--include-sources', 'nowhere.example'],
  );
  expect(body.preview.results).toEqual([]);
  const dropped = body.preview.filtered.include_sources;
  expect(stderr).toContain(
    `newswatch: the alert filters dropped all results of the preview: include_sources ${dropped}\n`,
  );
  const kept = await call('create', '--prompt', 'chip exports', '--exclude-words', 'zzyzx');
  expect(kept.stderr).not.toContain('alert filters');
});

it('filters that contradict each other are rejected by the service', async () => {
  const { code, body } = await call(
    ...['create', '--prompt', 'otters', '--include-sources', 'a.example'],
    ...['--exclude-sources', 'a.example'],
  );
  expect({ code, body }).toMatchObject({
    code: 1,
    body: { error: 'invalid_request', issues: [{ field: 'exclude_sources' }] },
  });
});

describe('a wrong value is rejected by the name of its flag, before anything is sent', () => {
  it.each([
    ['--exclude-words', '', '--exclude-words item 1 must not be empty'],
    ['--exclude-words', 'a,,b', '--exclude-words item 2 must not be empty (got "a,,b")'],
    ['--exclude-words', '?', '--exclude-words item 1 must have a letter or a digit (got "?")'],
    ['--include-sources', 'https://a.example', '--include-sources item 1 must be a host such as'],
    ['--include-languages', 'english', '--include-languages item 1 must be one of: am, ar,'],
    ['--min-relevance', '2', '--min-relevance must be a number from 0 to 1 (got "2")'],
    ['--min-relevance', '0,5', '--min-relevance must be a number from 0 to 1 (got "0,5")'],
    ['--min-relevance', '1e-1', '--min-relevance must be a number from 0 to 1 (got "1e-1")'],
    ['--min-relevance', '.', '--min-relevance must be a number from 0 to 1 (got ".")'],
    ['--quiet-hours', '22-7', '--quiet-hours must be two times of day, such as 22:00-07:00'],
    ['--quiet-hours', '08:00-08:00', '--quiet-hours must not start when they end'],
  ])('%s %j', async (flag, value, message) => {
    for (const words of [
      ['create', '--prompt', 'otters'],
      ['edit', 'mon_example'],
    ]) {
      const args = ['monitors', ...words, flag, value];
      const { code, stdout, stderr } = await cli(args, { env: unreachable });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      const text = String(failureIn(stderr)['message']);
      expect(text).toContain(message);
      expect(text).not.toContain(';');
    }
  });
});

it('the filters reach the same function over MCP', async () => {
  const { id } = await create();
  const args = ['mcp', 'call', 'monitors.edit', `monitor_id=${id}`];
  const values = ['title=2026', 'exclude_words=live blog,podcast', 'min_relevance=0.5'];
  const { code, stdout } = await cli([...args, ...values], { env: envFor(server()) });
  expect({ code, body: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    body: { title: '2026', exclude_words: ['live blog', 'podcast'], min_relevance: 0.5 },
  });
});
