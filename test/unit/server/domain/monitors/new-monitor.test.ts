import { describe, expect, it } from 'vitest';
import { newMonitor, nextRunAfter } from '../../../../../src/server/domain/monitors/new-monitor.ts';

const now = 1_000_000;
const owner = { owner_id: 'acc', team_id: null };

function create(prompt: string, every_minutes: number | null = 60) {
  return newMonitor({ prompt, ...owner, every_minutes, execution: 'standard' }, now);
}

it('a new monitor is active, has its sources, and is due after its first interval', () => {
  expect(create('otters on https://a.example/feed.xml')).toEqual({
    id: expect.stringMatching(/^mon_[0-9a-f]{20}$/),
    prompt: 'otters on https://a.example/feed.xml',
    ...owner,
    every_minutes: 60,
    execution: 'standard',
    title: 'otters on',
    status: 'active',
    sources: ['https://a.example/feed.xml'],
    include_sources: [],
    exclude_sources: [],
    include_languages: [],
    exclude_languages: [],
    exclude_words: [],
    min_relevance: null,
    quiet_hours: null,
    created_at: now,
    last_run_at: null,
    next_run_at: now + 3_600_000,
  });
});

it('a monitor that runs on demand has no next run', () => {
  expect(create('otters', null).next_run_at).toBeNull();
  expect(nextRunAfter(now, { every_minutes: null })).toBeNull();
});

describe('the title', () => {
  it('is the one that was given', () => {
    const settings = { prompt: 'otters', title: 'Otters!', ...owner, every_minutes: 60 };
    expect(newMonitor({ ...settings, execution: 'standard' }, now).title).toBe('Otters!');
  });

  it.each([
    ['is the prompt', 'Tell me about otters', 'Tell me about otters'],
    ['is one line', ' otters\n\tand  seals ', 'otters and seals'],
    ['has no URLs', 'otters https://a.example/?token=x seals', 'otters seals'],
    ['names the hosts if there is no text', 'https://a.example/x?token=y', 'a.example'],
    [
      'names each host if there is only punctuation besides',
      'https://a.example/x, https://b.example:8080/',
      'a.example, b.example:8080',
    ],
    ['is the prompt if there is no letter or digit', ' ?! ', '?!'],
    ['has no overrides of the direction', 'otters \u202eslaes\u202c \u2066and', 'otters slaes and'],
    ['is not empty', '\u202e', 'Untitled'],
    ['keeps 80 characters', 'x'.repeat(80), 'x'.repeat(80)],
    ['is cut after 79 characters', 'x'.repeat(81), `${'x'.repeat(79)}…`],
    ['is cut between words', `${'x'.repeat(70)} ${'y'.repeat(20)}`, `${'x'.repeat(70)}…`],
  ])('%s', (_what, prompt, title) => {
    expect(create(prompt).title).toBe(title);
  });
});
