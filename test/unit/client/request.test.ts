import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../src/client/request.ts';
import { alerts } from '../../../src/contract/alerts.ts';
import { monitors } from '../../../src/contract/monitors.ts';
import { news } from '../../../src/contract/news.ts';

describe('buildRequest', () => {
  it('puts the input of a GET in the query string', () => {
    expect(buildRequest(alerts.list, { limit: 5, since: '2026-11-20T10:00:00+01:00' })).toEqual({
      method: 'GET',
      path: '/api/v1/alerts?limit=5&since=2026-11-20T10%3A00%3A00%2B01%3A00',
    });
  });

  it('puts the input of a POST in the JSON body, without undefined fields', () => {
    expect(buildRequest(news.search, { query: 'cocoa', limit: undefined })).toEqual({
      method: 'POST',
      path: '/api/v1/news/search',
      body: '{"query":"cocoa"}',
    });
  });

  it('omits the body if every field is in the path', () => {
    expect(buildRequest(monitors.run, { id: 'mon_1' })).toEqual({
      method: 'POST',
      path: '/api/v1/monitors/mon_1/run',
    });
  });

  it.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['東京', '%E6%9D%B1%E4%BA%AC'],
  ])('encodes the id %j as one segment of the path', (id, segment) => {
    expect(buildRequest(news.get, { id }).path).toBe(`/api/v1/news/${segment}`);
  });
});
