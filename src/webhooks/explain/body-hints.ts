import type { SignatureFinding } from './signature-explanation.ts';

/** What a body looks like that cannot be the one that was sent, though nothing proves it. */
export function bodyHints(body: Buffer, contentLength: string | undefined): SignatureFinding[] {
  const findings: SignatureFinding[] = [];
  const hint = (code: string, message: string) => findings.push({ code, proven: false, message });
  const announced = /^\d{1,15}$/.test(contentLength ?? '') ? Number(contentLength) : body.length;
  if (announced > body.length) {
    hint('body_cut', `the body was cut: ${body.length} of ${announced} announced bytes are there`);
  } else if (announced < body.length) {
    hint('body_grew', `the body has ${body.length} bytes, and ${announced} were announced`);
  }
  const text = body.toString();
  if (body.length === 0) {
    hint('body_empty', 'the body is empty: something read it before the signature was checked');
  } else if (text === '[object Object]') {
    hint('body_parsed', 'the body is "[object Object]": pass the raw bytes, not the parsed object');
  } else if (announced <= body.length && endsEarly(text)) {
    hint('body_cut', 'the body was cut: it ends in the middle of its JSON');
  }
  if (text.includes('\ufffd')) {
    hint('body_decoded', 'the body holds U+FFFD: bytes were lost when it was decoded as text');
  }
  return findings;
}

/** Whether text begins as a JSON object and stops before its last brace. */
function endsEarly(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return !text.trimEnd().endsWith('}') || openLevels(text) > 0;
  }
}

function openLevels(text: string): number {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  }
  return depth;
}

/** What a timestamp is that is too far from the clock, or none at all. */
export function timestampHints(
  timestamp: string,
  skewSeconds: number | undefined,
  tolerance: number,
): SignatureFinding[] {
  const finding = (code: string, message: string): SignatureFinding[] => [
    { code, proven: false, message },
  ];
  if (skewSeconds === undefined) return finding('timestamp_form', formOf(timestamp));
  const size = Math.abs(skewSeconds);
  if (size <= tolerance) return [];
  const side = skewSeconds > 0 ? 'behind' : 'ahead of';
  const quarters = Math.round(size / 900);
  const nearQuarter = quarters > 0 && quarters <= 56 && Math.abs(size - quarters * 900) <= 30;
  const zone = nearQuarter ? `; a time zone off by ${quarters / 4} h would look like this` : '';
  return finding(
    'clock_skew',
    `the timestamp is ${size} s ${side} the receiver’s clock: a clock is off, or the request is an old one sent again${zone}`,
  );
}

function formOf(timestamp: string): string {
  const digits = /^\d+$/.test(timestamp) ? timestamp.length : 0;
  if (digits === 16) return 'the timestamp has 16 digits: microseconds are not understood';
  if (digits === 19) return 'the timestamp has 19 digits: nanoseconds are not understood';
  if (digits > 0) return `the timestamp has ${digits} digits, and must have 10 or 13`;
  if (/^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/i.test(timestamp)) return 'the timestamp has no time zone';
  return 'the timestamp is neither seconds, milliseconds nor RFC 3339 with a zone';
}
