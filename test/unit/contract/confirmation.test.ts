import { describe, expect, it } from 'vitest';
import { operationList, operations } from '../../../src/contract/operations.ts';

describe.each(operationList)('$name', ({ destructive, confirmation }) => {
  it('asks for a confirmation exactly if it can destroy something', () => {
    expect(confirmation !== undefined).toBe(destructive);
  });
});

describe('the confirmation', () => {
  const { set, rotate_secret } = operations.delivery;

  it.each([
    [{ status: 'disabled' }, true],
    [{ status: 'paused' }, false],
    [{ name: 'Desk' }, false],
  ] as const)('of delivery.set with %j is needed: %s', (input, isNeeded) => {
    expect(set.confirmation?.isNeeded?.({ channel_id: 'chan_1', ...input })).toBe(isNeeded);
  });

  it.each([
    [{}, false],
    [{ previous_valid_hours: 24 }, false],
    [{ previous_valid_hours: 0 }, true],
    [{ replace: true }, true],
  ])('of delivery.rotate_secret with %j is needed: %s', (input, isNeeded) => {
    const confirmation = rotate_secret.confirmation;
    expect(confirmation?.isNeeded?.({ channel_id: 'chan_1', ...input })).toBe(isNeeded);
  });
});
