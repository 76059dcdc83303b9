import { describe, expect, it } from 'vitest';
import { groupDescriptions } from '../../../src/contract/operation-groups.ts';
import { mapOperations, operationList, operations } from '../../../src/contract/operations.ts';

/** docs/service.md §4.1: method, path, operation, whether it works without a paid plan. */
const documented = [
  ['GET', '/api/v1/account/overview', 'account.overview', true],
  ['POST', '/api/v1/news/search', 'news.search', false],
  ['GET', '/api/v1/news/latest', 'news.latest', false],
  ['GET', '/api/v1/news/mine', 'news.mine', false],
  ['GET', '/api/v1/news/{id}', 'news.get', false],
  ['GET', '/api/v1/monitors', 'monitors.list', false],
  ['POST', '/api/v1/monitors', 'monitors.create', false],
  ['POST', '/api/v1/monitors/{id}/run', 'monitors.run', false],
  ['GET', '/api/v1/alerts', 'alerts.list', false],
  ['GET', '/api/v1/delivery', 'delivery.get', false],
  ['POST', '/api/v1/delivery/connect', 'delivery.connect', false],
  ['GET', '/api/v1/briefings', 'briefings.list', true],
  ['GET', '/api/v1/usage', 'usage', true],
];

describe('the table of operations', () => {
  it('marks exactly the documented endpoints as documented', () => {
    const declared = operationList
      .filter((operation) => operation.documented)
      .map(({ method, path, name, access }) => [method, path, name, access === 'free']);
    expect(new Set(declared)).toEqual(new Set(documented));
  });

  it('names each operation after its place in the table', () => {
    const places = Object.entries(operations).flatMap(([group, entry]) =>
      'path' in entry ? [group] : Object.keys(entry).map((verb) => `${group}.${verb}`),
    );
    expect(operationList.map(({ name }) => name)).toEqual(places);
  });

  it.each(operationList)('$name refers only to existing fields', ({ args, flags, path, input }) => {
    const fields = Object.keys(input.def.shape);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
    expect(fields).toEqual(expect.arrayContaining([...args, ...Object.keys(flags), ...inPath]));
  });

  it('maps every operation, and keeps its shape', () => {
    const names = mapOperations(operations, ({ name }) => name);
    expect(names).toMatchObject({ news: { search: 'news.search' }, usage: 'usage' });
    expect(Object.keys(names)).toEqual(Object.keys(operations));
  });

  it('has a description for every group', () => {
    expect([...groupDescriptions.keys()]).toEqual(Object.keys(operations));
    expect([...groupDescriptions.values()].every((description) => description !== '')).toBe(true);
  });

  it.each(operationList)('$name has examples of its command', ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples)
      expect(example).toMatch(new RegExp(`^${name.replace('.', ' ').replace('_', '-')}`));
  });
});
