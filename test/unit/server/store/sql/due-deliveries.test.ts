import { describe, expect, it } from 'vitest';
import {
  claimShares,
  connectionsOf,
  longestDue,
} from '../../../../../src/server/store/sql/due-deliveries.ts';
import { sqliteDialect } from '../../../../../src/server/store/sqlite/sqlite-dialect.ts';
import type { ClaimOptions } from '../../../../../src/server/store/store.ts';

const options = (changes: Partial<ClaimOptions> = {}): ClaimOptions => ({
  now: 0,
  lease_until: 1,
  limit: 4,
  max_per_connection: 2,
  in_flight: new Map(),
  ...changes,
});

/** Due deliveries of connections, one letter each. */
const due = (channels: string) =>
  [...channels].map((channel_id, sequence) => ({
    channel_id,
    sequence,
    account_id: channel_id < 'u' ? 'one' : 'two',
    webhook_url: null,
  }));

describe('the connections of the longest due deliveries', () => {
  it('are all of them if nothing else is due', () => {
    const connection = { account_id: 'one', webhook_url: null };
    expect(connectionsOf(due('aba'), options())).toEqual([
      { ...connection, id: 'a', due: 2, sequences: [0, 2] },
      { ...connection, id: 'b', due: 1, sequences: [1] },
    ]);
  });

  it('are those without attempts in flight if they fill the claim, with one delivery each', () => {
    const in_flight = new Map([['x', 1]]);
    const connections = connectionsOf(due('xaabxcddx'), options({ in_flight }));
    expect(connections?.map(({ id, due: count }) => `${id}${count}`)).toEqual([
      'a1',
      'b1',
      'c1',
      'd1',
    ]);
  });

  it('are not enough if other connections may have no attempts in flight', () => {
    const in_flight = new Map([['x', 1]]);
    expect(connectionsOf(due('xxxxxxxxa'), options({ in_flight }))).toBeUndefined();
  });
});

it('a quick claim looks for others only if it has few', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const claim = (isQuick: boolean, inFlight = 0) =>
    connectionsOf(
      due(letters.repeat(20)),
      options({
        limit: 200,
        isQuick,
        accounts: { max: 64, in_flight: new Map([['one', inFlight]]) },
      }),
    );
  expect(claim(true)?.length).toBe(26);
  expect(claim(false)).toBeUndefined();
  // Of the second account, only six connections.
  expect(claim(true, 64)).toBeUndefined();
});

it('a quick claim reads few more deliveries than the accounts with attempts in flight may have', () => {
  const read = (claim: Partial<ClaimOptions>) =>
    longestDue(options({ limit: 300, isQuick: true, ...claim }), sqliteDialect).values.filter(
      (value) => value === 400 || value === 40 || value === 34,
    );
  const accounts = (inFlight: number) => ({ max: 64, in_flight: new Map([['one', inFlight]]) });
  const in_flight = new Map([
    ['a', 24],
    ['b', 24],
  ]);
  expect(read({})).toEqual([400, 400]);
  expect(read({ accounts: { max: 20, in_flight: new Map() } })).toEqual([40, 40]);
  expect(read({ in_flight, accounts: accounts(45) })).toEqual([40, 40]);
  expect(read({ in_flight, accounts: accounts(64) })).toEqual([34, 34]);
});

describe('the shares of a claim', () => {
  const connection = { account_id: 'one', webhook_url: null };
  const shares = (claim: ClaimOptions, ...channels: [string, number][]) =>
    claimShares(
      channels.map(([id, count]) => ({ ...connection, id, due: count })),
      claim,
    ).map(({ connection, count }) => `${connection.id}${count}`);

  it('end at the limit of the claim and at that of each connection', () => {
    expect(shares(options(), ['a', 9], ['b', 1], ['c', 9])).toEqual(['a2', 'b1', 'c1']);
  });

  it('end at the limits of each host and of each account', () => {
    const connections = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => ({
      id,
      due: 1,
      account_id: index < 5 ? 'one' : 'two',
      webhook_url: index < 3 ? `https://same.example/${id}` : `https://${id}.example/`,
    }));
    const limits = {
      hosts: { max: 2, in_flight: new Map([['same.example', 1]]) },
      accounts: { max: 4, in_flight: new Map([['one', 2]]) },
    };
    const found = claimShares(connections, options({ limit: 9, ...limits }));
    expect(found.map(({ connection }) => connection.id)).toEqual(['f', 'd', 'e']);
    const { hosts } = limits;
    const without = claimShares(connections, options({ limit: 9, hosts }));
    expect(without.map(({ connection }) => connection.id)).toEqual(['d', 'e', 'f', 'a']);
  });

  it('go to the accounts in turn, and leave as many places as one of them has', () => {
    const connections = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => ({
      id,
      due: 2,
      account_id: index < 4 ? 'one' : id,
      webhook_url: null,
    }));
    const claim = (turns: ReadonlyMap<string, number>) =>
      claimShares(
        connections,
        options({ limit: 8, accounts: { max: 64, in_flight: new Map(), turns } }),
      ).map(({ connection, count }) => `${connection.id}${count}`);
    expect(claim(new Map())).toEqual(['a2', 'e2', 'f2']);
    expect(claim(new Map([['one', 9]]))).toEqual(['e2', 'f2', 'a2']);
  });

  it('go to the connections with the fewest attempts in flight first', () => {
    const in_flight = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(shares(options({ in_flight }), ['a', 9], ['b', 9], ['c', 9])).toEqual(['c2', 'b1']);
  });
});
