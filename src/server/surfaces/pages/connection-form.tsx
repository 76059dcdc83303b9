import type { Channel } from '../../../contract/channel.ts';
import type { Monitor } from '../../../contract/monitor.ts';
import { maxUrlLength } from '../../../contract/shared-fields.ts';
import { SelectField, type SelectOption, TextField } from './fields.tsx';
import type { Form } from './page-handlers.ts';

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
  monitors: readonly Pick<Monitor, 'id' | 'title'>[];
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
          hint="All monitors: those that you create later too."
          value={values.monitor_id}
          options={[['', 'All monitors'], ...monitors.map(optionOf)]}
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

function optionOf({ id, title }: Pick<Monitor, 'id' | 'title'>): SelectOption {
  return [id, title];
}
