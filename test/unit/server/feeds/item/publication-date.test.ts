import { describe, expect, it } from 'vitest';
import { publicationDate } from '../../../../../src/server/feeds/item/publication-date.ts';

/** The time in ISO 8601, or the problem. */
const read = (text: string) => {
  const date = publicationDate(text);
  return 'time' in date ? new Date(date.time).toISOString() : date.problem;
};
const time = (iso: string) => new Date(iso).toISOString();

describe('publicationDate reads', () => {
  it.each([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09Z'],
    ['2024-05-06 07:08:09 -0530', '2024-05-06T12:38:09Z'],
    ['2024-05-06T07:08:09+02:00[Europe/Berlin]', '2024-05-06T05:08:09Z'],
    ['20240506T070809Z', '2024-05-06T07:08:09Z'],
    ['2024-05-06T24:00:00Z', '2024-05-07T00:00:00Z'],
    ['2024-12-31T24:00', '2025-01-01T00:00:00Z'],
    ['Mon, 06 May 2024 24:00:00 +0200', '2024-05-06T22:00:00Z'],
    ['20240506', '2024-05-06T00:00:00Z'],
    ['20240506070809', '2024-05-06T07:08:09Z'],
    ['2024-127', '2024-05-06T00:00:00Z'],
    ['2024-05-06T07+01', '2024-05-06T06:00:00Z'],
    ['2024-05-06T07:08:09,5Z', '2024-05-06T07:08:09.5Z'],
    ['2024/05/06 07:08:09', '2024-05-06T07:08:09Z'],
    ['2024-5-6 7:08', '2024-05-06T07:08:00Z'],
    ['2024-05-06 07:08:09 CEST', '2024-05-06T05:08:09Z'],
    ['2024-05-06 07:08 PM', '2024-05-06T19:08:00Z'],
    ['1714979289', '2024-05-06T07:08:09Z'],
    ['1714979289123', '2024-05-06T07:08:09.123Z'],
    ['1714979289.5', '2024-05-06T07:08:09.5Z'],
    ['Mon, 06 May 2024 07:08:09 GMT', '2024-05-06T07:08:09Z'],
    ['Monday, 06-May-24 07:08:09 GMT', '2024-05-06T07:08:09Z'],
    ['Mon May  6 07:08:09 2024', '2024-05-06T07:08:09Z'],
    ['Mon May 06 07:08:09 +0000 2024', '2024-05-06T07:08:09Z'],
    ['Mon May  6 07:08:09 EDT 2024', '2024-05-06T11:08:09Z'],
    ['Mon May 06 2024 07:08:09 GMT+0200 (Central European Summer Time)', '2024-05-06T05:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 CET', '2024-05-06T06:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 BST', '2024-05-06T06:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 IST', '2024-05-06T01:38:09Z'],
    ['Mon, 06 May 2024 07:08:09 JST', '2024-05-05T22:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 AEST', '2024-05-05T21:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 MSK', '2024-05-06T04:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 ET', '2024-05-06T11:08:09Z'],
    ['Mon, 08 Jan 2024 07:08:09 ET', '2024-01-08T12:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 PT', '2024-05-06T14:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 +01', '2024-05-06T06:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 +1', '2024-05-06T06:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 GMT+1', '2024-05-06T06:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 UTC+05:30', '2024-05-06T01:38:09Z'],
    ['Mon, 06 May 2024 07:08:09 UTC -5', '2024-05-06T12:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 +0530', '2024-05-06T01:38:09Z'],
    ['Mon, 06 May 2024 07:08:09 \u22120530', '2024-05-06T12:38:09Z'],
    ['Mon, 06 May 2024 07:08 (CEST)', '2024-05-06T05:08:00Z'],
    ['May 6, 2024 7:08 PM', '2024-05-06T19:08:00Z'],
    ['May 6th, 2024 at 7:08 p.m. EDT', '2024-05-06T23:08:00Z'],
    ['6 May 2024 12:00 AM', '2024-05-06T00:00:00Z'],
    ['6 May 2024 12:30 pm', '2024-05-06T12:30:00Z'],
    ['7 PM ET, May 6, 2024', '2024-05-06T23:00:00Z'],
    ['6 May 24', '2024-05-06T00:00:00Z'],
    ['6 May 96 10:00 GMT', '1996-05-06T10:00:00Z'],
    ["May 6 '24", '2024-05-06T00:00:00Z'],
    ['06/May/2024:07:08:09 +0200', '2024-05-06T05:08:09Z'],
    ['6. Mai 2024, 07:08 Uhr', '2024-05-06T07:08:00Z'],
    ['Montag, 6. März 2024 7.08 Uhr MEZ', '2024-03-06T06:08:00Z'],
    ['lundi 6 mai 2024 à 07h08', '2024-05-06T07:08:00Z'],
    ['1er août 2024', '2024-08-01T00:00:00Z'],
    ['mar. 5 mars 2024 07:08', '2024-03-05T07:08:00Z'],
    ['lun., 06 févr. 2024 07:08:09 +0100', '2024-02-06T06:08:09Z'],
    ['6 de mayo de 2024 07:08', '2024-05-06T07:08:00Z'],
    ['lunes, 6 de enero de 2024, 7:08 p. m.', '2024-01-06T19:08:00Z'],
    ['segunda-feira, 6 de março de 2024 às 07h08', '2024-03-06T07:08:00Z'],
    ['6 dicembre 2024 ore 07:08', '2024-12-06T07:08:00Z'],
    ['gio, 6 giu 2024 07:08:09 +0200', '2024-06-06T05:08:09Z'],
    ['maandag 6 mei 2024 om 07:08', '2024-05-06T07:08:00Z'],
    ['6 mrt 2024', '2024-03-06T00:00:00Z'],
    ['6 мая 2024 г., 07:08', '2024-05-06T07:08:00Z'],
    ['Пн, 06 май 2024 07:08:09 +0300', '2024-05-06T04:08:09Z'],
    ['6 Mayıs 2024 Pazartesi 07:08', '2024-05-06T07:08:00Z'],
    ['6 Ağustos 2024', '2024-08-06T00:00:00Z'],
    ['6 Şub 2024 07:08 TRT', '2024-02-06T04:08:00Z'],
    ['poniedziałek, 6 maja 2024 r. 07:08', '2024-05-06T07:08:00Z'],
    ['6 października 2024', '2024-10-06T00:00:00Z'],
    ['måndag 6 maj 2024 kl. 07:08', '2024-05-06T07:08:00Z'],
    ['6. toukokuuta 2024 klo 7.08', '2024-05-06T07:08:00Z'],
    ['6. května 2024', '2024-05-06T00:00:00Z'],
    ['2024. május 6. 7:08', '2024-05-06T07:08:00Z'],
    ['06.05.2024 07:08', '2024-05-06T07:08:00Z'],
    ['6.5.2024', '2024-05-06T00:00:00Z'],
    ['2024年5月6日 07:08', '2024-05-06T07:08:00Z'],
    ['2024年5月6日(月) 7時8分', '2024-05-06T07:08:00Z'],
    ['2024년 5월 6일 07:08', '2024-05-06T07:08:00Z'],
    ['٦ مايو ٢٠٢٤', '2024-05-06T00:00:00Z'],
    ['Δευ, 06 Μαΐου 2024 07:08:09 +0300', '2024-05-06T04:08:09Z'],
    ['13/04/2026', '2026-04-13T00:00:00Z'],
    ['04/13/2026 10:00', '2026-04-13T10:00:00Z'],
    ['05/05/2026', '2026-05-05T00:00:00Z'],
    ['Mon, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00Z'],
    ['06May2024 07:08', '2024-05-06T07:08:00Z'],
    ['2024-May-06 07:08', '2024-05-06T07:08:00Z'],
    ['Mon,06 May 2024 07:08:09 Z', '2024-05-06T07:08:09Z'],
    ['Mon, 06 May 2024 07:08:09 EST (Eastern)', '2024-05-06T12:08:09Z'],
    ['Mon, 06 May 2024 07:08:09.123 +0200', '2024-05-06T05:08:09.123Z'],
    ['Mon, 06 May 2024 19:08 PM GMT', '2024-05-06T19:08:00Z'],
    ['2024-05-06t07:08:09.25z', '2024-05-06T07:08:09.25Z'],
    ['2024-05-06T07:08:09.123456789+02:00', '2024-05-06T05:08:09.123Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['Sun, 1 Sept 96 00:00:00 PDT', '1996-09-01T07:00:00Z'],
    ['Mon, 06 May 2024 07:08:09 +0200 (CEST)', '2024-05-06T05:08:09Z'],
    ['  Mon, 06 May 2024 07:08:09 GMT\n   ', '2024-05-06T07:08:09Z'],
  ])('%s', (text, expected) => expect(read(text)).toBe(time(expected)));

  it.each([
    ['2024-05-06T07:08:09', '2024-05-06T07:08:09Z'],
    ['2024-05-06', '2024-05-06T00:00:00Z'],
    ['2024-05', '2024-05-01T00:00:00Z'],
    ['2024', '2024-01-01T00:00:00Z'],
    ['06 May 2024', '2024-05-06T00:00:00Z'],
  ])('missing parts as UTC and midnight: %s', (text, expected) => {
    expect(read(text)).toBe(time(expected));
  });

  it('the names of the months in every language', () => {
    for (const language of languages) {
      for (let month = 0; month < 12; month += 1) {
        const day = Date.UTC(2024, month, 6);
        for (const form of ['long', 'short'] as const) {
          const text = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
            day: 'numeric',
            month: form,
            year: 'numeric',
            timeZone: 'UTC',
          }).format(day);
          expect(read(text), text).toBe(new Date(day).toISOString());
        }
      }
    }
  });

  it('the names of the days of the week in every language', () => {
    for (const language of languages) {
      // Abbreviations of one letter could be time zones.
      const forms = ['hu', 'ja', 'ko'].includes(language) ? ['long'] : ['long', 'short'];
      for (const weekday of forms as ('long' | 'short')[]) {
        const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
        for (let day = 1; day <= 7; day += 1) {
          const time = Date.UTC(2024, 4, day);
          const text = `${format.format(time)}, ${day} May 2024`;
          expect(read(text), `${language}: ${text}`).toBe(new Date(time).toISOString());
        }
      }
    }
  });
});

const languages =
  'en-GB en-US de de-AT fr es pt pt-BR it ca nl da nb sv fi pl cs sk hu ro ru uk bg el tr id ar ja ko zh'.split(
    ' ',
  );

describe('publicationDate reads no date in', () => {
  const form = 'is not a date in a known form, such as 2026-05-06T07:08:09Z';

  it.each([
    '',
    'yesterday',
    'foo 1',
    '2 hours ago',
    'May 2024',
    '6 May',
    '10:00',
    '12345',
    '2024-W19-1',
    '05/06',
    '07.08.24',
    'tomorrow 6 May 2024',
    '6 May 2024 7 May 2024',
    '6 May 2024 10:00 11:00',
    '13 AM 6 May 2024',
    'Mon, 06 May 2024 07:08:09 +2500',
    '2024-05-06T07:08:09+25:00',
    '0001-01-01T00:00:00Z',
    '0000-00-00 00:00:00',
  ])('%j: unknown form', (text) => expect(read(text)).toBe(form));

  it.each([
    '31 February 2024',
    '31 Apr 2024 00:00 GMT',
    '29.02.2023',
    '2024-02-30',
    '2023-02-29T00:00:00Z',
    '2024-04-31T00:00:00.000Z',
    '2024-13-01',
    '2024-05-06T24:00:01Z',
    '2024-05-06T24:01Z',
    '2024-05-06T25:00:00Z',
    '2024-05-06T07:60:00Z',
    '2024-05-06T07:08:61Z',
    'Mon, 06 May 2024 25:08:09 GMT',
    'Mon, 06 May 2024 07:61 GMT',
  ])('%s: no such time', (text) => expect(read(text)).toBe('does not exist'));

  it.each(['AST', 'GST', 'XYZ', 'A', 'K'])('a text with the time zone %s', (zone) => {
    const problem = `has the time zone "${zone.toLowerCase()}", which is unknown or has several meanings`;
    expect(read(`Mon, 06 May 2024 07:08:09 ${zone}`)).toBe(problem);
    expect(read(`Mon, 06 May 2024 07:08:09 (${zone})`)).toBe(problem);
  });

  it.each(['03/04/2026', '03-04-2026 10:00', '3/4/2026'])('%s: day or month first', (text) => {
    expect(read(text)).toBe('does not show whether the day or the month comes first');
  });

  it('a long text', () => {
    expect(read(`2024-05-06 ${' '.repeat(100)}x`)).toBe('is too long');
  });
});
