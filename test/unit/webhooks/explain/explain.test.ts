import { createHmac } from 'node:crypto';
import * as webhooks from 'newswatch/webhooks';
import { describe, expect, it, vi } from 'vitest';
import { explain, explainWithNode } from '../both.ts';
import { alertBody, now, secret, signedRequest } from '../request.ts';

const pretty = JSON.stringify(JSON.parse(alertBody), null, 2);
const python = `{"id": "evt_1", "type": "news.alert", "n": [1, {"a": "Z\\u00fcrich"}]}`;
const content = `${now / 1000}.${alertBody}`;

async function codesOf(request: Parameters<typeof explain>[0]): Promise<string[]> {
  return (await explain(request)).findings.map(({ code }) => code);
}

/** A request whose body was changed after it was signed. */
function changed(signed: string, received: string | Buffer) {
  return { ...signedRequest(signed), body: received };
}

/** A request with a signature that was made with another key or over another content. */
function signedOtherwise(
  key: string | Buffer,
  signedContent: string,
  format = (hex: string) => `v1=${hex}`,
) {
  const hex = createHmac('sha256', key).update(signedContent).digest('hex');
  return withHeader('X-Service-Signature', format(hex));
}

function withHeader(name: string, value: string | undefined) {
  const request = signedRequest(alertBody);
  return { ...request, headers: { ...request.headers, [name]: value } };
}

describe('explain', () => {
  it('names the event and the secret of a valid request', async () => {
    expect(await explain({ ...signedRequest(alertBody), secrets: ['new', secret] })).toEqual({
      valid: true,
      message: 'the signature is valid',
      event: { id: 'evt_1', type: 'news.alert' },
      secret: 2,
      skew_seconds: 0,
      findings: [],
    });
  });

  it('gives the reason and the message of the error', async () => {
    expect(await explain({ ...signedRequest(alertBody), body: '' })).toMatchObject({
      valid: false,
      reason: 'signature_mismatch',
      message: 'the signature does not match the body, the timestamp and the signing secret',
      skew_seconds: 0,
    });
  });

  it.each([
    ['\\n added', 'newline_added', alertBody, `${alertBody}\n`],
    ['\\r\\n added', 'newline_added', alertBody, `${alertBody}\r\n`],
    ['\\n removed', 'newline_removed', `${alertBody}\n`, alertBody],
    ['\\r\\n removed', 'newline_removed', `${alertBody}\r\n`, alertBody],
    ['\\n replaced by \\r\\n', 'line_endings_changed', pretty, pretty.replaceAll('\n', '\r\n')],
    ['\\r\\n replaced by \\n', 'line_endings_changed', pretty.replaceAll('\n', '\r\n'), pretty],
    ['a BOM added', 'bom_added', alertBody, `\ufeff${alertBody}`],
    ['a BOM removed', 'bom_removed', `\ufeff${alertBody}`, alertBody],
    ['whitespace added', 'white_space_added', alertBody, `  ${alertBody}\t`],
    ['compact JSON indented', 'reserialized', alertBody, pretty],
    ['indented JSON made compact', 'reserialized', pretty, alertBody],
    ['Python JSON made compact', 'reserialized', python, JSON.stringify(JSON.parse(python))],
    ['JSON encoded as a string', 'double_encoded', alertBody, JSON.stringify(alertBody)],
    ['base64', 'base64_encoded', alertBody, Buffer.from(alertBody).toString('base64')],
    ['Latin-1', 'charset_changed', alertBody, Buffer.from(alertBody).toString('latin1')],
    ['an empty signed body', 'body_lost', '', alertBody],
  ])('docs/receiver-cases.md, case 28: recognizes %s', async (_what, code, signed, received) => {
    const { findings } = await explain(changed(signed, received));
    expect(findings).toEqual([{ code, proven: true, message: expect.any(String) }]);
  });

  it('docs/receiver-cases.md, case 28: says that the signed JSON had sorted keys', async () => {
    const signed = '{"a":1,"id":"evt_1","type":"news.alert"}';
    const { findings } = await explain(changed(signed, '{"type":"news.alert","id":"evt_1","a":1}'));
    expect(findings[0]?.message).toContain('keys sorted');
  });

  it('docs/receiver-cases.md, case 28: recognizes an incomplete body by its JSON or its Content-Length', async () => {
    const request = changed(alertBody, alertBody.slice(0, 50));
    expect(await codesOf(request)).toEqual(['body_cut']);
    const headers = { ...request.headers, 'content-length': String(alertBody.length) };
    expect((await explain({ ...request, headers })).findings[0]?.message).toContain('50 of');
    expect(await codesOf(changed(alertBody, alertBody.slice(0, -1)))).toEqual(['body_cut']);
  });

  it.each([
    ['body_empty', ''],
    ['body_parsed', '[object Object]'],
    ['body_decoded', alertBody.replace('ü', '\ufffd')],
  ])('recognizes what frameworks do to a body: %s', async (code, received) => {
    expect(await codesOf(changed(alertBody, received))).toContain(code);
  });

  it.each([
    ['secret_newline', `${secret}\n`],
    ['secret_quoted', `"${secret}"`],
    ['secret_decoded', Buffer.from('the secret')],
    ['secret_prefix', secret.replace('whsec_', '')],
  ])('recognizes another key: %s', async (code, key) => {
    expect(await codesOf(signedOtherwise(key, content))).toEqual([code]);
  });

  it('says which of several secrets was changed', async () => {
    const request = { ...signedOtherwise(`${secret}\n`, content), secrets: ['new', secret] };
    expect((await explain(request)).findings[0]?.message).toBe(
      'the signature was made with signing secret 2 with a newline (\\n) at the end',
    );
    const [finding] = (await explain(signedOtherwise(`${secret}\n`, content))).findings;
    expect(finding?.message).toMatch(/^the signature was made with the signing secret with/);
  });

  it("recognizes whitespace around the receiver's own secret", async () => {
    expect(await codesOf({ ...signedRequest(alertBody), secrets: `${secret}\n` })).toEqual([
      'bad_secret',
      'secret_white_space',
    ]);
  });

  it.each([
    ['timestamp_not_signed', alertBody],
    ['dot_missing', content.replace('.', '')],
    ['standard_webhooks', `evt_1.${content}`],
    ['timestamp_unit', `${now}.${alertBody}`],
    ['timestamp_unit', `2026-11-20T12:00:00Z.${alertBody}`],
  ])('recognizes another signed content: %s', async (code, signed) => {
    expect(await codesOf(signedOtherwise(secret, signed))).toEqual([code]);
  });

  it('recognizes two changes at once', async () => {
    const request = signedOtherwise(`${secret}\n`, content);
    expect(await codesOf({ ...request, body: `${alertBody}\n` })).toEqual([
      'secret_newline',
      'newline_added',
    ]);
  });

  it('searches for less the larger the body is', async () => {
    const body = (length: number) => 'x'.repeat(length);
    const codes = (length: number, key: string) => {
      const request = signedOtherwise(key, `${now / 1000}.${body(length - 1)}`);
      return codesOf({ ...request, body: `${body(length - 1)}\n` });
    };
    expect(await codes(10_000, `${secret}\n`)).toEqual(['secret_newline', 'newline_added']);
    expect(await codes(1_048_576, `${secret}\n`)).toEqual(['unexplained']);
    expect(await codes(1_048_576, secret)).toEqual(['newline_added']);
  });

  it.each([
    ['deep arrays', `${'['.repeat(524_288)}${']'.repeat(524_288)}`],
    ['many numbers', `[${'0,'.repeat(524_286)}0]`],
    ['combining marks', `a${'\u0301\u0316'.repeat(262_143)}`],
    ['newlines', '\r\n'.repeat(524_288)],
    ['quotes', `{"${'\\"'.repeat(524_286)}}`],
    ['deep arrays that can be indented', `${'['.repeat(8000)}${']'.repeat(8000)}`],
    ['arrays of the maximum depth', `${'['.repeat(64)}${'1,'.repeat(32_000)}1${']'.repeat(64)}`],
    ['deep objects', `${'{"a":'.repeat(7000)}1${'}'.repeat(7000)}`],
  ])(
    'docs/receiver-cases.md, case 42: does bounded work, in small steps, for a body of %s',
    async (_what, body) => {
      const { headers } = signedRequest(alertBody);
      const stringify = vi.spyOn(JSON, 'stringify');
      const request = { headers, body, secrets: [secret, 'another'], now };
      const costs = (await explainWithNode(request)).steps.map(({ cost }) => cost);
      const written = stringify.mock.results.map(({ value }) => String(value).length);
      stringify.mockRestore();
      expect(Math.max(...costs)).toBeLessThan(1_100_000);
      expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(17_000_000);
      expect(Math.max(0, ...written)).toBeLessThan(400_000);
    },
  );

  it('compares only some of many signatures', async () => {
    const sixteen = Array.from({ length: 16 }, (_, n) => `v1=${String(n).padStart(64, '0')}`);
    const codesOfLast = (others: readonly string[]) =>
      codesOf(signedOtherwise(`${secret}\n`, content, (hex) => [...others, `v1=${hex}`].join(',')));
    expect(await codesOfLast(sixteen.slice(1))).toEqual(['secret_newline']);
    expect(await codesOfLast(sixteen)).toEqual(['unexplained']);
  });

  it('does not search for three changes', async () => {
    const request = signedOtherwise(`${secret}\n`, alertBody);
    expect(await codesOf({ ...request, body: `${alertBody}\n` })).toEqual(['unexplained']);
  });

  it('recognizes any of several signatures', async () => {
    const request = signedOtherwise(
      `${secret}\n`,
      content,
      (hex) => `v1=${'0'.repeat(64)},v1=${hex}`,
    );
    expect(await codesOf(request)).toEqual(['secret_newline']);
  });

  it.each([
    [(hex: string) => `v1,${Buffer.from(hex, 'hex').toString('base64')}`, 'base64'],
    [(hex: string) => hex, 'starts with v1='],
    [(hex: string) => `v1=${hex.slice(1)}`, '63 hex digits'],
  ])('recognizes a signature in another format (%#)', async (format, message) => {
    expect((await explain(signedOtherwise(secret, content, format))).findings[0]).toEqual({
      code: 'malformed_signature',
      proven: true,
      message: expect.stringContaining(message),
    });
  });

  it('adds the change of a signature that also has another format', async () => {
    expect(await codesOf(signedOtherwise(`${secret}\n`, content, (hex) => hex))).toEqual([
      'malformed_signature',
      'secret_newline',
    ]);
  });

  it('recognizes a wrong clock and a wrong time zone', async () => {
    const { skew_seconds, findings } = await explain(
      signedRequest(alertBody, { at: now - 3_600_000 }),
    );
    expect(skew_seconds).toBe(3600);
    expect(findings).toEqual([
      {
        code: 'timestamp_too_old',
        proven: false,
        message: expect.stringContaining('error of 1 h'),
      },
    ]);
    expect(await explain(signedRequest(alertBody, { at: now + 400_000 }))).toMatchObject({
      skew_seconds: -400,
      findings: [{ code: 'timestamp_too_new', proven: false }],
    });
  });

  it('uses the given tolerance', async () => {
    const request = { ...signedRequest(alertBody, { at: now - 20_000 }), tolerance: 10 };
    expect(await codesOf(request)).toEqual(['timestamp_too_old']);
    expect(await codesOf({ ...request, body: '' })).toEqual(['body_empty', 'timestamp_too_old']);
    expect(await codesOf({ ...request, body: '', tolerance: 20 })).toEqual(['body_empty']);
  });

  it('uses the system clock by default', async () => {
    const { now: _, ...request } = signedRequest(alertBody, { at: Date.now() });
    expect(await webhooks.explain(request)).toMatchObject({ valid: true, findings: [] });
    expect((await webhooks.explain(request)).skew_seconds).toBeLessThan(300);
  });

  it('has no clock skew for a malformed timestamp', async () => {
    const explanation = await explain(withHeader('X-Service-Timestamp', 'noon'));
    expect(explanation).not.toHaveProperty('skew_seconds');
    expect(explanation.findings.map(({ code }) => code)).toEqual([
      'unexplained',
      'malformed_timestamp',
    ]);
  });

  it.each([
    ['X-Service-Event-Id', 'evt_2', 'event_id_mismatch'],
    ['X-Service-Event-Id', undefined, 'missing_event_id'],
    ['X-Service-Timestamp', undefined, 'missing_timestamp'],
    ['X-Service-Signature', undefined, 'missing_signature'],
  ])('repeats the error of %s %s', async (name, value, code) => {
    const { message, findings } = await explain(withHeader(name, value));
    expect(findings).toEqual([{ code, proven: true, message }]);
  });

  it.each([
    ['no JSON', 'not_json'],
    ['[]', 'not_an_event'],
  ])('repeats the error of the signed body %s', async (body, code) => {
    expect(await codesOf(signedRequest(body))).toEqual([code]);
  });

  it('admits that it finds no explanation', async () => {
    expect((await explain({ ...signedRequest(alertBody), secrets: 'another' })).findings).toEqual([
      {
        code: 'unexplained',
        proven: false,
        message: expect.stringContaining('compare the signing secret'),
      },
    ]);
  });

  it('never contains a secret', async () => {
    for (const secrets of [`${secret}\n`, ` ${secret}`, 'another']) {
      const text = JSON.stringify(await explain({ ...signedRequest(alertBody), secrets }));
      expect(text).not.toContain(secret);
      expect(text).not.toContain('another');
    }
  });

  it('explains a bad secret also if there are no headers', async () => {
    expect(await codesOf({ body: alertBody, headers: {}, secrets: `${secret}\n` })).toEqual([
      'bad_secret',
      'malformed_signature',
    ]);
  });

  it('explains a malformed timestamp that was signed', async () => {
    const headers = {
      ...signedRequest(alertBody).headers,
      'X-Service-Timestamp': 'noon',
      'X-Service-Signature': await webhooks.sign(secret, 'noon', alertBody),
    };
    expect((await explain({ ...signedRequest(alertBody), headers })).findings).toEqual([
      {
        code: 'malformed_timestamp',
        proven: false,
        message: 'the timestamp must be seconds, milliseconds or RFC 3339 with a time zone',
      },
    ]);
  });

  it('passes on an error that is not about the request', async () => {
    const headers = {
      get: (name: string) => {
        if (name === 'X-Service-Timestamp') return '1795176000';
        throw new TypeError('broken headers');
      },
    };
    await expect(explain({ ...signedRequest(alertBody), headers })).rejects.toThrow(
      'broken headers',
    );
  });
});
