import { addAbortSignal } from 'node:stream';
import { errorMessage } from '../../../node/error-message.ts';
import { openInput } from '../../../node/open-input.ts';
import { readBounded } from '../../../node/read-bounded.ts';
import { describeSystemError, isFileMissing } from '../../../node/system-error.ts';
import { Failure } from '../../errors/failure.ts';
import { parseTargetUrl } from './target-url.ts';

/** Maximum size of the text, in bytes. */
const maxSize = 16_777_216;

/** Milliseconds. */
const readTimeout = 5000;

/**
 * Reads the text of `--handled`: a file, which is empty if it does not exist yet, or a URL.
 *
 * @param deadline ends the read when aborted
 * @throws {Failure} if it cannot be read
 */
export function readHandledEvents(source: string, deadline: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(readTimeout)]);
  if (!/^https?:/i.test(source)) return readLog(source, signal);
  return readUrl(parseTargetUrl(source, '--handled'), signal);
}

async function readLog(file: string, signal: AbortSignal): Promise<string> {
  try {
    const { stream } = await openInput(file);
    return (await readBounded(addAbortSignal(signal, stream), maxSize)).toString();
  } catch (error) {
    if (isFileMissing(error)) return '';
    const reason = describeSystemError(signal.aborted ? signal.reason : error);
    throw new Failure('invalid_value', `--handled ${file} cannot be read: ${reason}`);
  }
}

async function readUrl(url: URL, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal });
    if (!response.ok) throw new Error(`got ${response.status}`);
    return response.body ? (await readBounded(response.body, maxSize)).toString() : '';
  } catch (error) {
    const reason = errorMessage(signal.aborted ? signal.reason : error);
    const message = `--handled ${url.origin}${url.pathname} cannot be read: ${reason}`;
    throw new Failure('network_error', message, { cause: error });
  }
}
