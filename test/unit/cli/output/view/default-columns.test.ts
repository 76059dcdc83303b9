import { expect, it } from 'vitest';
import { defaultColumns, otherLists } from '../../../../../src/cli/output/view/default-columns.ts';
import { isSchemaField } from '../../../../../src/cli/output/view/schema-fields.ts';
import { operationList } from '../../../../../src/contract/operations.ts';

it.each(Object.entries(defaultColumns))(
  'the columns of %s are declared fields',
  (name, columns) => {
    const operation = operationList.find((each) => each.name === name);
    for (const column of columns) expect(operation && isSchemaField(operation, column)).toBe(true);
  },
);

it('the columns of the other lists are declared fields', () => {
  for (const [name, { list, columns }] of Object.entries(otherLists)) {
    const operation = operationList.find((each) => each.name === name);
    for (const column of columns) {
      expect(operation && isSchemaField({ ...operation, list }, column)).toBe(true);
    }
  }
});

it('every list that an operation returns has columns', () => {
  const lists = operationList.filter(({ list }) => list !== undefined).map(({ name }) => name);
  expect(Object.keys(defaultColumns).sort()).toEqual(lists.sort());
});
