import { describe, expect, it } from 'vitest';
import { parseMonitorPrompt } from '../../../../../src/server/domain/monitors/monitor-prompt.ts';

describe('the addresses in a prompt', () => {
  it.each([
    ['otters on https://a.example/feed.xml', ['https://a.example/feed.xml'], 'otters on'],
    ['https://a.example/feed.', ['https://a.example/feed'], '.'],
    ['otters (see http://a.example/x_(y)), now', ['http://a.example/x_(y)'], 'otters (see ), now'],
    ['[feed](https://a.example/f?a=1&b=2)', ['https://a.example/f?a=1&b=2'], '[feed]( )'],
    ['“https://a.example/é”', ['https://a.example/%C3%A9'], '“ ”'],
    ['HTTPS://A.example,https://b.example/', ['https://a.example/', 'https://b.example/'], ','],
    ['https://a.example https://a.example/', ['https://a.example/'], ''],
  ])('are taken out of %j', (prompt, sources, words) => {
    const read = parseMonitorPrompt(prompt);
    expect(read.sources).toEqual(sources);
    expect(read.words.replace(/\s+/g, ' ')).toBe(words);
  });

  it.each(['otters', 'https://', 'https://[', 'see a.example/feed', 'ftp://a.example/feed'])(
    'are not in %j',
    (prompt) => {
      expect(parseMonitorPrompt(prompt)).toEqual({ sources: [], words: prompt });
    },
  );

  it('are found in little time in what is only punctuation', () => {
    const started = performance.now();
    parseMonitorPrompt(`https://a.example/${')'.repeat(10_000)} https:${'//'.repeat(5000)}`);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
