import { expect, it } from 'vitest';
import { runMain } from '../../../helpers/run-main.ts';

const env = { SERVICE_BASE_URL: 'https://news.example.com', SERVICE_API_KEY: 'nw_key_1' };
const create = ['monitors', 'create', '--dry-run', '--compact', '--prompt'];
const edit = ['monitors', 'edit', 'mon_1', '--dry-run', '--compact'];

it.each([
  [
    [...edit, '--include-sources', '["reuters.com", "ap.org"]'],
    '--include-sources must be values separated by commas, not a JSON array',
    'Write it as --include-sources "reuters.com,ap.org"',
  ],
  [
    [...create, 'chips', '--exclude-words', '["podcast"]'],
    '--exclude-words must be values separated by commas, not a JSON array',
    'Write it as --exclude-words "podcast"',
  ],
  [
    [...create, '{"prompt": "chip exports", "every_minutes": 30}'],
    '--prompt must be words, not a JSON object',
    'Write it as --prompt "chip exports", and other fields as flags',
  ],
  [
    ['news', 'search', '{"q": "chips"}'],
    '<query> must be words, not a JSON object',
    'Write it as "…", and other fields as flags',
  ],
  [
    ['news', 'latest', '-o', 'json'],
    '--output json is the name of a format, and --output takes a file',
    'Choose the format with --format; a file of that name is --output ./json',
  ],
])('%j is rejected before anything is sent', async (args, message, hint) => {
  const { code, stdout, stderr } = await runMain(args, { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({ error: 'invalid_value', message, hint });
});

it.each(['[chips] exports', '{chips', '["chips"]', '"chips"', '[1'])(
  'the prompt %j is text',
  async (prompt) => {
    const { code, stdout } = await runMain([...create, prompt], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).request.body).toEqual({ prompt });
  },
);

it('values in brackets that are not JSON are a list', async () => {
  const { stdout } = await runMain([...edit, '--exclude-words', '[podcast],[video]'], { env });
  expect(JSON.parse(stdout).request.body).toEqual({ exclude_words: ['[podcast]', '[video]'] });
});
