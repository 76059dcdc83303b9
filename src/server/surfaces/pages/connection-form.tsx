import type { Channel } from '../../../contract/channel.ts';
import { maxUrlLength } from '../../../contract/shared-fields.ts';
import { SelectField, type SelectGroup, type SelectOption, TextField } from './fields.tsx';
import type { Form } from './page-handlers.ts';

/** A monitor that a connection can deliver. */
export interface DeliverableMonitor {
  id: string;
  title: string;
  /** The name of its team, if it has one. */
  team?: string | undefined;
}

/** The values of the form, as text; a connection without a monitor covers all. */
export interface ConnectionValues {
  webhook_url: string;
  name: string;
  monitor_id: string;
}

export const noValues: ConnectionValues = { webhook_url: '', name: '', monitor_id: '' };

export function valuesOf({ webhook_url, name, monitor_id }: Channel): ConnectionValues {
  return { webhook_url, name: name ?? '', monitor_id: monitor_id ?? '' };
}

/** A submitted form. */
export function valuesIn({ webhook_url = '', name = '', monitor_id = '' }: Form): ConnectionValues {
  return { webhook_url, name, monitor_id };
}

/** The fields whose values are not those that the form was shown with. */
export function changedIn(form: Form): Partial<ConnectionValues> {
  const entries = Object.entries(valuesIn(form)).filter(
    ([field, value]) => value !== form[`was_${field}`],
  );
  return Object.fromEntries(entries);
}

interface ConnectionFieldsProps {
  values: ConnectionValues;
  /** Messages by the names of the fields. */
  errors: Readonly<Record<string, string>>;
  /** Those that it may deliver. */
  monitors: readonly DeliverableMonitor[];
  /**
   * The current values, for an existing connection: only fields that the user edits are saved, so that
   * concurrent changes of other fields are kept.
   */
  current?: ConnectionValues | undefined;
}

/** The fields of a form that connects or edits a webhook. */
export function ConnectionFields({ values, errors, monitors, current }: ConnectionFieldsProps) {
  return (
    <>
      {current &&
        Object.entries(current).map(([field, value]) => (
          <input type="hidden" name={`was_${field}`} value={value} />
        ))}
      <TextField
        id="webhook_url"
        label="URL"
        type="url"
        value={values.webhook_url}
        hint="A public https address that you own. It receives the events."
        error={errors['webhook_url']}
        isRequired
        maxLength={maxUrlLength}
      />
      <div class="fields spaced">
        <SelectField
          id="monitor_id"
          label="What it delivers"
          hint="All your monitors: those that you create later too, but not those of other members of your teams."
          value={values.monitor_id}
          options={[['', 'All your monitors'], ...ofNoTeam(monitors)]}
          groups={teamsOf(monitors)}
          error={errors['monitor_id']}
        />
        <TextField
          id="connection_name"
          name="name"
          label="Name (optional)"
          value={values.name}
          error={errors['name']}
          maxLength={200}
        />
      </div>
    </>
  );
}

function ofNoTeam(monitors: readonly DeliverableMonitor[]): SelectOption[] {
  return monitors.filter(({ team }) => team === undefined).map(optionOf);
}

/** A group for each team, in the order of their first monitors. */
function teamsOf(monitors: readonly DeliverableMonitor[]): SelectGroup[] {
  const groups = new Map<string, SelectOption[]>();
  for (const monitor of monitors) {
    if (monitor.team === undefined) continue;
    groups.set(monitor.team, [...(groups.get(monitor.team) ?? []), optionOf(monitor)]);
  }
  return [...groups].map(([team, options]) => ({ label: `Team ${team}`, options }));
}

function optionOf({ id, title }: DeliverableMonitor): SelectOption {
  return [id, title];
}
