import type { Child } from 'hono/jsx';

interface FieldProps {
  /** The id of the control. */
  id: string;
  label: string;
  hint?: string | undefined;
  /** Why the value was rejected. */
  error?: string | undefined;
  children?: Child;
}

/** A control with its label, hint and error. Its {@link fieldAttributes} point to them. */
function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The attributes that tie a control to its hint and error, which screen readers then read. The page
 * opens at a rejected value.
 */
function fieldAttributes({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const texts = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return {
    'aria-describedby': texts.length > 0 ? texts.join(' ') : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    autofocus: error ? true : undefined,
  };
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  /** Default: its id. */
  name?: string;
  type?: 'text' | 'url' | 'time';
  value?: string | undefined;
  isRequired?: boolean;
  maxLength?: number;
  /** Default: `off`. */
  autocomplete?: string;
}

export function TextField(props: TextFieldProps) {
  const { id, name = id, type = 'text', value, isRequired, maxLength } = props;
  return (
    <Field {...props}>
      <input
        id={id}
        type={type}
        name={name}
        value={value}
        required={isRequired}
        maxlength={maxLength}
        autocomplete={props.autocomplete ?? 'off'}
        spellcheck={false}
        {...fieldAttributes(props)}
      />
    </Field>
  );
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  /** Default: its id. */
  name?: string;
  value: string;
  options: readonly SelectOption[];
  /** Options with a heading, after the others. */
  groups?: readonly SelectGroup[];
}

export interface SelectGroup {
  label: string;
  options: readonly SelectOption[];
}

/** A value and its text. */
export type SelectOption = readonly [value: string, text: string];

export function SelectField(props: SelectFieldProps) {
  const { id, name = id, value, options, groups = [] } = props;
  return (
    <Field {...props}>
      <select id={id} name={name} {...fieldAttributes(props)}>
        <Options options={options} value={value} />
        {groups.map(({ label, options: some }) => (
          <optgroup label={label}>
            <Options options={some} value={value} />
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

function Options({ options, value }: Pick<SelectFieldProps, 'options' | 'value'>) {
  return (
    <>
      {options.map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </>
  );
}
