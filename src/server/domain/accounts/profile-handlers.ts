import type { Operations } from '../../../contract/operations.ts';
import type { Profile } from '../../../contract/profile.ts';
import type { AccountRecord } from '../../store/store.ts';
import type { Context, Handlers } from '../context.ts';

export function profileHandlers({ store, briefings }: Context): Handlers<Operations['profile']> {
  return {
    async get(_input, { account }) {
      return profileResponse(account);
    },

    async update({ time_zone, language, ...others }, { account }) {
      const changed = await store.accounts.setProfile(account.id, {
        ...others,
        time_zone: time_zone === undefined ? undefined : canonicalTimeZone(time_zone),
        language: language === undefined ? undefined : canonicalLanguage(language),
      });
      // To determine when the next one is due.
      briefings.wake();
      return profileResponse(changed ?? account);
    },
  };
}

function profileResponse(account: AccountRecord): Profile {
  const { name, time_zone, language, briefing, briefing_time, briefing_day } = account;
  return { name, time_zone, language, briefing, briefing_time, briefing_day };
}

/** Corrects the case only: `Intl` would replace some names with older ones. */
function canonicalTimeZone(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

function canonicalLanguage(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}
