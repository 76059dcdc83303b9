import { describe, expect, it } from 'vitest';
import { bodyChanges } from '../../../../src/webhooks/explain/body-changes.ts';

/** What may have been signed, by code and without the serializations. */
function changesOf(body: string | Buffer): string[][] {
  return bodyChanges(Buffer.from(body))
    .filter(({ code }) => code !== 'reserialized')
    .map(({ code, value }) => [code, value.toString()]);
}

describe('the changes of a body', () => {
  it('are listed most likely first', () => {
    expect(changesOf('\ufeff{"a":"x"}\r\n').map(([code]) => code)).toEqual([
      'newline_added',
      'newline_added',
      'bom_added',
      'newline_removed',
      'newline_removed',
      'line_endings_changed',
      'bom_removed',
      'white_space_added',
      'charset_changed',
      'charset_changed',
      'base64_encoded',
      'body_lost',
      'double_encoded',
    ]);
  });

  it('do not remove what the body does not have', () => {
    const codes = changesOf('{"a":"x"}').map(([code]) => code);
    expect(codes).not.toContain('newline_added');
    expect(codes).not.toContain('bom_added');
  });

  it.each([
    ['a\n', 'newline_added', 'a'],
    ['a\r\n', 'newline_added', 'a'],
    ['a\r\n', 'newline_added', 'a\r'],
    ['\ufeffa', 'bom_added', 'a'],
    ['a', 'newline_removed', 'a\n'],
    ['a', 'newline_removed', 'a\r\n'],
    ['a\nb\r\n', 'line_endings_changed', 'a\r\nb\r\n'],
    ['a\r\nb', 'line_endings_changed', 'a\nb'],
    ['a', 'bom_removed', '\ufeffa'],
    [' a\n', 'white_space_added', 'a'],
    ['Ã©', 'charset_changed', 'é'],
    ['é', 'charset_changed', 'Ã©'],
    ['é', 'unicode_normalized', 'e\u0301'],
    ['e\u0301', 'unicode_normalized', 'é'],
    ['aGk=', 'base64_encoded', 'hi'],
    ['a', 'body_lost', ''],
    ['"a"', 'double_encoded', 'a'],
    ['1', 'double_encoded', '"1"'],
  ])('%j may be %s of %j', (body, code, signed) => {
    expect(changesOf(body)).toContainEqual([code, signed]);
  });

  it('keep bytes that are not UTF-8', () => {
    const body = Buffer.from([0xff, 0x0a, 0x0d, 0x0a]);
    const signed = bodyChanges(body).filter(({ code }) => code === 'line_endings_changed');
    expect(signed.map(({ value }) => [...value])).toEqual([
      [0xff, 0x0d, 0x0a, 0x0d, 0x0a],
      [0xff, 0x0a, 0x0a],
    ]);
  });

  it('never contain the body itself', () => {
    for (const body of ['', 'a', '{"a":1}', '{"a": 1}\n']) {
      expect(bodyChanges(Buffer.from(body)).map(({ value }) => value.toString())).not.toContain(
        body,
      );
    }
  });

  it('contain no JSON for a body that is not JSON', () => {
    const codes = bodyChanges(Buffer.from('a')).map(({ code }) => code);
    expect(codes).not.toEqual(expect.arrayContaining(['reserialized']));
    expect(codes).not.toEqual(expect.arrayContaining(['double_encoded']));
  });

  it('contain JSON in other styles, with and without a newline at the end', () => {
    const changes = bodyChanges(Buffer.from('\ufeff{"b":1,"a":"é"}'))
      .filter(({ code }) => code === 'reserialized')
      .map(({ value }) => value.toString());
    expect(changes).toEqual(
      expect.arrayContaining([
        '{"b":1,"a":"é"}',
        '{"b":1,"a":"é"}\n',
        String.raw`{"b": 1, "a": "\u00e9"}`,
        '{\n  "b": 1,\n  "a": "é"\n}',
        '{"a":"é","b":1}',
      ]),
    );
  });

  it('keep a byte order mark within a JSON string', () => {
    const changes = bodyChanges(Buffer.from('{"a": "\ufeff"}')).map(({ value }) => String(value));
    expect(changes).toContain('{"a":"\ufeff"}');
  });

  it('say in words what happened to the body', () => {
    const messages = bodyChanges(Buffer.from('\ufeff{"é":1}\r\n')).map(({ message }) => message);
    const prefix = 'the body was changed after it was signed: ';
    expect(messages).toEqual(
      expect.arrayContaining([
        `${prefix}a newline (\\n) was added at the end`,
        `${prefix}a newline (\\r\\n) was added at the end`,
        `${prefix}a byte order mark was added`,
        `${prefix}a newline (\\n) at the end was removed`,
        `${prefix}a newline (\\r\\n) at the end was removed`,
        `${prefix}\\n became \\r\\n`,
        `${prefix}its byte order mark was removed`,
        `${prefix}white space was added around it`,
        `${prefix}it was decoded as Latin-1 and encoded as UTF-8`,
        `${prefix}it was encoded as Latin-1`,
        `${prefix}it was normalized to Unicode form C`,
        `${prefix}it was encoded as base64`,
        'the signature is that of an empty body',
        `${prefix}its JSON was parsed and serialized again; the signed JSON was indented by 2`,
        `${prefix}its JSON was parsed and serialized again; the signed JSON was indented by 2 with a newline at the end`,
        `${prefix}it was encoded as a JSON string, or decoded from one`,
      ]),
    );
    expect(bodyChanges(Buffer.from('e\u0301\n')).map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        `${prefix}\\r\\n became \\n`,
        `${prefix}it was normalized to Unicode form D`,
      ]),
    );
  });
});
