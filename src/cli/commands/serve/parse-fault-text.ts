import type { Fault } from 'newswatch/server';
import { invalidInput, invalidValue } from '../../errors/failure.ts';

const form = 'operation=effect[,effect…][:times], such as news.search=429,retry-after=30:2';

/**
 * Parses a value of `--fault`. The server checks the names, and which effects go together.
 *
 * @throws {Failure} if it has another form
 */
export function parseFaultText(text: string): Fault {
  const [, operation, effects, times] = /^([\w.*]+)=([^:]+)(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (operation === undefined || effects === undefined) throw invalidValue('--fault', form, text);
  const fault: Fault = {
    // The server checks it.
    operation: operation as Fault['operation'],
    ...(times !== undefined && { times: Number(times) }),
  };
  for (const effect of effects.split(',')) {
    const added = parseEffect(effect);
    const [repeated] = Object.keys(added).filter((name) => name in fault);
    if (repeated !== undefined) {
      throw invalidInput(`--fault ${text}: ${effect} contradicts an effect before it`);
    }
    Object.assign(fault, added);
  }
  return fault;
}

function parseEffect(effect: string): Partial<Fault> {
  if (/^\d{3}$/.test(effect)) return { status: Number(effect) };
  // The server checks it.
  if (/^[a-z-]+$/.test(effect)) return { response: effect as Fault['response'] };
  const [, name, value] = /^(retry-after|delay)=(\d{1,9})$/.exec(effect) ?? [];
  if (name === 'retry-after') return { retryAfter: Number(value) };
  if (name === 'delay') return { delay: Number(value) };
  throw invalidInput(
    `--fault: unknown effect ${JSON.stringify(effect)}`,
    'Effects are a status code, a damage such as cut or bad-json, retry-after=seconds and delay=ms',
  );
}
