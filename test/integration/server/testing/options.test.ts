import { addNews, deleteNews, ManualClock, startServer } from 'newswatch/server';
import { startTestServer } from 'newswatch/testing';
import { describe, expect, it } from 'vitest';
import { closing } from '../../../helpers/closing.ts';

/** A value that TypeScript would refuse. */
const untyped = (json: string) => JSON.parse(json);

describe('options', () => {
  it.each([
    ['{ "fixtures": {} }', 'has no option "fixtures"; did you mean fixture?'],
    ['{ "journals": 1 }', 'has no option "journals"; did you mean journal?'],
    ['{ "colour": 1 }', 'has no option "colour"; its options are data, database'],
    ['{ "port": "x" }', 'port must be a whole number from 0 to 65535 (got a string)'],
    ['{ "port": 70000 }', 'port must be a whole number from 0 to 65535 (got 70000)'],
    ['{ "faults": {} }', 'faults must be an array (got an object)'],
    ['{ "sample": "yes" }', 'sample must be true or false (got a string)'],
    ['{ "news": "a.jsonl" }', 'news must be an array of strings (got a string)'],
    ['{ "secretKeys": ["a", 1] }', 'secretKeys must be an array of strings (got an array)'],
    ['{ "data": null }', 'data must be a string (got null)'],
    ['{ "log": true }', 'log must be a function (got a boolean)'],
    ['{ "latency": "5" }', 'latency must be a number (got a string)'],
    ['"x"', 'needs an object of options (got a string)'],
  ])('%s are refused', async (json, message) => {
    await expect(startServer(untyped(json))).rejects.toThrow(message);
    await expect(startTestServer(untyped(json))).rejects.toThrow(`startTestServer()`);
    await expect(startTestServer(untyped(json))).rejects.toThrow(message);
  });

  it.each([
    ['{ "clock": {} }', 'startTestServer() has no option "clock"'],
    ['{ "now": true }', 'now must be RFC 3339, or milliseconds since the epoch (got a boolean)'],
    ['{ "now": "noon" }', 'not a time: "noon"'],
    ['{ "client": { "retrys": 1 } }', 'has no option "retrys"; did you mean retries?'],
    [
      '{ "fixture": "a.json" }',
      'fixture must be an object, such as readFixtureFile() returns (got a string)',
    ],
  ])('%s of a test server are refused', async (json, message) => {
    await expect(startTestServer(untyped(json))).rejects.toThrow(message);
  });

  it('closes the server if the options of the client are invalid', async () => {
    const earlier = await startTestServer();
    const port = Number(new URL(earlier.baseUrl).port);
    await earlier.close();
    const invalid = untyped('{ "client": { "retrys": 1 } }');
    await expect(startTestServer({ ...invalid, port })).rejects.toThrow('did you mean retries?');
    closing(await startTestServer({ port }));
  });

  it('of functions that change a store are checked', async () => {
    await expect(addNews(untyped('{ "dat": "x", "news": [] }'))).rejects.toThrow(
      'did you mean data?',
    );
    await expect(deleteNews(untyped('{ "data": "x", "ids": "a" }'))).rejects.toThrow('ids must be');
  });

  it('allow undefined', async () => {
    const options: object = { sample: undefined };
    const server = closing(await startTestServer(options));
    expect(server.imported).toEqual([]);
  });
});

describe('addNews', () => {
  it.each([
    ['[{ "titel": "x" }]', 'items[0].titel is unknown; did you mean title?'],
    [
      '[{ "title": "a" }, { "title": "x", "publicationDate": "-1h" }]',
      'items[1].publicationDate is unknown',
    ],
    ['[{ "title": "x", "publication_date": "soon" }]', 'items[0] publication_date'],
    [
      '[{ "title": "x", "publication_date": "2027-01-01T00:00:00Z" }]',
      "items[0].publication_date is more than a day after the server's clock (2026-01-01T12:00:00.000Z)",
    ],
    ['[{ "title": "x", "id": "latest" }]', 'items[0].id is reserved'],
    ['[{ "title": 5 }]', 'items[0].title must be text'],
    ['[null]', 'items[0] must be an object, not null'],
    ['{ "title": "x" }', 'addNews() needs an array of news items'],
    ['[{}, {}, {}, {}, {}, {}, {}]', 'items[4].title is required; and others'],
  ])('refuses %s, and adds nothing', async (json, message) => {
    const server = closing(await startTestServer());
    await expect(server.addNews(untyped(json))).rejects.toThrow(message);
    expect((await server.client.news.latest()).items).toEqual([]);
  });

  it('adds the valid items if the others are skipped', async () => {
    const server = closing(await startTestServer());
    const items = untyped('[{ "title": "a", "extra": 1 }, { "titel": "b" }]');
    const summary = await server.addNews(items, { skipInvalid: true });
    expect(summary).toMatchObject({ added: 1, rejected: 1 });
    expect(summary.rejections).toEqual([{ where: 'item 2', reason: 'has no title' }]);
    const options = untyped('{ "skipInvalids": true }');
    await expect(server.addNews([], options)).rejects.toThrow('did you mean skipInvalid?');
  });

  it('accepts dates relative to the clock', async () => {
    const server = closing(await startTestServer());
    await server.addNews([{ title: 'Chip exports resume', publication_date: '-2h' }]);
    const { items } = await server.client.news.latest();
    expect(items[0]?.publication_date).toBe('2026-01-01T10:00:00.000Z');
  });
});

describe('other methods', () => {
  it.each([
    ['{ "hour": 1 }', 'unknown unit "hour"; did you mean hours?'],
    ['{ "hours": "1" }', 'hours must be a number, not a string'],
    ['{ "weeks": 1 }', 'unknown unit "weeks"; choose from days'],
  ])('advance(%s) is refused', async (json, message) => {
    const server = closing(await startTestServer());
    await expect(server.advance(untyped(json))).rejects.toThrow(message);
  });

  it('refuse misspelled faults, fields of journals and times', async () => {
    const server = closing(await startTestServer());
    expect(() => server.faults.clear(untyped('"news.serch"'))).toThrow('did you mean news.search?');
    expect(() => server.faults.add(untyped('[]'))).toThrow(
      'a fault must be an object, not an array',
    );
    expect(() => server.requests.list(untyped('{ "opration": "x" }'))).toThrow(
      'did you mean operation?',
    );
    expect(() => server.clock.advance(untyped('{ "hours": 1 }'))).toThrow('server.advance()');
    expect(() => new ManualClock(0).advance(Number.NaN)).toThrow('needs a number of milliseconds');
  });
});
