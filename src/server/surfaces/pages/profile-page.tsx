import type { Briefing } from '../../../contract/briefings.ts';
import type { InputOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { briefingSchedules, weekdays } from '../../../contract/profile.ts';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import { SelectField, type SelectOption, TextField } from './fields.tsx';
import type { FlashMessage } from './flash-message.ts';
import { FormToken, Layout, Time } from './layout.tsx';
import type { PageSession } from './page-session.ts';

interface ProfileProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  /** The values of the form's fields. */
  values: Readonly<Record<keyof InputOf<Operations['profile']['update']>, string>>;
  /** The latest briefing. */
  briefing: Briefing | undefined;
}

export function ProfilePage({ session, flash, values, briefing }: ProfileProps) {
  return (
    <Layout title="Profile" session={session} current="/settings/profile" flash={flash}>
      <h1>Profile</h1>
      <form class="card" method="post" aria-label="Profile">
        <FormToken session={session} />
        <div class="fields">
          <TextField
            id="name"
            label="Name"
            value={values.name}
            isRequired
            maxLength={100}
            autocomplete="name"
          />
          <SelectField
            id="time_zone"
            label="Time zone"
            value={values.time_zone}
            options={choices(values.time_zone, timeZones())}
          />
          <TextField
            id="language"
            label="Language"
            hint="The format of dates: en, de, pt-BR …"
            value={values.language}
            isRequired
            maxLength={100}
            autocomplete="language"
          />
          <SelectField
            id="briefing"
            label="Briefing"
            value={values.briefing}
            options={choices(values.briefing, briefingSchedules)}
          />
          <TextField
            id="briefing_time"
            label="Time of the briefing"
            type="time"
            value={values.briefing_time}
            isRequired
          />
          <SelectField
            id="briefing_day"
            label="Day of a weekly briefing"
            value={values.briefing_day}
            options={choices(values.briefing_day, weekdays)}
          />
        </div>
        <button class="main" type="submit">
          Save
        </button>
      </form>
      <section class="card" aria-labelledby="latest">
        <h2 id="latest">Latest briefing</h2>
        {briefing ? <LatestBriefing briefing={briefing} /> : <NoBriefing session={session} />}
      </section>
    </Layout>
  );
}

function LatestBriefing({ briefing: { title, summary, created_at } }: { briefing: Briefing }) {
  return (
    <>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p class="faint">
        Made <Time at={created_at} />
      </p>
      <p class="prose">
        <bdi>{summary}</bdi>
      </p>
    </>
  );
}

function NoBriefing({ session: { account } }: { session: PageSession }) {
  return (
    <p>
      None yet.{' '}
      {hasPlan(account)
        ? 'Briefings are made of what your monitors find.'
        : 'Briefings need a plan.'}
    </p>
  );
}

/** The options of a select; a value that was rejected is one of them too. */
function choices(value: string, options: readonly string[]): SelectOption[] {
  const all = options.includes(value) ? options : [value, ...options];
  return all.map((option) => [option, option.charAt(0).toUpperCase() + option.slice(1)]);
}

function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}
