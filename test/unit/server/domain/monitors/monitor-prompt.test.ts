import { describe, expect, it, vi } from 'vitest';
import {
  asksForEverything,
  parseMonitorPrompt,
} from '../../../../../src/server/domain/monitors/monitor-prompt.ts';

describe('the sources of a prompt', () => {
  it.each([
    ['otters on https://a.example/feed.xml', ['https://a.example/feed.xml'], 'otters on'],
    ['https://a.example/feed.', ['https://a.example/feed'], '.'],
    ['otters (see http://a.example/x_(y)), now', ['http://a.example/x_(y)'], 'otters (see ), now'],
    ['otters {http://a.example/[x]}', ['http://a.example/[x]'], 'otters { }'],
    ['[feed](https://a.example/f?a=1&b=2)', ['https://a.example/f?a=1&b=2'], '[feed]( )'],
    ['\u201chttps://a.example/é\u201d', ['https://a.example/%C3%A9'], '\u201c \u201d'],
    ['HTTPS://A.example,https://b.example/', ['https://a.example/', 'https://b.example/'], ','],
    ['https://b.example https://a.example', ['https://b.example/', 'https://a.example/'], ''],
    ['https://a.example https://a.example/', ['https://a.example/'], ''],
  ])('are its URLs: %j', (prompt, sources, words) => {
    const parsed = parseMonitorPrompt(prompt);
    expect(parsed.sources).toEqual(sources);
    expect(parsed.words.replace(/\s+/g, ' ')).toBe(words);
  });

  it.each(['otters', 'https://', 'https://[', 'see a.example/feed', 'ftp://a.example/feed'])(
    'do not exist in %j',
    (prompt) => {
      expect(parseMonitorPrompt(prompt)).toEqual({ sources: [], words: prompt });
    },
  );

  it.each([
    [`https://a.example/${')'.repeat(9000)}`, ['https://a.example/'], 1],
    [`https:${'//'.repeat(5000)}`, [], 1],
    ['http://a.example,'.repeat(500), ['http://a.example/'], 500],
    [`http://a.example/${'http://'.repeat(1000)}`, undefined, 1],
  ])('are parsed once each in long runs of punctuation: %#', (prompt, sources, count) => {
    let parses = 0;
    class CountedUrl extends URL {
      constructor(text: string, base?: string) {
        parses += 1;
        super(text, base);
      }
    }
    vi.stubGlobal('URL', CountedUrl);
    const parsed = parseMonitorPrompt(prompt);
    vi.unstubAllGlobals();
    expect(parses).toBe(count);
    if (sources) expect(parsed.sources).toEqual(sources);
  });
});

describe('asksForEverything', () => {
  it.each(['', '.', 'Watch .', 'Tell me about news on', 'ALL new posts', 'every "', 'feed!'])(
    'is true without a topic: %j',
    (words) => {
      expect(asksForEverything(words)).toBe(true);
    },
  );

  it.each(['otters', 'news about otters', '"all news"', 'watch prices', '2026'])(
    'is false with a topic: %j',
    (words) => {
      expect(asksForEverything(words)).toBe(false);
    },
  );
});
