import { expect, it } from 'vitest';
import {
  describeErrorResponse,
  isFullyDescribed,
} from '../../../../src/cli/errors/describe-error-response.ts';

function described(body: unknown, details: { requestId?: string; retryAfter?: number } = {}) {
  const redact = (text: string) => text.replaceAll('sk_secret', '***');
  return describeErrorResponse({ status: 400, text: JSON.stringify(body), ...details }, redact);
}

it.each([
  [
    { error: 'plan_required', message: 'News needs a plan', url: 'https://news.example/pricing' },
    [
      'plan_required: News needs a plan',
      'show https://news.example/pricing to a human; never buy a plan automatically',
    ],
  ],
  [
    { error: 'conflict', message: 'the owner has no plan: ask the owner' },
    ['conflict: the owner has no plan: ask the owner'],
  ],
  [
    { error: 'forbidden', message: 'the plan allows 1 monitor: delete one' },
    ['forbidden: the plan allows 1 monitor: delete one'],
  ],
  [{ error: 'invalid_request', message: 'limit must be 1' }, ['invalid_request: limit must be 1']],
  [
    { error: 'not_found', message: 'you have no monitor "Elections"' },
    [
      'not_found: you have no monitor "Elections"',
      'ids are in newswatch monitors list --fields id,title --format tsv',
    ],
  ],
  [
    { error: 'not_found', message: 'you have no monitor "alert_12_3"' },
    [
      'not_found: you have no monitor "alert_12_3"',
      'alert_… is the id of an alert',
      'ids are in newswatch monitors list --fields id,title --format tsv',
    ],
  ],
  [
    { error: 'not_found', message: 'you have no connection "mon_1"' },
    [
      'not_found: you have no connection "mon_1"',
      'mon_… is the id of a monitor',
      'ids are in newswatch delivery get --limit 1',
    ],
  ],
  ...['"mon_1"', ' mon_1', 'mon_1 ', 'mon_1\n'].map((id): [object, string[]] => {
    const message = `you have no monitor ${JSON.stringify(id)}`;
    return [
      { error: 'not_found', message },
      [
        `not_found: ${message}`,
        'quotes and spaces around an id are not part of it; jq -r prints no quotes',
      ],
    ];
  }),
  [
    { error: 'not_found', message: 'there is no news item "chan"' },
    [
      'not_found: there is no news item "chan"',
      'ids are in newswatch news latest --fields id,title --format tsv',
    ],
  ],
  [
    { error: 'not_found', message: 'there is no endpoint at /x' },
    [
      'not_found: there is no endpoint at /x',
      'list your resources: monitors list, delivery get, news latest',
    ],
  ],
  [{ error: 'new_code', message: 'unheard of' }, ['new_code: unheard of']],
  [{ error: 'constructor', message: 'a name' }, ['constructor: a name']],
  [{ error: 1, message: {} }, ['status 400']],
  [[], ['status 400']],
])('%j is described with its way out', (body, lines) => {
  expect(described(body)).toEqual(lines);
});

it('names the wait of Retry-After, and the request', () => {
  const body = { error: 'rate_limited', message: 'too many requests' };
  expect(described(body, { retryAfter: 120, requestId: 'r-1' })).toEqual([
    'rate_limited: too many requests',
    'wait 120 s, or increase --retries and --timeout',
    'request id: r-1',
  ]);
});

it('keeps each part on one line of bounded length', () => {
  const [line = ''] = described({
    error: 'internal',
    message: `a\r\nb\u2028c ${'x'.repeat(9000)}`,
  });
  expect(line).toMatch(/^internal: a b c x+…$/);
  expect(line.length).toBeLessThan(520);
});

it('conceals a secret where the message is cut off', () => {
  const [line] = described({ error: 'internal', message: `${'x'.repeat(495)}sk_secret end` });
  expect(line).toMatch(/^internal: x+\*{3} …$/);
});

it.each([
  [{ error: 'conflict', message: 'it has changed' }, true],
  [{ error: 'plan_required', message: 'pay', url: 'https://news.example/pricing' }, true],
  [{ error: 'moved', message: 'gone', url: 'https://news.example/new' }, false],
  [{ error: 'conflict', message: 'exists', channel_id: 'chan_1' }, false],
  [{ error: 'invalid_request', message: 'limit', issues: [] }, false],
  [{ error: 'internal', message: 'x'.repeat(501) }, false],
  [{}, true],
])('%j is described fully: %j', (body, isFull) => {
  expect(isFullyDescribed({ status: 400, text: JSON.stringify(body) })).toBe(isFull);
});
