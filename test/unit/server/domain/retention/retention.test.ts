import { describe, expect, it } from 'vitest';
import {
  parseRetention,
  RetentionError,
} from '../../../../../src/server/domain/retention/retention.ts';

const day = 86_400_000;

describe('parseRetention', () => {
  it('has a default for each kind', () => {
    expect(parseRetention()).toEqual({
      runs: 30 * day,
      alerts: 90 * day,
      deliveries: 90 * day,
      briefings: 90 * day,
      usage: 90 * day,
      news: Number.POSITIVE_INFINITY,
    });
  });

  it('reads days, weeks, years and forever', () => {
    const settings = { runs: '1d', alerts: '2w', news: '1y', usage: 'forever' };
    expect(parseRetention(settings)).toMatchObject({
      runs: day,
      alerts: 14 * day,
      news: 365 * day,
      usage: Number.POSITIVE_INFINITY,
    });
  });

  it.each([
    ['run', '30d', '"run" is not a kind of record: use runs, alerts, deliveries'],
    ['toString', '30d', 'is not a kind of record'],
    ['runs', '0d', 'at least 1d'],
    ['runs', '30', 'a time such as 30d'],
    ['runs', '-1d', 'not "-1d"'],
    ['runs', '2h', 'a time such as 30d'],
    ['runs', '99999y', 'or forever'],
    ['alerts', '8d', 'alerts must be kept for a time such as 30d, 4w or 1y, at least 9d'],
    ['deliveries', '1w', 'at least 9d'],
    ['usage', '30d', 'at least 31d'],
  ])('refuses %s=%s', (kind, time, message) => {
    expect(() => parseRetention({ [kind]: time })).toThrow(RetentionError);
    expect(() => parseRetention({ [kind]: time })).toThrow(message);
  });
});
