import { describe, expect, it } from 'vitest';
import { monitors } from '../../../src/contract/monitors.ts';

const run = {
  id: 'run_1',
  monitor_id: 'mon_1',
  trigger: 'on_demand' as const,
  status: 'completed' as const,
  started_at: '2026-05-06T00:00:00Z',
  finished_at: '2026-05-06T00:00:01Z',
  results: [],
  filtered: {},
  error: null,
  broadcast_results: [],
};
const error = 'https://a.example/feed: returned 500';

describe('the note about a run', () => {
  it('names the feeds that it could not read', () => {
    expect(monitors.run.notice?.({ ...run, error })).toBe(`the run could not read ${error}`);
  });

  it('says why it failed', () => {
    expect(monitors.run.notice?.({ ...run, status: 'failed', error })).toBe(
      `the run failed: ${error}`,
    );
  });

  it('is missing if nothing went wrong', () => {
    expect(monitors.run.notice?.(run)).toBeUndefined();
  });
});
