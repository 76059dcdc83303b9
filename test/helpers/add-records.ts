import type { Store } from '../../src/server/store/store.ts';

type FixtureRecords = Parameters<Store['fixtures']['add']>[0]['records'];

export const noRecords: FixtureRecords = {
  accounts: [],
  keys: [],
  teams: [],
  monitors: [],
  watches: [],
  runs: [],
  alerts: [],
  channels: [],
  deliveries: [],
  briefings: [],
};

/** Stores records as a fixture does. Members of a team that exists are replaced. */
export async function addRecords(
  { fixtures }: Pick<Store, 'fixtures'>,
  records: Partial<FixtureRecords>,
): Promise<void> {
  await fixtures.add({ records: { ...noRecords, ...records }, accountChanges: [], marks: [] });
}
