import { describe, expect, it } from 'vitest';
import { parseBaseUrl, parseOrigin } from '../../../src/client/base-url.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://news.example.com', 'https://news.example.com'],
    ['https://news.example.com/', 'https://news.example.com'],
    ['https://news.example.com:8443', 'https://news.example.com:8443'],
    ['HTTPS://News.Example.com', 'https://news.example.com'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://127.8.8.8', 'http://127.8.8.8'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
    ['https://gateway.example.com/news/v1', 'https://gateway.example.com/news/v1'],
    [' https://gw.example.com \n', 'https://gw.example.com'],
    ['https://gateway.example.com/api', 'https://gateway.example.com/api'],
    ['https://gateway.example.com/mcp/news', 'https://gateway.example.com/mcp/news'],
    ['https://gateway.example.com/a/../news//', 'https://gateway.example.com/news'],
    ['https://news.example.com/api/v1', 'https://news.example.com'],
    ['https://news.example.com/api/v1/', 'https://news.example.com'],
    ['https://news.example.com/mcp', 'https://news.example.com'],
    ['https://mcp', 'https://mcp'],
    ['https://mcp/mcp', 'https://mcp'],
    ['https://gateway.example.com/news/mcp//', 'https://gateway.example.com/news'],
    ['https://gateway.example.com/news//api/v1', 'https://gateway.example.com/news'],
    ['https://gateway.example.com/api/v1-news', 'https://gateway.example.com/api/v1-news'],
    ['https://gateway.example.com/mcp/api/v1', 'https://gateway.example.com/mcp'],
    ['https://gateway.example.com/mcp/mcp', 'https://gateway.example.com/mcp'],
    ['https://gateway.example.com/api/v1/api/v1', 'https://gateway.example.com/api/v1'],
    ['https://gateway.example.com/api/v1/news/api/v1', 'https://gateway.example.com/api/v1/news'],
  ])('accepts %s', (text, origin) => {
    expect(parseBaseUrl(text)).toBe(origin);
  });

  it.each([
    ['news.example.com', 'has no http scheme', 'https://news.example.com'],
    ['localhost:8787', 'has no http scheme', 'http://localhost:8787'],
    ['ftp://news.example.com', 'has no http scheme', 'https://news.example.com'],
    ['', 'the base URL is empty', 'https://host'],
    ['https://', 'is not a URL', 'https://host'],
    ['https://news.example.com?x=1', 'has a query', 'https://news.example.com'],
    ['https://news.example.com/api/#x', 'has a query', 'https://news.example.com/api'],
    ['https://user@news.example.com', 'user name', 'host'],
    ['https://a.example/api/v1/usage', 'includes /api/v1/usage', 'Use https://a.example, or'],
    ['https://a.example/x/api/v1/usage?a', 'includes /api/v1/usage', 'Use https://a.example/x,'],
    ['https://a.example/api/v1/x', 'includes', 'or https://a.example/api/v1/x/api/v1 if'],
    ['http://news.example.com', 'plain http', 'https://news.example.com'],
    ['http://localhost.example.com', 'plain http', 'https://localhost.example.com'],
    ['http://127.0.0.1.example.com', 'plain http', 'https://127.0.0.1.example.com'],
    ['http://0.0.0.0:80', 'plain http', 'https://0.0.0.0'],
    ['http://[::2]', 'plain http', 'https://[::2]'],
  ])('rejects %j: %s', (text, message, hint) => {
    expect(() => parseBaseUrl(text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it('accepts plain http on any host if it is allowed', () => {
    const allowed = { allowHttp: true };
    expect(parseBaseUrl('http://newswatch:8787', allowed)).toBe('http://newswatch:8787');
    expect(parseOrigin('http://newswatch:8787', allowed)).toBe('http://newswatch:8787');
    expect(() => parseBaseUrl('ftp://newswatch', allowed)).toThrow('has no http scheme');
  });

  it('never shows a password', () => {
    expect(() => parseBaseUrl('https://user:hun/ter2@news.example.com')).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/hun|ter2/) }),
    );
    expect(() => parseBaseUrl('https://user:hunter2@news.example.com')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
    expect(() => parseBaseUrl('user:hunter2@news.example.com')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});

it('parseOrigin() rejects a path and names the origin', () => {
  expect(parseOrigin('https://news.example.com/')).toBe('https://news.example.com');
  expect(() => parseOrigin('https://news.example.com/api')).toThrow(
    expect.objectContaining({ hint: 'Use only the origin: https://news.example.com' }),
  );
});
