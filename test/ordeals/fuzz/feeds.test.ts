import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { FeedError } from '../../../src/server/feeds/feed-error.ts';
import { randomFrom } from '../../helpers/random.ts';
import { type ReadResult, read } from '../../helpers/read-input.ts';

const count = 2000;
const maxMilliseconds = 5000;

const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'windows-1252',
  'windows-1251',
  'koi8-u',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
];
const labels = [...encodings, 'iso-8859-1', 'us-ascii', 'iso-2022-jp', 'utf-7', 'hz-gb-2312', ''];
const titles = [
  '\u201cDeal\u201d \u2013 \u20ac10 &amp;amp; more',
  'Центральный банк',
  '日本銀行が利上げ',
  '한국은행 금리',
  '<![CDATA[<b>x</b> &amp;]]>',
];
const dates = [
  'Mon, 06 May 2024 07:08:09 IST',
  '6. März 2024 7.08 Uhr',
  '03/04/2026',
  '1714979289',
];

it(`${count} damaged feeds in any encoding are read or rejected, each within bounded time`, async () => {
  const random = randomFrom(17);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  let items = 0;
  for (let number = 0; number < count; number += 1) {
    const bytes = damaged(document(pick), pick, random);
    const started = performance.now();
    const result = await readOrReject(bytes, random() < 0.5 ? null : pick(labels));
    const context = `feed ${number}: ${bytes.toString('base64')}`;
    expect(performance.now() - started, context).toBeLessThan(maxMilliseconds);
    items += result.items.length;
    for (const { title, publication_date: date } of result.items) {
      expect(title, context).toMatch(/^[^\p{Cc}\p{Cs}]{1,1000}$/u);
      expect(date === null || Math.abs(date) < 253_402_300_800_000, context).toBe(true);
    }
  }
  expect(items).toBeGreaterThan(count);
}, 300_000);

type Pick = <Value>(values: readonly Value[]) => Value;

function document(pick: Pick): Buffer {
  const encoding = pick(encodings);
  const item = () =>
    `<title>${pick(titles)}</title><link>https://example.com/${pick(titles).length}</link>`;
  const entries = Array.from({ length: 4 }, item);
  const declaration = `<?xml version="1.0" encoding="${pick(labels)}"?>`;
  const language = `<language>${pick(['ru', 'ja', 'ko', 'zh-TW', 'pl', 'fr'])}</language>`;
  const text = pick([
    () =>
      `${declaration}<rss><channel><title>P</title>${language}${entries
        .map((entry) => `<item>${entry}<pubDate>${pick(dates)}</pubDate></item>`)
        .join('')}</channel></rss>`,
    () =>
      `${declaration}<feed xmlns="http://www.w3.org/2005/Atom">${entries
        .map((entry) => `<entry>${entry}<updated>${pick(dates)}</updated></entry>`)
        .join('')}<entry><title mode="base64">UsOkdGU=</title></entry></feed>`,
    () => entries.map((title) => `${JSON.stringify({ title })}\n`).join(''),
  ])();
  return iconv.encode(text, encoding, { addBOM: pick([true, false]) });
}

/** Flips, removes and repeats bytes, and cuts the end. */
function damaged(bytes: Buffer, pick: Pick, random: () => number): Buffer {
  let result = Buffer.from(bytes);
  const at = () => Math.floor(random() * result.length);
  for (let changes = Math.floor(random() * 6); changes > 0; changes -= 1) {
    pick([
      () => {
        result[at()] = Math.floor(random() * 256);
      },
      () => {
        const start = at();
        result = Buffer.concat([result.subarray(0, start), result.subarray(start + 1)]);
      },
      () => {
        const start = at();
        result = Buffer.concat([result, result.subarray(start, start + 200)]);
      },
      () => {
        if (random() < 0.3) result = result.subarray(0, at());
      },
    ])();
  }
  return result;
}

async function readOrReject(bytes: Buffer, charset: string | null): Promise<ReadResult> {
  try {
    return await read(bytes, { charset });
  } catch (error) {
    if (error instanceof FeedError) return { items: [], rejections: [error.message] };
    throw error;
  }
}
