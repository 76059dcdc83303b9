/** The quotas of an account with a plan. Without a plan, it cannot create anything. */
export interface Quotas {
  /** Its monitors, those of its teams included. */
  monitors: number;
  /** Its connections. */
  connections: number;
  /** Characters of a prompt. */
  prompt: number;
}

/** The quotas that differ from the defaults. */
export interface QuotaSettings extends Readonly<Partial<Quotas>> {
  /** Those of single plans that differ from the others, by the name of the plan. */
  readonly plans?: Readonly<Record<string, Readonly<Partial<Quotas>>>> | undefined;
}

const kinds: Readonly<Record<keyof Quotas, true>> = {
  monitors: true,
  connections: true,
  prompt: true,
};

/** Whether it is the name of a plan, such as `basic`; `active` is the default, and `none` is no plan. */
export function isPlanName(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(text) && text !== 'none';
}

/** Whether it is an object of whole numbers by kind, such as `{ monitors: 100, plans: { basic: { monitors: 20 } } }`. */
export function areQuotas(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { plans = {}, ...quotas } = value;
  if (!areNumbers(quotas) || !isObject(plans)) return false;
  return Object.entries(plans).every(([name, each]) => isPlanName(name) && areNumbers(each));
}

function areNumbers(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([kind, count]) =>
      Object.hasOwn(kinds, kind) &&
      (count === undefined || (Number.isSafeInteger(count) && Number(count) >= 0)),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
