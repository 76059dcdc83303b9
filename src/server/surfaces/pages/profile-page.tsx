import type { Child } from 'hono/jsx';
import type { Briefing } from '../../../contract/briefings.ts';
import type { InputOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { briefingSchedules, weekdays } from '../../../contract/profile.ts';
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
          <Field id="name" label="Name">
            <input
              id="name"
              type="text"
              name="name"
              value={values.name}
              required
              maxlength={100}
              autocomplete="name"
            />
          </Field>
          <Field id="time_zone" label="Time zone">
            <Select id="time_zone" value={values.time_zone} options={timeZones()} />
          </Field>
          <Field id="language" label="Language" hint="The format of dates: en, de, pt-BR …">
            <input
              id="language"
              type="text"
              name="language"
              value={values.language}
              required
              maxlength={100}
              autocomplete="language"
              spellcheck={false}
              aria-describedby="language-hint"
            />
          </Field>
          <Field id="briefing" label="Briefing">
            <Select id="briefing" value={values.briefing} options={briefingSchedules} />
          </Field>
          <Field id="briefing_time" label="Time of the briefing">
            <input
              id="briefing_time"
              type="time"
              name="briefing_time"
              value={values.briefing_time}
              required
            />
          </Field>
          <Field id="briefing_day" label="Day of a weekly briefing">
            <Select id="briefing_day" value={values.briefing_day} options={weekdays} />
          </Field>
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
      {account.plan === 'active'
        ? 'Briefings are made of what your monitors find.'
        : 'Briefings need a plan.'}
    </p>
  );
}

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  children?: Child;
}

function Field({ id, label, hint, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  /** Also the name of the field. */
  id: string;
  value: string;
  options: readonly string[];
}

function Select({ id, value, options }: SelectProps) {
  const all = options.includes(value) ? options : [value, ...options];
  return (
    <select id={id} name={id}>
      {all.map((option) => (
        <option value={option} selected={option === value}>
          {option.charAt(0).toUpperCase() + option.slice(1)}
        </option>
      ))}
    </select>
  );
}

function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}
