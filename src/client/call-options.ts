import {
  checkDuration,
  checkOptions,
  checkRetries,
  checkSignal,
  type OptionChecks,
} from './check-options.ts';
import { type HeaderInput, parseHeaders } from './header-input.ts';

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

const checks: OptionChecks<CallOptions> = {
  signal: checkSignal,
  timeout: checkDuration(1),
  retries: checkRetries,
  headers: parseHeaders,
};

/**
 * @param subject of a message, such as `news.search()`
 * @throws {SettingError} if an option is unknown or invalid
 */
export function checkCallOptions(subject: string, options: CallOptions): void {
  checkOptions(subject, options, checks);
}
