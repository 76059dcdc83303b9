import { describe, expect, it } from 'vitest';
import { publicationDate } from '../../../../../src/server/feeds/item/publication-date.ts';

const iso = (text: string) => {
  const date = publicationDate(text);
  return date === null ? null : new Date(date).toISOString();
};

describe('publicationDate parses', () => {
  it.each([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06t07:08:09.25z', '2024-05-06T07:08:09.250Z'],
    ['2024-05-06T07:08:09.123456789+02:00', '2024-05-06T05:08:09.123Z'],
    ['2024-05-06 07:08:09 -0530', '2024-05-06T12:38:09.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['Mon, 06 May 2024 07:08:09 GMT', '2024-05-06T07:08:09.000Z'],
    ['6 May 24 07:08 EST', '2024-05-06T12:08:00.000Z'],
    ['Sun, 1 Sept 96 00:00:00 PDT', '1996-09-01T07:00:00.000Z'],
    ['Monday, 06-May-2024 07:08:09 UTC', '2024-05-06T07:08:09.000Z'],
    ['Mon, 06 May 2024 07:08:09 +0200 (CEST)', '2024-05-06T05:08:09.000Z'],
    ['Mon, 06 May 2024 07:08:09 GMT+0200', '2024-05-06T05:08:09.000Z'],
    ['  Mon, 06 May 2024 07:08:09 GMT\n   ', '2024-05-06T07:08:09.000Z'],
  ])('%s', (text, expected) => expect(iso(text)).toBe(expected));

  it.each([
    ['2024-05-06T07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['06 May 2024', '2024-05-06T00:00:00.000Z'],
    ['06 May 2024 07:08:09 XYZ', '2024-05-06T07:08:09.000Z'],
  ])('missing parts as UTC and midnight: %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });
});

describe('publicationDate rejects', () => {
  it.each([
    '',
    'yesterday',
    'foo 1',
    '1714979289',
    '2024-02-30',
    '2023-02-29T00:00:00Z',
    '2024-13-01',
    '2024-05-06T24:00:00Z',
    '2024-05-06T07:60:00Z',
    '2024-05-06T07:08:61Z',
    '2024-05-06T07:08:09+25:00',
    '0001-01-01T00:00:00Z',
    '31 Apr 2024 00:00 GMT',
    '06 Mai 2024 07:08:09 GMT',
    '05/06/2024',
    `2024-05-06 ${' '.repeat(100)}`.concat('x'),
  ])('%s', (text) => expect(publicationDate(text)).toBeNull());
});
