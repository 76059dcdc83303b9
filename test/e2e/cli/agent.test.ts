import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatEndpoint, selectAll, sendJson, verdict } from '../../helpers/chat-endpoint.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { envOf, type Ready, serveWith } from '../../helpers/serve.ts';

const key = 'sk-0123456789abcdef';
const memory = ['--data', ':memory:'];

async function createMonitor(ready: Ready, prompt = 'chip exports') {
  const args = ['monitors', 'create', '--prompt', prompt, '--execution', 'agentic'];
  const { stdout, code } = await cli(args, { env: envOf(ready) });
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('serve --agent openai-compatible', () => {
  it.concurrent('asks the endpoint which candidates are results', async () => {
    const { calls, baseUrl } = await chatEndpoint((call) => ({
      results: [
        verdict(call.stories[1]?.id ?? '', 'Written by the model.'),
        verdict('unknown', 'Not a candidate.'),
      ],
    }));
    const env = { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'small', OPENAI_API_KEY: key };
    const flags = [...memory, '--sample', '--agent', 'openai-compatible --max-output-tokens 900'];
    const { ready, output } = await serveWith({ env }, ...flags);
    const { preview } = await createMonitor(ready);
    expect(preview).toMatchObject({ status: 'completed', error: null });
    const offered = calls[0]?.stories ?? [];
    expect(offered.length).toBeGreaterThan(1);
    expect(preview.results).toMatchObject([
      { title: offered[1]?.title, summary: 'Written by the model.', links: [{}] },
    ]);
    expect(calls[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(calls[0]?.body.max_tokens).toBe(900);
    expect(output.stdout + output.stderr).not.toContain(key);
  });

  it.concurrent('fails the run with a logged reason, without the key', async () => {
    const { baseUrl } = await chatEndpoint(
      () => (response) => sendJson(response, 401, { error: { message: `wrong key ${key}` } }),
    );
    const env = { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'small', OPENAI_API_KEY: key };
    const { ready, log } = await serveWith(
      { env },
      ...memory,
      '--sample',
      '--agent',
      'openai-compatible',
    );
    const { preview } = await createMonitor(ready);
    expect(preview).toMatchObject({
      status: 'failed',
      error: 'the agent failed: its model responded with status 401',
    });
    expect(log()).toContain(
      'the endpoint responded with 401: check OPENAI_API_KEY (wrong key ***)',
    );
    expect(log()).not.toContain(key);
  });

  it.concurrent('starts the agent at most as often as --agent-runs-per-hour says', async () => {
    const { calls, baseUrl } = await chatEndpoint(selectAll);
    const env = { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'small' };
    const flags = ['--sample', '--agent', 'openai-compatible', '--agent-runs-per-hour', '1'];
    const { ready } = await serveWith({ env }, ...memory, ...flags);
    expect((await createMonitor(ready)).preview.status).toBe('completed');
    const { preview } = await createMonitor(ready);
    expect(preview.error).toContain('its limit of 1 run of this account in an hour is reached');
    expect(calls).toHaveLength(1);
  });

  it.concurrent.each([
    ['OPENAI_BASE_URL', { OPENAI_MODEL: 'small' }],
    ['OPENAI_MODEL', { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_MODEL: '' }],
  ])('does not start without %s', async (name, env) => {
    const { code, stderr } = await cli(['serve', ...memory, '--agent', 'openai-compatible'], {
      env,
    });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toBe(
      `--agent openai-compatible: the environment variable ${name} is not set`,
    );
  });
});

describe('serve --agent with a program', () => {
  it.concurrent('passes only PATH, the trace and the variables of --agent-env', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'newswatch-agent-')), 'agent.mjs');
    await writeFile(
      file,
      `const title = Object.keys(process.env).filter((name) => !name.startsWith('__CF')).sort().join();
       console.log(JSON.stringify({ results: [{ title, summary: '', links: [] }] }));`,
    );
    const env = { MODEL_TOKEN: 'one', OTHER_TOKEN: 'two', OPENAI_API_KEY: key };
    const agent = ['--agent', `node ${file}`, '--agent-env', 'MODEL_TOKEN'];
    const { ready } = await serveWith({ env }, ...memory, '--sample', ...agent);
    const { preview } = await createMonitor(ready);
    expect(preview.results).toMatchObject([{ title: 'MODEL_TOKEN,PATH,TRACEPARENT' }]);
  });

  it.concurrent.each([
    [['--agent', 'node', '--agent-env', 'NO_SUCH'], 'the environment variable NO_SUCH is not set'],
    [['--agent-env', 'PATH'], '--agent-env needs --agent'],
    [['--agent', 'node', '--agent-runs-per-hour', '0'], '--agent-runs-per-hour must be a whole'],
  ])('rejects %j', async (flags, problem) => {
    const { code, stderr } = await cli(['serve', ...memory, ...flags]);
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain(problem);
  });
});
