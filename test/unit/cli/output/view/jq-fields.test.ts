import { expect, it } from 'vitest';
import { unknownJqField } from '../../../../../src/cli/output/view/jq-fields.ts';
import { operations } from '../../../../../src/contract/operations.ts';

const { alerts, news } = operations;

it.each([
  ['.items[].titel', 'titel', '; did you mean title?'],
  ['.item[].title', 'item', '; did you mean items?'],
  ['.items[] | "\\(.title) \\(.link)"', 'link', ''],
  ['.items[] | {title, published_at}', 'published_at', ''],
  ['.items[] | select(.sorce == "AP").title', 'sorce', '; did you mean source?'],
  ['.items[0].links[0].url', 'links', ''],
  ['.items.b', 'b', ''],
])('%s reads the unknown field %s', (program, field, suggestion) => {
  const message = unknownJqField(program, '{"items":[{"title":"a"}]}', news.latest);
  expect(message).toBe(`there is no field "${field}"${suggestion}`);
});

it.each([
  '.next_cursor',
  '.items[] | {title, url}',
  '.items | map({n: .title, "m": .url}) | .[] | .n, .m',
  '.items[] | .extra = 1 | .extra',
  '.items[] | with_entries(select(.value != null)) | .url',
  '.items[] | select(.url | test("example.com/a.b"))',
  'reduce .items[] as $item ({}; .total += 1) | .total',
  '.items[] | .url | capture("(?<host>[^/]+)").host',
  '.items[0] as $first | $first.any',
  '.items[].unlisted.inner',
  '[.items[] | .title] | join(", ")',
])('%s reads only known fields', (program) => {
  const json = '{"items":[{"title":"a","unlisted":{"inner":null}}]}';
  expect(unknownJqField(program, json, news.latest)).toBeUndefined();
});

it('knows that a map has any keys', () => {
  const { runs } = operations.monitors;
  const program = '.runs[] | [.filtered.exclude_words, .filtered.quiet_hours]';
  expect(unknownJqField(program, '{"runs":[]}', runs)).toBeUndefined();
  expect(unknownJqField('.runs[].results[].exclude_words', '{"runs":[]}', runs)).toContain(
    'there is no field "exclude_words"',
  );
});

it('knows fields at any depth that the document lacks', () => {
  const json = '{"channels":[],"webhook_deliveries":[]}';
  const program = '.channels[].webhook_url, .webhook_deliveries[].last_error';
  expect(unknownJqField(program, json, operations.delivery.get)).toBeUndefined();
  expect(
    unknownJqField('.alerts[].results[].links[].source', '{"alerts":[]}', alerts.list),
  ).toBeUndefined();
});
