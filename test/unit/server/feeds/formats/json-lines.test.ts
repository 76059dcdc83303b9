import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cutGzip, lines, read } from '../../../../helpers/read-input.ts';

const titles = async (...given: Parameters<typeof read>) =>
  (await read(...given)).items.map(({ title }) => title);

describe('JSON Lines', () => {
  it('are read in chunks of any size', async () => {
    const text = lines({ title: 'Eins: ä' }, { title: 'Zwei: 😀' });
    for (const chunkSize of [1, 3, 7, 65_536]) {
      expect(await titles(text, { chunkSize })).toEqual(['Eins: ä', 'Zwei: 😀']);
    }
  });

  it('may have a byte order mark, CRLF, blank lines and no final newline', async () => {
    expect(await titles('\ufeff{"title":"A"}\r\n\r\n  \r\n{"title":"B"}')).toEqual(['A', 'B']);
  });

  it('may be UTF-16 with a byte order mark', async () => {
    const text = `\ufeff${lines({ title: 'é' }, { title: 'ü' })}`;
    expect(await titles(Buffer.from(text, 'utf16le'), { chunkSize: 3 })).toEqual(['é', 'ü']);
  });

  it('may be gzip data of several members', async () => {
    const packed = Buffer.concat([
      gzipSync(lines({ title: 'A' })),
      gzipSync(lines({ title: 'B' })),
    ]);
    expect(await titles(packed, { chunkSize: 5 })).toEqual(['A', 'B']);
  });

  it('may contain bytes that are not UTF-8', async () => {
    expect(await titles(Buffer.from('{"title":"\xc3\xa9 a\xffb \xc3\xa9"}\n', 'latin1'))).toEqual([
      'é a\ufffdb é',
    ]);
  });
});

describe('a bad line', () => {
  it('is rejected with its number and does not stop the import', async () => {
    const text = `{"title":"A"}\n\nnonsense\n[1]\n{"title":"B","id":"b"}\n{"title":""}\n{"title":"C`;
    const { items, rejections } = await read(text);
    expect(items.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(rejections).toEqual([
      'line 3: is not valid JSON',
      'line 4: is not a JSON object',
      'line 6: has no title',
      'line 7: is not valid JSON',
    ]);
  });

  it.each([
    ['levels', `{"title":"A","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, '10000 levels'],
    ['values', `{"title":"A","x":[${'0,'.repeat(100_000)}0]}`, '100000 values'],
  ])('is rejected if it has too many %s', async (_, line, excess) => {
    const { items, rejections } = await read(`${line}\n${lines({ title: 'B' })}`);
    expect(items.map(({ title }) => title)).toEqual(['B']);
    expect(rejections).toEqual([`line 1: has more than ${excess}`]);
  });

  it('may end within a character', async () => {
    const { items, rejections } = await read(Buffer.from('{"title":"A"}\n\xc3', 'latin1'));
    expect([items.length, rejections]).toEqual([1, ['line 2: is not valid JSON']]);
  });

  it('may be the first line', async () => {
    const { items, rejections } = await read(`# a comment\n${lines({ title: 'A' })}`);
    expect([items.length, rejections]).toEqual([1, ['line 1: is not valid JSON']]);
  });

  it.each(['\n', ''])('may be too long, ending with %j', async (end) => {
    const long = `{"title":"${'x'.repeat(3_000_000)}"}`;
    const { items, rejections } = await read(
      `{"title":"A"}\n${long}\n{"title":"B"}\n${long}${end}`,
    );
    expect(items.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(rejections).toEqual(['line 2: is longer than 1 MiB', 'line 4: is longer than 1 MiB']);
  });
});

describe('damaged gzip data', () => {
  it('is read as far as possible and reported as a rejected line', async () => {
    const records = Array.from({ length: 5000 }, (_, index) => ({ title: `Story ${index}` }));
    for (const chunkSize of [100, 65_536]) {
      const { items, rejections } = await read(cutGzip(lines(...records)), { chunkSize });
      expect(items.length).toBeGreaterThan(4990);
      expect(rejections).toEqual([
        `line ${items.length + 1}: the gzip data ends early (unexpected end of file)`,
      ]);
    }
  });

  it('is reported with the reason', async () => {
    // Random text compresses badly, so that the damage is far from the start.
    const records = Array.from({ length: 5000 }, () => ({ title: `Story ${Math.random()}` }));
    const packed = gzipSync(lines(...records));
    packed.writeUInt32LE(1, packed.length - 8);
    const { items, rejections } = await read(packed);
    expect(items.length).toBeGreaterThan(4000);
    expect(rejections).toEqual([
      `line ${items.length + 1}: the gzip data ends early (incorrect data check)`,
    ]);
  });

  it('is an error if no byte can be decompressed', async () => {
    const packed = gzipSync(lines({ title: 'A' })).fill(0xff, 10);
    await expect(read(packed)).rejects.toThrow(
      /^test: cannot be decompressed: the gzip data ends early \(/,
    );
  });
});
