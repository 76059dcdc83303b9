import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';

async function explanationsOf(code: string) {
  const { stdout } = await cli(['explain', code]);
  return JSON.parse(stdout).explanations;
}

describe('newswatch explain', () => {
  it('explains errors, exit codes and HTTP status codes without a service', async () => {
    expect(await explanationsOf('plan_required')).toMatchObject([
      { kind: 'service_error', status: 402, hint: expect.stringContaining('human') },
    ]);
    expect(await explanationsOf('7')).toMatchObject([{ kind: 'exit_code' }]);
    expect(await explanationsOf('429')).toMatchObject([{ code: 'rate_limited' }]);
    expect(await explanationsOf('tls_error')).toMatchObject([{ kind: 'delivery_error' }]);
  });

  it('explains a code for each place where it occurs', async () => {
    const kinds = (await explanationsOf('timeout')).map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['program_error', 'delivery_error']);
  });

  it('explains delivery statuses and status codes of receivers', async () => {
    expect(await explanationsOf('exhausted')).toMatchObject([{ kind: 'delivery_status' }]);
    expect(await explanationsOf('http_503')).toMatchObject([
      { kind: 'delivery_error', status: 503, hint: expect.stringContaining('retries') },
    ]);
    expect(await explanationsOf('http_404')).toMatchObject([
      { meaning: expect.stringContaining('permanent') },
    ]);
  });

  it('suggests a similar code for an unknown one', async () => {
    const { code, stderr } = await cli(['explain', 'plan_requird']);
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('did you mean plan_required?');
  });
});

describe('newswatch help', () => {
  it.each([
    [['help', 'exit-codes'], /^ {2}3 +plan_required/m],
    [['help', 'environment'], /SERVICE_API_KEY/],
    [['help', 'news', 'search'], /USAGE\n {2}newswatch news search/],
    [['help'], /USAGE\n {2}newswatch/],
  ])('%j prints on stderr with exit code 0', async (args, text) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(text);
  });

  it('suggests a similar topic for an unknown one', async () => {
    const { code, stderr } = await cli(['help', 'exit-code']);
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('did you mean exit-codes?');
  });
});
