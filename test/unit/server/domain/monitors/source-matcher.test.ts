import { describe, expect, it } from 'vitest';
import { sourceMatcher } from '../../../../../src/server/domain/monitors/source-matcher.ts';

const matches = (entry: string, source: string) => sourceMatcher([entry])(source);

describe('an entry matches', () => {
  it.each([
    ['the same host', 'reuters.com', 'reuters.com'],
    ['a subdomain', 'reuters.com', 'www.reuters.com'],
    ['the host of a URL', 'reuters.com', 'https://uk.reuters.com/world?x=1#y'],
    ['the host without www', 'www.reuters.com', 'https://reuters.com/world'],
    ['a host in any case', 'Reuters.COM', 'HTTPS://WWW.REUTERS.com/'],
    ['a host with a final period', 'reuters.com', 'https://reuters.com./'],
    ['a host that only contains www', 'mywww.example', 'https://mywww.example/'],
    ['a host between spaces', ' reuters.com ', 'https://reuters.com/'],
    ['a host without a scheme', 'reuters.com', 'www.reuters.com/world'],
    ['a URL with a port', 'reuters.com', 'https://reuters.com:8443/'],
    ['an international host', 'bücher.example', 'https://www.xn--bcher-kva.example/'],
    ['a name in any case', 'the guardian', 'The Guardian'],
    ['a name without diacritics', 'El Pais', 'El País'],
    ['a name with other spaces', ' Financial  Times', 'Financial Times\n'],
    ['a name with a period', 'Dr. Example', 'dr. example'],
    ['a single word', 'REUTERS', 'Reuters'],
  ])('%s', (_, entry, source) => {
    expect(matches(entry, source)).toBe(true);
  });
});

describe('an entry does not match', () => {
  it.each([
    ['a longer host name', 'reuters.com', 'https://notreuters.com/'],
    ['a host with the entry as a subdomain', 'reuters.com', 'https://reuters.com.example/'],
    ['a parent domain', 'uk.reuters.com', 'https://reuters.com/'],
    ['a path', 'reuters.com', 'https://example.com/reuters.com'],
    ['a part of a name', 'Guardian', 'The Guardian'],
    ['a name without its spaces', 'TheGuardian', 'The Guardian'],
    ['a top-level domain', 'com', 'https://reuters.com/'],
    ['a host by a name', 'reuters', 'https://www.reuters.com/'],
    ['a user name in a URL', 'reuters.com', 'https://reuters.com@example.com/'],
    ['a text that is neither', 'reuters.com', 'http://[not a url'],
  ])('%s', (_, entry, source) => {
    expect(matches(entry, source)).toBe(false);
  });
});

it('no entries match nothing, and each of several entries matches', () => {
  expect(sourceMatcher([])('reuters.com')).toBe(false);
  const isEither = sourceMatcher(['bbc.com', 'Reuters']);
  expect(['www.bbc.com', 'reuters', 'ap.org'].map(isEither)).toEqual([true, true, false]);
});
