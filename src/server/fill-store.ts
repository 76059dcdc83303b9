import type { Log } from '../node/log.ts';
import type { Clock } from './clock.ts';
import { operatorFetch } from './egress/guarded-fetch.ts';
import type { HostResolver } from './egress/host-resolver.ts';
import { type ImportSummary, importLocations } from './feeds/import-news.ts';
import type { ServerOptions } from './server-options.ts';
import type { Store } from './store/store.ts';
import type { Fixture } from './testing/fixture/fixture-schema.ts';
import { seedFixture } from './testing/fixture/seed-fixture.ts';

/** Adds the fixture, the sample news and `news` to a store. */
export async function fillStore(
  store: Store,
  options: Omit<ServerOptions, 'fixture'> & { fixture: Fixture | undefined },
  resolver: HostResolver,
  clock: Clock,
  log: Log,
): Promise<ImportSummary[]> {
  const { fixture, sample, news = [], onProgress, signal } = options;
  if (fixture) await seedFixture(store, fixture, clock.now());
  if (sample) {
    const { loadSampleNews } = await import('./testing/sample/sample-news.ts');
    await loadSampleNews(store.news, clock.now());
  }
  return importLocations(store.news, news, {
    now: () => clock.now(),
    newFetch: () => operatorFetch(resolver),
    onProgress,
    signal,
    log,
  });
}
