import { operations } from '../../contract/operations.ts';
import { describe, objectIn, textAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { profile } = operations;

/** docs/service.md §2.9 */
export const profileStatements: readonly CheckedStatement[] = [
  {
    id: '2.9-1',
    text: 'The profile has a name, a time zone, a language and the schedule of briefings.',
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => {
      const body = await trial.ok(profile.get);
      const schedule = ['briefing', 'briefing_time', 'briefing_day'];
      for (const field of ['name', 'time_zone', 'language', ...schedule]) textAt(body, field);
    },
  },
  {
    id: '2.9-2',
    text: '`profile.update` changes only the fields that it is given.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const before = objectIn(await trial.ok(profile.get));
      const day = before['briefing_day'] === 'friday' ? 'monday' : 'friday';
      const after = objectIn(await trial.ok(profile.update, { briefing_day: day }));
      for (const [field, value] of Object.entries({ ...before, briefing_day: day })) {
        ensure(after[field] === value, `${field} became ${describe(after[field])}`);
      }
    },
  },
  {
    id: '2.9-3',
    text: 'A time zone, a language or a time of day that does not exist is an error.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const wrong = [{ time_zone: 'Mars/Olympus' }, { language: 'x' }, { briefing_time: '24:00' }];
      for (const input of wrong) await trial.rejected(profile.update, input);
    },
  },
  {
    id: '2.9-4',
    text: 'The profile works without a plan.',
    surfaces: surfaceNames,
    needs: ['unpaid key', 'test world'],
    check: async (trial) => void (await trial.ok(profile.get, {}, 'unpaid')),
  },
];
