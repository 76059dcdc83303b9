import { describe, expect, it } from 'vitest';
import {
  keyChanges,
  prefixChanges,
  bodyChanges as stepsOfBodyChanges,
} from '../../../../src/webhooks/explain/signature-changes.ts';

/** The changes of a body, as buffers. */
const bodyChanges = (body: Buffer) =>
  [...stepsOfBodyChanges(body)].map((each) => ({ ...each, value: Buffer.from(each.value) }));

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
      'newline_removed',
      'newline_removed',
      'bom_added',
      'body_lost',
      'line_endings_changed',
      'white_space_added',
      'charset_changed',
      'charset_changed',
      'base64_encoded',
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

  it('contain no JSON for a body that is nested too deeply to be serialized', () => {
    const body = Buffer.from(`${'['.repeat(32_000)}${']'.repeat(32_000)}`);
    expect(bodyChanges(body).map(({ code }) => code)).not.toContain('reserialized');
  });

  it('contain no normal form of a long run of combining marks', () => {
    const marks = (count: number) => Buffer.from(`e${'\u0301'.repeat(count)}`);
    const codes = (count: number) => bodyChanges(marks(count)).map(({ code }) => code);
    expect(codes(30)).toContain('unicode_normalized');
    expect(codes(31)).not.toContain('unicode_normalized');
  });

  it('contain only changes of the start and the end of a body over 64 KiB', () => {
    const codes = (body: string) => bodyChanges(Buffer.from(body)).map(({ code }) => code);
    expect(codes(`"${'é'.repeat(32_767)}"`)).toContain('reserialized');
    expect(codes(`"${'é'.repeat(32_767)}x"`)).toEqual([
      'newline_removed',
      'newline_removed',
      'bom_removed',
      'body_lost',
    ]);
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
        `${prefix}whitespace was added around it`,
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
        `${prefix}its byte order mark was removed`,
        `${prefix}\\r\\n became \\n`,
        `${prefix}it was normalized to Unicode form D`,
      ]),
    );
  });
});

describe('the changes of a key', () => {
  function keysOf(secret: string): string[] {
    return keyChanges(secret, 'it').map(
      ({ code, value }) => `${code} ${JSON.stringify(Buffer.from(value).toString())}`,
    );
  }

  it('tries the mistakes that senders make with a secret', () => {
    expect(keysOf('whsec_dGhl')).toEqual([
      String.raw`secret_newline "whsec_dGhl\n"`,
      String.raw`secret_newline "whsec_dGhl\r\n"`,
      String.raw`secret_quoted "\"whsec_dGhl\""`,
      'secret_decoded "the"',
      'secret_prefix "dGhl"',
    ]);
  });

  it('decodes a secret from hex, and adds a missing prefix', () => {
    expect(keysOf('746865')).toEqual(
      expect.arrayContaining(['secret_decoded "the"', 'secret_prefix "whsec_746865"']),
    );
  });

  it.each([
    [' text ', 'secret_white_space "text"'],
    ['"text"', 'secret_quoted "text"'],
    ["'text'\n", 'secret_quoted "text"'],
    [' whsec_text ', 'secret_prefix "text"'],
  ])('tries %j as %s', (secret, change) => {
    expect(keysOf(secret)).toContain(change);
  });

  it.each(['"text\'', '"', 'text', 'a"text"', '"text"a'])(
    'does not remove quotes from %j',
    (secret) => {
      const unquoted = keyChanges(secret, 'it').filter(({ message }) =>
        message.includes('without the quotes'),
      );
      expect(unquoted).toEqual([]);
    },
  );

  it('removes the prefix only from the start', () => {
    expect(keysOf('my_whsec_text')).toContain('secret_prefix "whsec_my_whsec_text"');
  });

  it('says in words how the key differs from the secret', () => {
    expect(
      keyChanges(' "whsec_abcd" ', 'it').map(({ message }) =>
        message.replace('the signature was made with it ', ''),
      ),
    ).toEqual([
      'without the whitespace around it',
      'with a newline (\\n) at the end',
      'with a newline (\\r\\n) at the end',
      'without the quotes around it',
      'with double quotes around it',
      'decoded from base64, as in Standard Webhooks; the key of this service is the text itself',
      'without its prefix whsec_',
      'with the prefix whsec_',
    ]);
    expect(keyChanges('746865', 'it').map(({ message }) => message)).toContain(
      'the signature was made with it decoded from hex',
    );
  });
});

describe('the changes of a prefix', () => {
  const prefixesOf = (timestamp: string) =>
    prefixChanges(timestamp, 'evt_1').map(({ code, value }) => [code, value]);

  const always = (timestamp: string) => [
    ['timestamp_not_signed', ''],
    ['dot_missing', timestamp],
    ['standard_webhooks', `evt_1.${timestamp}.`],
  ];

  it('tries the other formats of a timestamp in seconds', () => {
    expect(prefixesOf('1795176000')).toEqual([
      ...always('1795176000'),
      ['timestamp_unit', '1795176000000.'],
      ['timestamp_unit', '1795176000000.'],
      ['timestamp_unit', '2026-11-20T12:00:00.000Z.'],
      ['timestamp_unit', '2026-11-20T12:00:00Z.'],
    ]);
  });

  it('tries whole seconds for a timestamp with a fraction', () => {
    expect(prefixesOf('1795176000.75').slice(3)).toEqual([
      ['timestamp_unit', '1795176000.'],
      ['timestamp_unit', '1795176000750.'],
      ['timestamp_unit', '1795176000000.'],
      ['timestamp_unit', '2026-11-20T12:00:00.750Z.'],
      ['timestamp_unit', '2026-11-20T12:00:00Z.'],
    ]);
  });

  it('tries no other format of a malformed timestamp', () => {
    expect(prefixesOf('noon')).toEqual(always('noon'));
  });

  it('says in words what was signed', () => {
    const messages = prefixChanges('1795176000', 'evt_1').map(({ message }) => message);
    expect(messages).toEqual([
      'only the body was signed, without the timestamp',
      'the dot between timestamp and body is missing in the signed content',
      'the event id was signed as well, as in Standard Webhooks',
      'the timestamp was signed in milliseconds, but its header has another format',
      'the timestamp was signed in milliseconds, but its header has another format',
      'the timestamp was signed as RFC 3339, but its header has another format',
      'the timestamp was signed as RFC 3339, but its header has another format',
    ]);
  });
});
