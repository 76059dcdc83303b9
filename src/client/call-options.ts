import { type OptionTypes, signal } from '../contract/option-types.ts';
import { checkSettings, duration, retryCount } from './check-settings.ts';
import { type HeaderInput, headerInput } from './header-input.ts';

/** Options of one call. An unknown key is an error, so that a misspelled option is noticed. */
export interface CallOptions {
  /** Ends the call at once when it is aborted. The call rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, including its retries, from 1 to 86,400,000 (default: the client's). */
  timeout?: number | undefined;
  /** Retries for requests that are safe to repeat, from 0 to 99 (default: the client's). */
  retries?: number | undefined;
  /**
   * Headers to send in addition to those of the client, or to override them. Headers that the client
   * sets itself, such as `Authorization`, are refused.
   */
  headers?: HeaderInput | undefined;
}

const types: OptionTypes<CallOptions> = {
  signal,
  timeout: duration(1),
  retries: retryCount,
  headers: headerInput,
};

/**
 * @param method such as `news.search`
 * @param fields of the input, which do not belong into the options
 * @throws {SettingError} if an option is unknown or invalid
 */
export function checkCallOptions(
  method: string,
  options: CallOptions,
  fields: readonly string[],
): void {
  checkSettings(`${method}()`, options, types, (name) =>
    fields.includes(name)
      ? `pass it in the first argument: client.${method}({ ${name} })`
      : undefined,
  );
}

export function isCallOption(name: string): boolean {
  return Object.hasOwn(types, name);
}
