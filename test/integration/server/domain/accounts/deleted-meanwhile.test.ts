import { expect, it } from 'vitest';
import { createSettingsService } from '../../../../../src/server/domain/accounts/settings-service.ts';
import type { Context } from '../../../../../src/server/domain/context.ts';
import type { AccountRecord } from '../../../../../src/server/store/store.ts';
import { closing } from '../../../../helpers/closing.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';

it('leaves out monitors and teams that were deleted after a page listed them', async () => {
  const store = closing(await openTestStore());
  const settings = createSettingsService({ store } as Context);
  const account = { id: 'someone' } as AccountRecord;
  expect(await settings.latestRuns(account, ['mon_deleted'])).toEqual(new Map());
  expect(await settings.withMembers([{ id: 'team', name: 'Deleted', webhooks: true }])).toEqual([]);
});
