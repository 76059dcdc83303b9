import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';

async function explanationsOf(code: string) {
  const { stdout } = await cli(['explain', code]);
  return JSON.parse(stdout).explanations;
}

describe('newswatch explain', () => {
  it('explains an error, an exit code and a status without a service', async () => {
    expect(await explanationsOf('plan_required')).toMatchObject([
      { kind: 'service_error', status: 402, hint: expect.stringContaining('human') },
    ]);
    expect(await explanationsOf('7')).toMatchObject([{ kind: 'exit_code' }]);
    expect(await explanationsOf('429')).toMatchObject([{ code: 'rate_limited' }]);
    expect(await explanationsOf('tls_error')).toMatchObject([{ kind: 'delivery_error' }]);
  });

  it('has an explanation in each place where a code is met', async () => {
    const kinds = (await explanationsOf('timeout')).map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['program_error', 'delivery_error']);
  });

  it('explains what a delivery’s record says: its status, and what the receiver answered', async () => {
    expect(await explanationsOf('exhausted')).toMatchObject([{ kind: 'delivery_status' }]);
    expect(await explanationsOf('http_503')).toMatchObject([
      { kind: 'delivery_error', status: 503, hint: expect.stringContaining('retries') },
    ]);
    expect(await explanationsOf('http_404')).toMatchObject([
      { meaning: expect.stringContaining('permanent') },
    ]);
  });

  it('names the nearest where it knows none', async () => {
    const { code, stderr } = await cli(['explain', 'plan_requird']);
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('did you mean plan_required?');
  });
});

describe('newswatch help', () => {
  it.each([
    [['help', 'exit-codes'], /^ {2}3 +plan_required/m],
    [['help', 'environment'], /SERVICE_API_KEY/],
    [['help', 'news', 'search'], /Usage: newswatch news search/],
    [['help'], /Usage: newswatch/],
  ])('%j is on stderr and ends with 0', async (args, text) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(text);
  });

  it('names what there is no help for, and what is near', async () => {
    const { code, stderr } = await cli(['help', 'exit-code']);
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('did you mean exit-codes?');
  });
});
