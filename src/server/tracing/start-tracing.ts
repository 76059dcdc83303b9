import { errorCode } from '../../node/error-code.ts';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Where `@opentelemetry/api` 1 keeps what an SDK registers, for all copies of it in the process. */
const registry = Symbol.for('opentelemetry.js.api.1');

/** Milliseconds in which spans are exported when the server stops. An SDK would try for 10 s and longer. */
const flushTimeout = 2000;

/**
 * Makes spans if the operator has loaded an OpenTelemetry SDK before the server; otherwise nothing is
 * loaded. If `@opentelemetry/api` is missing or older in the SDK, the server logs that and makes no spans.
 */
export async function startTracing(log: Log): Promise<Tracing> {
  const { trace: registered } = (globalThis as { [registry]?: { trace?: object } })[registry] ?? {};
  if (!registered) return noTracing;
  try {
    const { openTelemetry } = await import('./open-telemetry.ts');
    const tracing = openTelemetry(registered);
    log('info', 'tracing started');
    return { ...tracing, close: () => closeInTime(tracing, log) };
  } catch (error) {
    const reason =
      errorCode(error) === 'ERR_MODULE_NOT_FOUND'
        ? 'an OpenTelemetry SDK is loaded, but @opentelemetry/api is not installed beside newswatch; run: npm install @opentelemetry/api'
        : errorMessage(error);
    log('warn', 'no tracing', { reason });
    return noTracing;
  }
}

/** Never rejects: a collector that is down does not keep the server from stopping. */
async function closeInTime(tracing: Tracing, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the export has not ended within ${flushTimeout} ms`);
    timer = setTimeout(reject, flushTimeout, error);
  });
  try {
    await Promise.race([tracing.close(), late]);
  } catch (error) {
    log('warn', 'spans not exported', { reason: errorMessage(error) });
  } finally {
    clearTimeout(timer);
  }
}
