import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { escapeControls } from '../../../../../src/cli/output/json-text.ts';
import { createView } from '../../../../../src/cli/output/view/create-view.ts';
import type { Source, Target, ViewFlags } from '../../../../../src/cli/output/view/view.ts';
import { operations } from '../../../../../src/contract/operations.ts';

const target: Target = { hasColor: false, redact: (text) => text, warn: () => {} };
const list: Source = { list: 'items' };

async function render(
  json: string | object,
  flags: ViewFlags,
  source: Source = list,
  options: Partial<Target> = {},
): Promise<string> {
  const view = await createView(flags, source, { ...target, ...options });
  return view.render(typeof json === 'string' ? json : JSON.stringify(json));
}

const odd =
  '{"next":null, "items":[{"n":12345678901234567890,"f":1.50,"e":1E400,"t":"\\u0041\\/","o":{"b":1,"a":[1, {"x":-0}]}}]}';

describe('--fields', () => {
  it('keeps values as sent, the list and its other members', async () => {
    const selected = await render(odd, { fields: 't,n,f,e,o.a.1.x,o', compact: true });
    expect(selected).toBe(
      '{"next":null,"items":[{"t":"\\u0041\\/","n":12345678901234567890,"f":1.50,"e":1E400,"o.a.1.x":-0,"o":{"b":1,"a":[1,{"x":-0}]}}]}\n',
    );
  });

  it('reduces a document without a list', async () => {
    const flags = { fields: 'b.c', compact: true };
    expect(await render('{"a":1,"b":{"c":1.0}}', flags, {})).toBe('{"b.c":1.0}\n');
  });

  it('leaves out what an item lacks, and selects fields that are not declared', async () => {
    const source = { operation: operations.news.latest, list: 'items' };
    const json = { items: [{ title: 'a' }, { new: 1 }] };
    const flags: ViewFlags = { fields: 'title,new,url', format: 'jsonl' };
    expect(await render(json, flags, source)).toBe('{"title":"a"}\n{"new":1}\n');
  });

  it.each([
    ['titel', 'did you mean title?'],
    ['urls', 'did you mean url?'],
    ['title.0', '"title.0"'],
    ['items.title', 'did you mean title?'],
    ['.items[].url', 'did you mean url?'],
  ])('of a read that has no %s fails and names a similar one', async (fields, message) => {
    const source = { operation: operations.news.latest, list: 'items' };
    const rejected = render({ items: [{ title: 'a' }] }, { fields }, source);
    await expect(rejected).rejects.toMatchObject({
      code: 'unknown_field',
      message: expect.stringContaining(message),
      hint: 'Fields: id, title, description, url, publication_date, source',
    });
  });

  it.each(['title url', 'title,', ''])('%j are not names', async (fields) => {
    await expect(createView({ fields }, list, target)).rejects.toMatchObject({
      hint: 'Write it as title,url',
    });
  });

  it('inside of a list: says how to get those of all its items', async () => {
    const source = { operation: operations.alerts.list, list: 'alerts' };
    const rejected = render({ alerts: [{ id: 'a' }] }, { fields: 'id,results.title' }, source);
    await expect(rejected).rejects.toMatchObject({
      message: 'there is no field "results.title"; results.0.title is that of the first one only',
      hint: "For all of them, use --jq '.alerts[].results[].title'",
    });
    const { create } = operations.monitors;
    const view = createView({ fields: 'preview.results.title' }, { operation: create }, target);
    await expect(view).rejects.toMatchObject({
      hint: "For all of them, use --jq '.preview.results[].title'",
    });
  });

  it('of a write are checked before it is sent', async () => {
    const operation = operations.monitors.create;
    await expect(createView({ fields: 'id,titel' }, { operation }, target)).rejects.toMatchObject({
      code: 'unknown_field',
    });
    await createView({ fields: 'id,preview.results.3.title' }, { operation }, target);
  });

  it('of an empty list only warn, because it may lack them for that reason', async () => {
    const warn = vi.fn();
    const source = { operation: operations.news.latest, list: 'items' };
    await render({ items: [] }, { fields: 'titel' }, source, { warn });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('did you mean title?')]]);
  });

  it.each(['', 'a,,b', ','])('%j is invalid', async (fields) => {
    await expect(createView({ fields }, list, target)).rejects.toMatchObject({
      code: 'invalid_value',
    });
  });

  it('keep any value of any object exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), async (item) => {
        const names = Object.keys(item).filter((name) => /^[^,.\s]+$/.test(name));
        fc.pre(names.length > 0);
        const flags: ViewFlags = { fields: names.join(','), format: 'jsonl' };
        const line = await render({ items: [item] }, flags);
        const expected = names.map(
          (name) => `${JSON.stringify(name)}:${JSON.stringify(item[name])}`,
        );
        expect(line).toBe(`{${expected.join(',')}}\n`);
      }),
    );
  });
});

describe('--format csv', () => {
  it.each<ViewFlags>([
    { compact: true },
    { format: 'csv' },
    { format: 'table' },
    { jq: '.items[]', compact: true },
    { jq: '.items[].title' },
  ])('counts the escapes of control characters in --max-bytes, with %j', async (flags) => {
    const items = Array.from({ length: 4 }, () => ({ title: '\u0085'.repeat(100) }));
    const text = await render({ items }, { ...flags, maxBytes: '1500' });
    expect(text).toContain('\\u0085');
    expect(Buffer.byteLength(escapeControls(text))).toBeLessThanOrEqual(1500);
  });

  it('keeps its heading if --max-bytes leaves out items', async () => {
    const items = Array.from({ length: 9 }, (_, a) => ({ a, b: 'x'.repeat(20) }));
    const csv = await render({ items }, { format: 'csv', fields: 'a,b', maxBytes: '60' }, list);
    expect(csv).toBe(`a,b\n0,${'x'.repeat(20)}\n1,${'x'.repeat(20)}\n`);
  });

  it('has the declared fields, then those that the service adds', async () => {
    const source = { operation: operations.news.latest, list: 'items' };
    const csv = await render(
      { items: [{ title: 'a, "b"', id: '1', new: [1, 'x'] }] },
      { format: 'csv' },
      source,
    );
    expect(csv).toBe(
      'id,title,description,url,publication_date,source,new\n1,"a, ""b""",,,,,"[1,""x""]"\n',
    );
  });

  it('distinguishes an empty text from null, keeps numbers, and does not change formulas', async () => {
    const json = '{"items":[{"a":"","b":null,"c":1.50,"d":12345678901234567890,"e":"=1+1"}]}';
    expect(await render(json, { format: 'csv' })).toBe(
      'a,b,c,d,e\n"",,1.50,12345678901234567890,=1+1\n',
    );
  });

  it('has one header for all pages, and warns of a field that is not in it', async () => {
    const warn = vi.fn();
    const view = await createView({ format: 'csv' }, list, { ...target, warn });
    expect(view.streams).toBe(true);
    const pages = ['{"items":[{"a":1}]}', '{"items":[{"a":2,"b":3}]}', '{"items":[{"b":3}]}'];
    const texts = [];
    for (const page of pages) texts.push(await view.render(page));
    expect(texts).toEqual(['a\n1\n', '2\n', '\n']);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('can be parsed to the same texts, which are safe on a terminal', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...',"\n\t ab=é東\\', '\r\n', '\u001b', '\u202e'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: text, b: text })), async (items) => {
        const csv = await render({ items }, { format: 'csv', fields: 'a,b' });
        for (const control of ['\u001b', '\u202e']) expect(csv).not.toContain(control);
        expect(parseCsv(csv)).toEqual([
          ['a', 'b'],
          ...items.map(({ a, b }) => [a, b].map(visible)),
        ]);
      }),
    );
  });
});

const visible = (text: string) =>
  text.replaceAll('\u001b', '\\u001b').replaceAll('\u202e', '\\u202e');

/** A reader of RFC 4180 with line feeds. */
function parseCsv(csv: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy;
  for (let match = field.exec(csv); match; match = field.exec(csv)) {
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\n') {
      records.push(record);
      record = [];
    }
  }
  return records;
}

describe('--format tsv', () => {
  it('escapes tabs, line breaks and backslashes, so that any text can be restored', async () => {
    const unescaped = (field: string) => JSON.parse(`"${field.replaceAll('"', '\\"')}"`) as string;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(text.isWellFormed());
        const [, line = ''] = (await render({ items: [{ text }] }, { format: 'tsv' })).split('\n');
        expect(unescaped(line)).toBe(text);
      }),
      { examples: [['\\'], ['\\n'], ['\\\\t'], ['\t\r\n']] },
    );
  });
});

describe('--format table', () => {
  const terminal = { width: 40, utc: true };

  it('aligns numbers on the right, cuts wide columns and converts times', async () => {
    const items = [
      { n: 5, title: 'A title that is longer than the column', at: '2026-11-20T09:30:00.000Z' },
      { n: 1234, title: '日本語の見出し\nzwei\tdrei', at: null },
    ];
    expect(await render({ items }, { format: 'table' }, list, { terminal })).toBe(
      [
        '   n  title            at',
        '   5  A title that i…  2026-11-20 09:30Z',
        '1234  日本語の見出し…',
        '',
      ].join('\n'),
    );
  });

  it('shows times in the time zone of the process, unless in UTC', async () => {
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    const items = [{ at: '2026-11-20T23:30:00.000Z' }, { at: '2026-06-20T09:30:00-02:00' }];
    const local = { terminal: { width: 40, utc: false } };
    const lines = 'at\n2026-11-21 05:15\n2026-06-20 17:15\n';
    expect(await render({ items }, { format: 'table' }, list, local)).toBe(lines);
    const utc = 'at\n2026-11-20 23:30Z\n2026-06-20 11:30Z\n';
    expect(await render({ items }, { format: 'table' }, list, { terminal })).toBe(utc);
  });

  it('is neither cut nor converted where it is not a terminal', async () => {
    const items = [{ title: 'x'.repeat(300), at: '2026-11-20T09:30:00.000Z' }];
    const text = await render({ items }, { format: 'table' });
    expect(text).toContain(`${'x'.repeat(300)}  2026-11-20T09:30:00.000Z\n`);
  });

  it('cuts neither ids nor URLs', async () => {
    const item = {
      id: 'mon_0123456789',
      monitor_id: 'mon_1',
      title: 'A long title of it',
      b: 'bb',
    };
    const items = [{ ...item, url: 'https://news.example.com/0123456789' }];
    const text = await render({ items }, { format: 'table' }, list, { terminal });
    expect(text).toBe(
      'id              monitor_id  title\nmon_0123456789  mon_1       A long titl…\n',
    );
  });

  const words = (letter: string) => letter.repeat(50);
  const tableOf = async (item: object, width: number) => {
    const target = { terminal: { width, utc: true } };
    return (await render({ items: [item] }, { format: 'table' }, list, target)).split('\n')[1];
  };

  it('cuts the main text last, and the others to a fifth of the width', async () => {
    const item = {
      state: 'active',
      title: words('t'),
      source: words('s'),
      at: '2026-11-20T09:30:00Z',
    };
    const time = '2026-11-20 09:30Z';
    expect(await tableOf(item, 150)).toBe(`active  ${words('t')}  ${words('s')}  ${time}`);
    expect(await tableOf(item, 100)).toBe(`active  ${words('t')}  ${'s'.repeat(20)}…  ${time}`);
    expect(await tableOf(item, 80)).toBe(`active  ${'t'.repeat(34)}…  ${'s'.repeat(15)}…  ${time}`);
  });

  it('leaves the last columns out before the main text has less than three eighths of the width', async () => {
    const item = { title: words('t'), source: words('s'), url: 'https://a.example/12345' };
    expect(await tableOf(item, 57)).toBe(`${'t'.repeat(20)}…  ${'s'.repeat(8)}…  ${item.url}`);
    expect(await tableOf(item, 54)).toBe(`${'t'.repeat(41)}…  ${'s'.repeat(9)}…`);
  });

  it('the heading of an empty column is cut', async () => {
    expect(await tableOf({ title: words('t'), 'a.long.path.0.url': null }, 60)).toBe(
      `${'t'.repeat(45)}…`,
    );
  });

  it('a single column is not cut if it has ids or URLs', async () => {
    const item = { id: 'mon_0123456789abcdef', title: words('t') };
    expect(await tableOf(item, 20)).toBe(item.id);
    expect(await tableOf({ title: item.title }, 20)).toBe(`${'t'.repeat(19)}…`);
  });

  it('is not cut in a pager', async () => {
    const warn = vi.fn();
    const items = [{ title: 'x'.repeat(50), url: 'https://news.example.com/0123456789' }];
    const paged = { terminal: { ...terminal, hasPager: true }, warn };
    const text = await render({ items }, { format: 'table' }, list, paged);
    expect(text).toContain(`${'x'.repeat(50)}  https://news.example.com/0123456789\n`);
    expect(warn).not.toHaveBeenCalled();
    const { render: renderAgain } = await createView({ format: 'table', fields: 'title' }, list, {
      ...target,
      ...paged,
    });
    const fitted = await renderAgain(JSON.stringify({ items }), { hasPager: false });
    expect(fitted).toBe(`title\n${'x'.repeat(39)}…\n`);
  });

  it('leaves out the last columns of a narrow terminal, and says so if they were chosen', async () => {
    const warn = vi.fn();
    const items = [{ a: 'aaaaaaaaaaaaa', b: 'bbbbbbbbbbbb', c: 'ccccccccccccc' }];
    const target = { terminal: { width: 20, utc: false }, warn };
    const text = await render({ items }, { format: 'table' }, list, target);
    expect(text).toBe('a          b\naaaaaaaa…  bbbbbbbb…\n');
    expect(warn).not.toHaveBeenCalled();
    const chosen = await render({ items }, { format: 'table', fields: 'a,b,c' }, list, target);
    expect(chosen).toBe(text);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('too narrow for c')]]);
  });

  it('has a heading only for an empty list', async () => {
    const source = { operation: operations.news.latest, list: 'items' };
    expect(await render({ items: [] }, { format: 'table' }, source)).toBe(
      'title  source  publication_date  url\n',
    );
  });

  it('has a line for each field of one object, and wraps its text', async () => {
    const json = {
      a: { b: [1, 'x'], c: [{ d: true }], e: {} },
      text: 'some words that are wrapped\nhere',
    };
    const shown = await render(
      json,
      { format: 'table' },
      {},
      { terminal: { width: 20, utc: true } },
    );
    expect(shown).toBe(
      [
        'a.b      1, x',
        'a.c.0.d  true',
        'a.e',
        'text     some words',
        '         that are',
        '         wrapped',
        '         here',
        '',
      ].join('\n'),
    );
  });

  it('isolates right-to-left texts on a terminal, so that they do not move other cells', async () => {
    const items = [
      { title: 'שלום עולם', source: 'اخبار', n: 1 },
      { title: 'a\u2068b', source: 'c', n: 2 },
    ];
    const shown = await render({ items }, { format: 'table' }, list, { terminal });
    expect(shown).toBe(
      [
        'title      source  n',
        '\u2068שלום עולם\u2069  \u2068اخبار\u2069   1',
        'a\\u2068b   c       2',
        '',
      ].join('\n'),
    );
    expect(await render({ items }, { format: 'table' })).not.toMatch(/[\u2068\u2069]/);
    const narrow = { terminal: { width: 14, utc: true } };
    expect(await render({ items }, { format: 'table', fields: 'title' }, list, narrow)).toContain(
      '\n\u2068שלום עולם\u2069\n',
    );
    expect(await render({ title: 'שלום עולם' }, { format: 'table' }, {}, narrow)).toBe(
      'title  \u2068שלום\u2069\n       \u2068עולם\u2069\n',
    );
  });

  it('shows the connections before their deliveries', async () => {
    const json = {
      channels: [{ id: 'chan_1', status: 'active', webhook_url: 'https://a.example/', new: 1 }],
      webhook_deliveries: [{ event_id: 'evt_1', status: 'delivered', attempts: 1 }],
    };
    const source = { operation: operations.delivery.get, list: 'webhook_deliveries' };
    const text = await render(json, { format: 'table' }, source);
    expect(text.split('\n').map((line) => line.split(/ +/).slice(0, 3))).toEqual([
      ['channels:'],
      ['id', 'status', 'webhook_url'],
      ['chan_1', 'active', 'https://a.example/'],
      [''],
      ['webhook_deliveries:'],
      ['event_id', 'status', 'attempts'],
      ['evt_1', 'delivered', '1'],
      [''],
    ]);
    const chosen = await render(json, { format: 'table', fields: 'event_id' }, source);
    expect(chosen).toBe('event_id\nevt_1\n');
  });

  it('redacts before a secret is cut', async () => {
    const items = [{ title: 'my secret-0123456789 here', a: 'x'.repeat(30) }];
    const text = await render({ items }, { format: 'table' }, list, {
      terminal: { width: 24, utc: true },
      redact: (value) => value.replaceAll('secret-0123456789', '***'),
    });
    expect(text).not.toContain('secret');
  });
});

describe('colors', () => {
  it.each([{}, { compact: true }, { format: 'jsonl' as const }])(
    'leave the characters of %j unchanged',
    async (flags) => {
      const plain = await render(odd, flags);
      const colored = await render(odd, flags, list, { hasColor: true });
      expect(colored).toContain('\u001b[36m12345678901234567890\u001b[39m');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colors are control characters.
      expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
    },
  );
});

it('--compact is for JSON', async () => {
  const rejected = createView({ format: 'csv', compact: true }, list, target);
  await expect(rejected).rejects.toMatchObject({ code: 'conflicting_option' });
});

it.each([
  ['{"has_more":false,"items":[{"a":1}]}', 'a\n1\n'],
  ['{"items":[{"a":1}],"others":[]}', 'items,others\n"[{""a"":1}]",[]\n'],
  ['{"names":["a"]}', 'names\n"[""a""]"\n'],
])('the list of %s is inferred if it is the only one of objects', async (json, csv) => {
  expect(await render(json, { format: 'csv' }, { infersList: true })).toBe(csv);
});
