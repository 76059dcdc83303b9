import { afterEach, describe, expect, it, vi } from 'vitest';
import { AttemptPlaces } from '../../../../src/server/delivery/attempt-places.ts';
import type { ClaimedDelivery } from '../../../../src/server/store/store.ts';
import { claimedDelivery, connectionRecord } from '../../../helpers/claimed-delivery.ts';

afterEach(() => {
  vi.useRealTimers();
});

const claimFor = (host: string, changes: Partial<ClaimedDelivery> = {}) =>
  claimedDelivery({
    channel_id: `chan_${host}`,
    connection: connectionRecord({ webhook_url: `https://${host}/` }),
    ...changes,
  });

const found = () => Promise.resolve();

describe('the limits of a claim', () => {
  it('count attempts by connection, host and account', () => {
    const places = new AttemptPlaces({ total: 5 });
    places.add(claimFor('a.example', { account_id: 'one' }));
    places.add(claimFor('a.example', { account_id: 'two' }));
    expect(places.claimLimits()).toEqual({
      limit: 3,
      max_per_connection: 8,
      in_flight: new Map([['chan_a.example', 2]]),
      hosts: { max: 32, in_flight: new Map([['a.example', 2]]) },
      accounts: {
        max: 64,
        reserved: 2,
        in_flight: new Map([
          ['one', 1],
          ['two', 1],
        ]),
        turns: new Map([
          ['one', 1],
          ['two', 1],
        ]),
      },
    });
  });

  it('count the attempts of other processes by connection and host', () => {
    const places = new AttemptPlaces();
    places.add(claimFor('a.example'));
    const { in_flight, hosts } = places.claimLimits([
      { channel_id: 'chan_a.example', webhook_url: 'https://a.example/', count: 7 },
      { channel_id: 'chan_b', webhook_url: 'https://a.example/b', count: 2 },
      { channel_id: 'chan_removed', webhook_url: null, count: 1 },
    ]);
    expect(in_flight).toEqual(
      new Map([
        ['chan_a.example', 8],
        ['chan_b', 2],
        ['chan_removed', 1],
      ]),
    );
    expect(hosts?.in_flight).toEqual(new Map([['a.example', 10]]));
  });

  it('leave the place of a delivery to others during its lookup', () => {
    const places = new AttemptPlaces({ total: 1 });
    const claim = claimFor('dead.example');
    places.add(claim);
    void places.duringLookup(claim, new Promise(() => {}));
    const { limit, hosts, accounts } = places.claimLimits();
    expect(limit).toBe(1);
    expect(hosts?.in_flight).toEqual(new Map([['dead.example', 1]]));
    expect(accounts?.in_flight).toEqual(new Map());
    expect(accounts?.turns).toEqual(new Map([['acc', 1]]));
    expect(places.isEmpty).toBe(false);
  });

  it('allow no claim if too many, or too long, deliveries wait for lookups', () => {
    const places = new AttemptPlaces();
    const payload = 'x'.repeat(16 * 1024 * 1024);
    for (let n = 0; n < 4; n += 1) {
      expect(places.claimLimits().limit).toBe(512);
      const claim = claimFor(`dead-${n}.example`, { payload });
      places.add(claim);
      void places.duringLookup(claim, new Promise(() => {}));
    }
    expect(places.claimLimits().limit).toBe(0);
  });

  it.each([
    ['many', 'x', 256],
    ['long', 'x'.repeat(1024 * 1024), 32],
  ])(
    'allow an account at most as many deliveries that wait for lookups as are free of half, if they are %s',
    (_how, payload, max) => {
      const places = new AttemptPlaces();
      const waitForLookups = (account_id: string, count: number) => {
        for (let n = 0; n < count; n += 1) {
          const claim = claimFor('dead.example', { account_id, payload });
          places.add(claim);
          void places.duringLookup(claim, new Promise(() => {}));
        }
        return places.claimLimits();
      };
      const inFlight = ({ accounts }: ReturnType<typeof waitForLookups>) =>
        Object.fromEntries(accounts?.in_flight ?? []);
      expect(inFlight(waitForLookups('one', max / 2 - 1))).toEqual({});
      expect(inFlight(waitForLookups('one', 1))).toEqual({ one: 64 });
      const limits = waitForLookups('two', max / 4);
      expect(inFlight(limits)).toEqual({ one: 64, two: 64 });
      expect(limits.limit).toBe(512);
    },
  );

  it('allow an account some lookups however many accounts wait for others', () => {
    const places = new AttemptPlaces();
    const waitForLookups = (account_id: string, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const claim = claimFor('dead.example', { account_id });
        places.add(claim);
        void places.duringLookup(claim, new Promise(() => {}));
      }
      return places.claimLimits().accounts?.in_flight.get(account_id) ?? 0;
    };
    expect(waitForLookups('dead', 127)).toBe(0);
    expect(waitForLookups('dead', 1)).toBe(64);
    for (let account = 0; account < 60; account += 1) waitForLookups(`dead-${account}`, 4);
    expect(waitForLookups('good', 3)).toBe(0);
    expect(waitForLookups('good', 1)).toBe(64);
    expect(places.claimLimits().limit).toBe(512);
  });
});

describe('an account whose lookups end', () => {
  it('leaves the places of others free', async () => {
    const places = new AttemptPlaces({ total: 8, perAccount: 2 });
    for (let n = 0; n < 6; n += 1) {
      const claim = claimFor(`slow-${n}.example`, { account_id: 'one' });
      places.add(claim);
      void places.duringLookup(claim, found());
    }
    await found();
    await found();
    const { limit, accounts } = places.claimLimits();
    expect(limit).toBe(6);
    expect(accounts?.in_flight.get('one')).toBe(6);
  });
});

describe('a delivery after its lookup', () => {
  /** Places that one attempt fills, and a delivery whose lookup has ended. */
  async function waitingDelivery() {
    const places = new AttemptPlaces({ total: 1 });
    const [waiting, other] = [claimFor('a.example'), claimFor('b.example')];
    places.add(waiting);
    const hasPlace = places.duringLookup(waiting, found());
    places.add(other);
    await found();
    return { places, waiting, other, hasPlace };
  }

  it('has a place again if there is one', async () => {
    const places = new AttemptPlaces({ total: 1 });
    const claim = claimFor('a.example');
    places.add(claim);
    expect(await places.duringLookup(claim, found())).toBe(true);
    expect(places.claimLimits().limit).toBe(0);
  });

  it('waits for a place, before new claims', async () => {
    const { places, other, hasPlace } = await waitingDelivery();
    expect(places.claimLimits().limit).toBe(0);
    places.remove(other);
    expect(await hasPlace).toBe(true);
    expect(places.claimLimits().limit).toBe(0);
  });

  it('is given back after eight seconds, and if the server stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = await waitingDelivery();
    vi.advanceTimersByTime(8000);
    expect(await late.hasPlace).toBe(false);
    late.places.remove(late.other);
    expect(late.places.isEmpty).toBe(true);
    const stopped = await waitingDelivery();
    stopped.places.stop();
    expect(await stopped.hasPlace).toBe(false);
  });

  it('waits while its account has as many attempts as it may have', async () => {
    const places = new AttemptPlaces({ perAccount: 1 });
    const claim = claimFor('a.example');
    const [own, others] = [claimFor('b.example'), claimFor('c.example', { account_id: 'other' })];
    places.add(claim);
    let hasPlace: boolean | undefined;
    const ended = places.duringLookup(claim, found()).then((value) => {
      hasPlace = value;
    });
    places.add(own);
    places.add(others);
    await found();
    places.remove(others);
    await found();
    expect(hasPlace).toBeUndefined();
    places.remove(own);
    await ended;
    expect(hasPlace).toBe(true);
  });
});
