import { createHmac } from 'node:crypto';
import { explain } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { alertBody, now, secret, signedRequest } from './request.ts';

const parsed: unknown = JSON.parse(alertBody);
const pretty = JSON.stringify(parsed, null, 2);
const python = `{"id": "evt_1", "type": "news.alert", "n": [1, {"a": "Z\\u00fcrich"}]}`;

function codesOf(request: Parameters<typeof explain>[0]): string[] {
  return explain(request).findings.map(({ code }) => code);
}

/** The codes for a body that arrived otherwise than it was signed. */
function changed(signed: string | Buffer, arrived: string | Buffer) {
  return codesOf({ ...signedRequest(signed), body: arrived });
}

/** A request whose signature was made in another way than the document says. */
function signedOtherwise(
  key: string | Buffer,
  content: string,
  form = (hex: string) => `v1=${hex}`,
) {
  const request = signedRequest(alertBody);
  const hex = createHmac('sha256', key).update(content).digest('hex');
  return { ...request, headers: { ...request.headers, 'X-Service-Signature': form(hex) } };
}
const content = `${now / 1000}.${alertBody}`;

describe('explain', () => {
  it('says of a genuine request that it is, and which secret signed', () => {
    expect(explain({ ...signedRequest(alertBody), secrets: ['new', secret] })).toEqual({
      valid: true,
      message: 'the signature is good',
      event: { id: 'evt_1', type: 'news.alert' },
      secret: 2,
      skew_seconds: 0,
      findings: [],
    });
  });

  it.each([
    ['\\n added', 'newline_added', alertBody, `${alertBody}\n`],
    ['\\r\\n added', 'newline_added', alertBody, `${alertBody}\r\n`],
    ['\\n removed', 'newline_removed', `${alertBody}\n`, alertBody],
    ['\\r\\n removed', 'newline_removed', `${alertBody}\r\n`, alertBody],
    ['line ends made \\r\\n', 'line_endings_changed', pretty, pretty.replaceAll('\n', '\r\n')],
    ['line ends made \\n', 'line_endings_changed', pretty.replaceAll('\n', '\r\n'), pretty],
    ['BOM added', 'bom_added', alertBody, `\ufeff${alertBody}`],
    ['BOM removed', 'bom_removed', `\ufeff${alertBody}`, alertBody],
    ['white space added', 'white_space_added', alertBody, `  ${alertBody}\t`],
    ['written pretty', 'reserialized', alertBody, pretty],
    ['pretty written compact', 'reserialized', pretty, alertBody],
    ['Python written compact', 'reserialized', python, JSON.stringify(JSON.parse(python))],
    ['JSON in JSON', 'double_encoded', alertBody, JSON.stringify(alertBody)],
    ['base64', 'base64_encoded', alertBody, Buffer.from(alertBody).toString('base64')],
  ])('case 28: %s is named %s', (_what, code, signed, arrived) => {
    const [finding, ...more] = explain({ ...signedRequest(signed), body: arrived }).findings;
    expect(finding).toMatchObject({ code, proven: true });
    expect(more).toEqual([]);
  });

  it('case 28: sorted keys are named', () => {
    const sorted = '{"a":1,"id":"evt_1","type":"news.alert"}';
    const { findings } = explain({
      ...signedRequest(sorted),
      body: '{"type":"news.alert","id":"evt_1","a":1}',
    });
    expect(findings[0]?.message).toContain('keys sorted');
  });

  it('case 28: text that was read as Latin-1 is named', () => {
    const arrived = Buffer.from(Buffer.from(alertBody).toString('latin1'));
    expect(changed(alertBody, arrived)).toEqual(['charset_changed']);
  });

  it('case 28: a cut body is named, by its length or by its JSON', () => {
    const request = { ...signedRequest(alertBody), body: alertBody.slice(0, 50) };
    expect(codesOf(request)).toEqual(['body_cut']);
    const headers = { ...request.headers, 'content-length': String(alertBody.length) };
    expect(explain({ ...request, headers }).findings[0]?.message).toContain('50 of');
    expect(changed(alertBody, alertBody.slice(0, -1))).toEqual(['body_cut']);
  });

  it('names what frameworks do to a body', () => {
    expect(changed(alertBody, '')).toContain('body_empty');
    expect(changed(alertBody, '[object Object]')).toContain('body_parsed');
    expect(changed(alertBody, alertBody.replace('ü', '\ufffd'))).toContain('body_decoded');
  });

  it.each([
    ['secret_newline', `${secret}\n`],
    ['secret_quoted', `"${secret}"`],
    ['secret_decoded', Buffer.from('the secret')],
    ['secret_prefix', secret.replace('whsec_', '')],
  ])('names the key mistake %s', (code, key) => {
    expect(codesOf(signedOtherwise(key, content))).toEqual([code]);
  });

  it('names white space in the receiver’s own secret, and proves it', () => {
    expect(codesOf({ ...signedRequest(alertBody), secrets: `${secret}\n` })).toEqual([
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
  ])('names other content: %s', (code, signed) => {
    expect(codesOf(signedOtherwise(secret, signed))).toEqual([code]);
  });

  it('names two mistakes at once', () => {
    const request = signedOtherwise(`${secret}\n`, content);
    expect(codesOf({ ...request, body: `${alertBody}\n` })).toEqual([
      'secret_newline',
      'newline_added',
    ]);
  });

  it('names a signature in another form', () => {
    const base64 = (hex: string) => `v1,${Buffer.from(hex, 'hex').toString('base64')}`;
    const { findings } = explain(signedOtherwise(secret, content, base64));
    expect(findings[0]?.message).toContain('base64');
    const bare = explain(signedOtherwise(secret, content, (hex) => hex));
    expect(bare.findings[0]?.message).toContain('v1=');
    const short = explain(signedOtherwise(secret, content, (hex) => `v1=${hex.slice(1)}`));
    expect(short.findings[0]?.message).toContain('63 hex digits');
  });

  it('names a clock that is off, in seconds, and a time zone', () => {
    const request = signedRequest(alertBody, { at: now - 3_600_000 });
    const { skew_seconds, findings } = explain(request);
    expect(skew_seconds).toBe(3600);
    expect(findings[0]).toMatchObject({
      code: 'clock_skew',
      message: expect.stringContaining('1 h'),
    });
    expect(codesOf(signedRequest(alertBody, { at: now + 400_000 }))).toEqual(['clock_skew']);
  });

  it('names another event id', () => {
    const request = signedRequest(alertBody);
    const headers = { ...request.headers, 'X-Service-Event-Id': 'evt_2' };
    expect(codesOf({ ...request, headers })).toEqual(['event_id_mismatch']);
  });

  it('does not pretend to know', () => {
    expect(codesOf({ ...signedRequest(alertBody), secrets: 'another' })).toEqual(['unexplained']);
  });

  it('never repeats a secret', () => {
    for (const secrets of [`${secret}\n`, ` ${secret}`, 'another']) {
      const text = JSON.stringify(explain({ ...signedRequest(alertBody), secrets }));
      expect(text).not.toContain(secret);
      expect(text).not.toContain('another');
    }
  });
});
