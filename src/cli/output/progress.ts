import { isCi } from '../config/is-ci.ts';
import { escapeText } from './json-text.ts';
import type { Output } from './output.ts';
import { cutText } from './view/text-width.ts';

/** How far the work is. */
export interface ProgressState {
  /** The name of the file or other part in progress (default: none). */
  label?: string;
  /** The number of items that are done. */
  count: number;
  /** A noun in singular and plural. */
  unit: readonly [one: string, many: string];
  /** The number of all items, if it is known. */
  total?: number | undefined;
  /** The done share of the work, 0 to 1 (default: `count / total`). */
  share?: number | undefined;
}

export type ProgressMode = 'line' | 'log' | 'none';

interface Conditions {
  /** `--progress` or `--no-progress`; `undefined` without both. */
  flag: boolean | undefined;
  env: Readonly<Record<string, string | undefined>>;
  output: Pick<Output, 'terminal' | 'sharesTerminal'>;
  /** Whether items are printed on stdout while the work runs. */
  streams: boolean;
}

/**
 * How to show progress: on a line of the terminal that is overwritten, or in the log. By default it is
 * shown only on a terminal that can overwrite a line, shows no items meanwhile and is not that of a CI job.
 */
export function progressMode({ flag, env, output, streams }: Conditions): ProgressMode {
  if (flag === false) return 'none';
  const isOwnLine =
    output.terminal !== undefined && env['TERM'] !== 'dumb' && !(streams && output.sharesTerminal);
  if (flag) return isOwnLine ? 'line' : 'log';
  return isOwnLine && !isCi(env) ? 'line' : 'none';
}

const interval = { line: 100, log: 5000 };

/** Shows how far some work is on stderr, with rate and time left. */
export class Progress {
  readonly #output: Output;
  readonly #mode: 'line' | 'log';
  readonly #now: () => number;
  #first: ProgressState | undefined;
  #startedAt = 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  /** @param now in milliseconds */
  constructor(output: Output, mode: 'line' | 'log', now = () => performance.now()) {
    this.#output = output;
    this.#mode = mode;
    this.#now = now;
  }

  /** Shows a state, unless another one was shown shortly before. Rates count from the first of a label. */
  update(state: ProgressState): void {
    const now = this.#now();
    if (this.#first === undefined || state.label !== this.#first.label) {
      this.#first = state;
      this.#startedAt = now;
      // The log starts with the first progress.
      this.#shownAt = this.#mode === 'log' ? now : Number.NEGATIVE_INFINITY;
    }
    if (now - this.#shownAt < interval[this.#mode]) return;
    this.#shownAt = now;
    const text = progressText(state, this.#first, (now - this.#startedAt) / 1000);
    if (this.#mode === 'log') this.#output.note(`newswatch: ${text}`);
    else this.#output.status(this.#fitting(text));
  }

  #fitting(text: string): string {
    const line = this.#output.redacted(escapeText(text.replaceAll(/\s/g, ' ')));
    return cutText(line, Math.max(this.#output.columns - 1, 1));
  }

  /** Removes the line. */
  end(): void {
    this.#output.status('');
  }
}

const number = new Intl.NumberFormat('en-US');

/** @param seconds since the first state */
function progressText(state: ProgressState, first: ProgressState, seconds: number): string {
  const { label, count, unit, total } = state;
  const share = shareOf(state);
  const rate = seconds < 1 ? undefined : (count - first.count) / seconds;
  const done = share - shareOf(first);
  const left = done > 0 && share < 1 && seconds >= 1 ? ((1 - share) / done) * seconds : undefined;
  const counted =
    total === undefined
      ? number.format(count)
      : `${number.format(count)} of ${number.format(total)}`;
  return [
    share > 0 ? `${Math.floor(share * 100)} %` : undefined,
    `${counted} ${(total ?? count) === 1 ? unit[0] : unit[1]}`,
    rate === undefined
      ? undefined
      : `${number.format(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))}/s`,
    left === undefined ? undefined : `${durationText(left)} left`,
    label,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** 0 if it is unknown. */
function shareOf({ count, total, share }: ProgressState): number {
  const known = share ?? (total === undefined ? 0 : count / total);
  return Math.min(Math.max(known || 0, 0), 1);
}

/** `8 s`, `1 min 05 s` or `2 h 03 min`. */
function durationText(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 1);
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}
