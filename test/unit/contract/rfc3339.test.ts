import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRfc3339 } from '../../../src/contract/rfc3339.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

describe('an RFC 3339 time', () => {
  it.each([
    ['2026-11-20T12:00:00Z', noon],
    ['2026-11-20t12:00:00z', noon],
    ['2026-11-20 12:00:00Z', noon],
    ['2026-11-20 12:00:00+00:00', noon],
    ['2026-11-20T12:00:00-00:00', noon],
    ['2026-11-20T13:30:00+01:30', noon],
    ['2026-11-20T06:30:00-05:30', noon],
    ['2026-11-21T11:59:00+23:59', noon],
    ['2026-11-20T12:00:00.5Z', noon + 500],
    ['2026-11-20T12:00:00.05Z', noon + 50],
    ['2026-11-20T12:00:00.0005Z', noon],
    ['2026-11-20T12:00:00.1239999Z', noon + 123],
    [`2026-11-20T12:00:00.${'9'.repeat(1000)}Z`, noon + 999],
    ['2024-02-29T12:00:00Z', Date.parse('2024-02-29T12:00:00Z')],
    ['2016-12-31T23:59:60Z', Date.parse('2016-12-31T23:59:59Z')],
    ['2016-12-31T23:59:60.25Z', Date.parse('2016-12-31T23:59:59.250Z')],
    ['1990-12-31T15:59:60-08:00', Date.parse('1990-12-31T23:59:59Z')],
    ['0000-01-01T00:00:00+01:00', Date.parse('0000-01-01T00:00:00Z')],
    ['9999-12-31T23:59:59-01:00', Date.parse('9999-12-31T23:59:59.999Z')],
  ])('%s is valid', (text, time) => {
    expect(parseRfc3339(text)).toBe(time);
  });

  it.each([
    '',
    'x2026-11-20T12:00:00Z',
    '2026-11-20T12:00:00Zx',
    '2026-11-20T12:00:00Z\n',
    '2026-11-20',
    '2026-11-20T12:00:00',
    '2026-11-20T12:00Z',
    '2026-11-20T12:00:00.Z',
    '2026-11-20T12:00:00,5Z',
    '2026-11-20_12:00:00Z',
    '2026-11-20  12:00:00Z',
    '2026-11-20T12:00:00 Z',
    '20261120T120000Z',
    '2026-11-20T12:00:00+1:00',
    '2026-11-20T12:00:00+0100',
    '2026-11-20T12:00:00+24:00',
    '2026-11-20T12:00:00+01:60',
    '2026-00-20T12:00:00Z',
    '2026-13-20T12:00:00Z',
    '2026-11-00T12:00:00Z',
    '2026-11-31T12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2025-02-29T12:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:00:61Z',
    '2026-11-20T12:00:60Z',
    '2026-11-20T23:59:60Z',
    '2016-12-31T23:59:60-08:00',
    '+12026-11-20T12:00:00Z',
    '２026-11-20T12:00:00Z',
  ])('%j is invalid', (text) => {
    expect(parseRfc3339(text)).toBeUndefined();
  });

  it('is never later than its digits say, and by less than a millisecond earlier', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1 });
    fc.assert(
      fc.property(digits, (fraction) => {
        const parsed = (parseRfc3339(`2026-11-20T12:00:00.${fraction}Z`) ?? Number.NaN) - noon;
        const exact = Number(`0.${fraction}`) * 1000;
        expect(parsed).toBeLessThanOrEqual(exact + 1e-9);
        expect(exact - parsed).toBeLessThan(1 + 1e-9);
      }),
    );
  });

  it('survives every offset', () => {
    const time = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9000-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const offset = fc.integer({ min: -1439, max: 1439 });
    fc.assert(
      fc.property(time, offset, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const zone = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
        const text = `${local}${minutes < 0 ? '-' : '+'}${zone}`;
        expect(parseRfc3339(text)).toBe(date.getTime());
      }),
    );
  });
});
