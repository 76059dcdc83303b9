import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { idKinds, newId } from '../../../../../src/server/domain/identifier.ts';
import { noMetrics } from '../../../../../src/server/metrics/metrics.ts';
import { createApp } from '../../../../../src/server/surfaces/app.ts';
import { endpoints } from '../../../../../src/server/surfaces/oauth/endpoints.ts';
import { createPages } from '../../../../../src/server/surfaces/pages/routes.tsx';
import {
  redactPath,
  redactPathForLog,
} from '../../../../../src/server/surfaces/shared/redact-path.ts';
import { noTracing } from '../../../../../src/server/tracing/tracing.ts';

describe('a path in the log', () => {
  const baseUrl = 'http://127.0.0.1';
  // Routes are only declared: nothing is called.
  const pages = createPages({ baseUrl, log: silentLog } as Parameters<typeof createPages>[0]);
  const { routes } = createApp({
    baseUrl,
    log: silentLog,
    metrics: noMetrics,
    tracing: noTracing,
    pages,
    service: {},
    stopping: new AbortController().signal,
  } as unknown as Parameters<typeof createApp>[0]);
  const paths = new Set([...routes.map(({ path }) => path), ...Object.values(endpoints)]);

  it('keeps every word of every route, on all surfaces', () => {
    expect(paths).toContain('/settings/delivery/events/:id');
    for (const path of paths) {
      const words = path.split('/').filter((word) => !/^[:*]/.test(word));
      expect(redactPathForLog(words.join('/'))).toBe(words.join('/'));
    }
  });

  it('keeps generated ids and masks all else, also names of parameters', () => {
    const path = (each: string) => `/settings/teams/${each}`;
    const ids = [...idKinds.map((kind) => newId(kind)), `evt_${'0'.repeat(32)}`];
    for (const id of ids) expect(redactPathForLog(path(id))).toBe(path(id));
    for (const other of ['evt_1', ':id', '*', 'nw_live_key', `${newId('team')}x`]) {
      expect(redactPathForLog(path(other))).toBe(path('***'));
    }
  });
});

it('a path in an error message hides keys and consent ids, also behind a prefix', () => {
  expect(redactPath('/mcp/a/b')).toBe('/mcp/***');
  expect(redactPath('/.well-known/x/mcp/a')).toBe('/.well-known/x/mcp/***');
  expect(redactPath('/oauth/consent/a')).toBe('/oauth/consent/***');
  expect(redactPath('/nowhere')).toBe('/nowhere');
});
